import { META_LOG_LEVEL } from '../../protocol/meta-keys.ts';
import { nameFieldOf } from '../../protocol/methods.ts';
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
  /** The least severe log message wanted of a call; null or absent where none is. */
  readonly logLevel?: () => string | null;
}

/** The modern way to speak: everything a request needs is in the request (2026-07-28, basic/index, "_meta"). */
export function modernSpeech(identity: ModernIdentity): Speech {
  return {
    era: 'modern',
    revision: identity.revision,
    request: (id, method, params, progressToken, own) => {
      // The server answers a call on a stream of its own, where log messages of that call may come.
      const level = isCall(method) ? (identity.logLevel?.() ?? null) : null;
      const meta: ParamList = [
        ['io.modelcontextprotocol/protocolVersion', JSON.stringify(identity.revision)],
        ['io.modelcontextprotocol/clientInfo', identity.clientInfo()],
        ['io.modelcontextprotocol/clientCapabilities', identity.capabilities()],
        ...(level === null ? [] : [[META_LOG_LEVEL, JSON.stringify(level)] as const]),
        ...(progressToken === null ? [] : [['progressToken', progressToken] as const]),
      ];
      return requestText(id, method, [...params, ['_meta', metaWith(meta, own) ?? '{}']]);
    },
    headers: (method, name, version = identity.revision) => modernHeaders(version, method, name),
  };
}

/** Whether a request is about one thing a server offers: those may take a while, and say what they do. */
function isCall(method: string): boolean {
  return nameFieldOf(method) !== undefined;
}
