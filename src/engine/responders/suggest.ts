import { parseDocument } from '../base/json/document.ts';
import { arrayText, objectText, stringLiteral } from '../base/json/write.ts';
import { sampleFor } from '../schema/sample.ts';
import { readInputRequest } from './input-request.ts';

/** An answer to begin with. */
export interface Suggestion {
  /** JSON text on one line. */
  readonly text: string;
  /** Whether it satisfies what the request asks for, as far as is known without validating. */
  readonly valid: boolean;
  /** Why not. */
  readonly why?: string;
}

/** A root, as the person configured it. */
export interface RootSetting {
  readonly uri: string;
  readonly name?: string;
}

/** What a person may do with an elicitation (`ElicitResult.action`). */
export type ElicitAction = 'accept' | 'decline' | 'cancel';

/** What a required text says where the form leaves it open: an empty one is valid, but few servers mean it. */
const FREE_TEXT = 'text';

/** What sampling answers unless the person says otherwise. */
export const SAMPLE_REPLY = 'This is a test answer.';

/**
 * A valid answer to an input request where one can be made: a form is accepted with the defaults of its schema and
 * minimal values for what else it requires; a URL is accepted; sampling gets a short text; roots an empty list.
 * Never throws; anything else gets `{}` and the reason.
 */
export function suggestAnswer(inputRequestText: string): Suggestion {
  const request = readInputRequest(inputRequestText);
  switch (request.kind) {
    case 'sampling':
      return { text: samplingAnswer(SAMPLE_REPLY), valid: true };
    case 'roots':
      return { text: rootsAnswer([]), valid: true };
    case 'form':
    case 'url':
      return answerFor('accept', inputRequestText);
    case 'unknown':
      return { text: '{}', valid: false, why: request.why };
  }
}

/** The answer that accepts (with suggested content), declines or cancels an elicitation. */
export function answerFor(action: ElicitAction, inputRequestText: string): Suggestion {
  const bare = objectText([['action', stringLiteral(action)]]);
  if (action !== 'accept') return { text: bare, valid: true };
  const request = readInputRequest(inputRequestText);
  if (request.kind === 'unknown') return { text: bare, valid: false, why: request.why };
  if (request.kind !== 'form') return { text: bare, valid: true };
  const { content, doubts } = suggestContent(request.requestedSchema);
  const text = objectText([
    ['action', stringLiteral(action)],
    ['content', content],
  ]);
  const [why] = doubts;
  return why === undefined ? { text, valid: true } : { text, valid: false, why };
}

function suggestContent(requestedSchema: string | undefined): {
  readonly content: string;
  readonly doubts: readonly string[];
} {
  // No schema asks for no more than a yes.
  if (requestedSchema === undefined) return { content: '{}', doubts: [] };
  const { text, doubts } = sampleFor(requestedSchema, FREE_TEXT);
  const read = parseDocument(text);
  return read.ok && read.value.kind === 'object'
    ? { content: text, doubts }
    : { content: '{}', doubts: ['The schema does not ask for an object'] };
}

/** A sampling answer (`CreateMessageResult`) with one block of text. */
export function samplingAnswer(text: string): string {
  return objectText([
    ['role', '"assistant"'],
    [
      'content',
      objectText([
        ['type', '"text"'],
        ['text', stringLiteral(text)],
      ]),
    ],
    ['model', '"roundtrip"'],
    ['stopReason', '"endTurn"'],
  ]);
}

/** An answer to `roots/list` (`ListRootsResult`). */
export function rootsAnswer(roots: readonly RootSetting[]): string {
  const items = roots.map(({ uri, name }) =>
    objectText([
      ['uri', stringLiteral(uri)],
      ...(name === undefined ? [] : [['name', stringLiteral(name)] as const]),
    ]),
  );
  return objectText([['roots', arrayText(items)]]);
}
