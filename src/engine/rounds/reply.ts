import { parseDocument } from '../base/json/document.ts';
import type { HeaderMarks } from '../base/secret-headers.ts';
import type { Speech } from '../eras/era.ts';
import type { Deviation } from '../wire-log/deviation.ts';
import type { HeaderList } from '../wire/events.ts';
import { readMessages } from '../wire/message.ts';
import type { DraftedRequest } from './draft.ts';

/** What a person, or a responder, answers to a request of a legacy server. */
export interface ReplyDraft {
  /** `error`: the text is the JSON-RPC error object. */
  readonly kind: 'result' | 'error';
  readonly text: string;
  /** The body as raw text instead. */
  readonly rawText?: string;
  readonly headers?: HeaderList;
  /** What a person said of them. */
  readonly marks?: HeaderMarks;
}

/** The POST that answers the request whose id is `key` (JSON text): the text goes in as typed. */
export function draftReply(speech: Speech, key: string, draft: ReplyDraft): DraftedRequest {
  return {
    text: draft.rawText ?? `{"jsonrpc":"2.0","id":${key},${JSON.stringify(draft.kind)}:${draft.text}}`,
    headers: draft.headers ?? speech.headers(null, null),
  };
}

/** What a reply does against the rules. `invalid`: why the answer does not fit the request, or null. */
export function replyDeviations(
  key: string,
  draft: ReplyDraft,
  invalid: string | null,
): readonly Deviation[] {
  if (draft.rawText === undefined) {
    if (!parseDocument(draft.text).ok) return [{ kind: 'not JSON', key, text: 'The answer is not JSON' }];
    return invalid === null
      ? []
      : [{ kind: 'answer not valid', key, text: `The answer is not valid: ${invalid}` }];
  }
  const found: Deviation[] = [{ kind: 'raw request', key, text: 'The response was edited as raw text' }];
  const content = readMessages(draft.rawText);
  const message = content.kind === 'messages' ? content.messages[0] : undefined;
  if (!message) found.push({ kind: 'not JSON', key, text: 'The body is not JSON' });
  else if (message.summary.id !== key) {
    found.push({ kind: 'key missing', key, text: `The response does not carry the id ${key}` });
  }
  return found;
}
