import { decodeString, member, parseDocument, sliceOf } from '../base/json/document.ts';

/** What the server asks the client for (2026-07-28 client/elicitation, client/sampling, client/roots), read from its text. */
export type InputRequest =
  /** `requestedSchema`: JSON text as it came, or undefined where there is none. */
  | { readonly kind: 'form'; readonly requestedSchema: string | undefined }
  | { readonly kind: 'url' }
  | { readonly kind: 'sampling' }
  | { readonly kind: 'roots' }
  /** Nothing we can answer by ourselves; `why` says so to a person. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Reads an input request: an entry of `inputRequests`, or a legacy JSON-RPC request. An elicitation without `mode` is
 * a form. Never fails: what is not understood is `unknown`.
 */
export function readInputRequest(inputRequestText: string): InputRequest {
  const read = parseDocument(inputRequestText);
  if (!read.ok) return { kind: 'unknown', why: 'The input request is not JSON' };
  const request = read.value;
  if (request.kind !== 'object') return { kind: 'unknown', why: 'The input request is not an object' };
  const method = decodeString(inputRequestText, member(request, 'method'));
  const params = member(request, 'params');
  switch (method) {
    case undefined:
      return { kind: 'unknown', why: 'The input request has no method' };
    case 'sampling/createMessage':
      return { kind: 'sampling' };
    case 'roots/list':
      return { kind: 'roots' };
    case 'elicitation/create': {
      const modeNode = member(params, 'mode');
      const mode = decodeString(inputRequestText, modeNode);
      if (mode === 'url') return { kind: 'url' };
      if (modeNode !== undefined && mode !== 'form') {
        return {
          kind: 'unknown',
          why: `The elicitation mode ${sliceOf(inputRequestText, modeNode)} is not known`,
        };
      }
      const schema = member(params, 'requestedSchema');
      return { kind: 'form', requestedSchema: schema && sliceOf(inputRequestText, schema) };
    }
    default:
      return { kind: 'unknown', why: `The method ${method} is not known` };
  }
}
