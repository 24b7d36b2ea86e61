import { requestText, type ParamList, type Speech } from '../era.ts';
import { metaWith } from '../own-meta.ts';
import { modernHeaders } from './headers.ts';

/** What a modern client says of itself in every request. */
export interface ModernIdentity {
  readonly revision: string;
  /** JSON text of `clientInfo`; read at each request too. */
  readonly clientInfo: () => string;
  /** JSON text of `clientCapabilities`; read at each request, since they are per request. */
  readonly capabilities: () => string;
}

/** The modern way to speak: everything a request needs is in the request (2026-07-28, basic/index, "_meta"). */
export function modernSpeech(identity: ModernIdentity): Speech {
  return {
    era: 'modern',
    revision: identity.revision,
    request: (id, method, params, progressToken, own) => {
      const meta: ParamList = [
        ['io.modelcontextprotocol/protocolVersion', JSON.stringify(identity.revision)],
        ['io.modelcontextprotocol/clientInfo', identity.clientInfo()],
        ['io.modelcontextprotocol/clientCapabilities', identity.capabilities()],
        ...(progressToken === null ? [] : [['progressToken', progressToken] as const]),
      ];
      return requestText(id, method, [...params, ['_meta', metaWith(meta, own) ?? '{}']]);
    },
    headers: (method, name, version = identity.revision) => modernHeaders(version, method, name),
  };
}
