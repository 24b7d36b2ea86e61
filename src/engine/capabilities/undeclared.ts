import { decodeString, member, parseDocument, type JsonNode } from '../base/json/document.ts';
import { compareRevisions } from '../protocol/revisions.ts';

/** What a server asked for and the client had not declared. */
export interface Undeclared {
  /** `sampling.tools` */
  readonly capability: string;
  /** `error`: the specification forbids it; `warning`: it should not be. */
  readonly severity: 'error' | 'warning';
}

/**
 * Whether `requestText`, an input request or a request of a legacy server, asks for what `capabilitiesText` does not declare (a server
 * MUST NOT: 2026-07-28, client/elicitation, client/sampling, client/roots, "Capabilities"). Null where it may be asked, or is no such request.
 */
export function undeclaredBy(
  capabilitiesText: string,
  requestText: string,
  revision: string,
): Undeclared | null {
  const declared = parseDocument(capabilitiesText);
  const capabilities = declared.ok ? declared.value : undefined;
  const has = (...path: string[]) => isObject(path.reduce(member, capabilities));
  const missing = (capability: string, severity: Undeclared['severity'] = 'error') => ({
    capability,
    severity,
  });
  const read = parseDocument(requestText);
  if (!read.ok) return null;
  const params = member(read.value, 'params');
  switch (decodeString(requestText, member(read.value, 'method'))) {
    case 'roots/list':
      return has('roots') ? null : missing('roots');
    case 'elicitation/create': {
      if (!has('elicitation')) return missing('elicitation');
      if (decodeString(requestText, member(params, 'mode')) === 'url') {
        return has('elicitation', 'url') ? null : missing('elicitation.url');
      }
      // An empty object means forms; one that names only `url` does not.
      return has('elicitation', 'form') || !has('elicitation', 'url') ? null : missing('elicitation.form');
    }
    case 'sampling/createMessage': {
      if (!has('sampling')) return missing('sampling');
      if (compareRevisions(revision, '2025-11-25') < 0) return null;
      if ((member(params, 'tools') ?? member(params, 'toolChoice')) && !has('sampling', 'tools')) {
        return missing('sampling.tools');
      }
      const include = decodeString(requestText, member(params, 'includeContext'));
      return (include === 'thisServer' || include === 'allServers') && !has('sampling', 'context')
        ? missing('sampling.context', 'warning')
        : null;
    }
    default:
      return null;
  }
}

function isObject(node: JsonNode | undefined): boolean {
  return node?.kind === 'object';
}
