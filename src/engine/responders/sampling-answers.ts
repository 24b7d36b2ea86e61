import { decodeString, findPath, member, parseDocument, sliceOf } from '../base/json/document.ts';
import { failure, success, type Result } from '../base/result.ts';
import { samplingAnswer } from './suggest.ts';

/**
 * A sampling answer that says the last message back: its texts, one a line; of other content its kind in brackets. Never fails.
 */
export function echoAnswer(inputRequestText: string): string {
  const read = parseDocument(inputRequestText);
  const content = read.ok
    ? member(findPath(read.value, ['params', 'messages'])?.items?.at(-1), 'content')
    : undefined;
  const blocks = content === undefined ? [] : (content.items ?? [content]);
  const said = blocks.map((block) => {
    const text = decodeString(inputRequestText, member(block, 'text'));
    return text ?? `[${decodeString(inputRequestText, member(block, 'type')) ?? 'no type'}]`;
  });
  return samplingAnswer(said.join('\n'));
}

/** Why `text` is no script of answers; null where it is one. */
export function scriptProblem(text: string): string | null {
  const read = parseDocument(text);
  if (!read.ok) return `Not JSON: ${read.message}`;
  const { items } = read.value;
  if (items === undefined) return 'A script is a JSON array, an answer for each turn';
  const bad = items.findIndex(({ kind }) => kind !== 'string' && kind !== 'object');
  return bad === -1 ? null : `Answer ${bad + 1} is neither a text nor an object`;
}

/** The answer of a script for `turn`, from 1: a string as a text, an object as it stands. */
export function scriptedAnswer(scriptText: string, turn: number): Result<string, 'no-answer'> {
  const problem = scriptProblem(scriptText);
  if (problem !== null) return failure('no-answer', `The script can't be read: ${problem}`);
  const read = parseDocument(scriptText);
  const items = read.ok ? (read.value.items ?? []) : [];
  const item = items[turn - 1];
  if (item === undefined) {
    return failure(
      'no-answer',
      `The script has ${items.length} answer${items.length === 1 ? '' : 's'}, and this is request ${turn}`,
    );
  }
  const said = decodeString(scriptText, item);
  return success(said === undefined ? sliceOf(scriptText, item) : samplingAnswer(said));
}
