import type { BodyRef } from '../../../engine/base/body.ts';
import { decodeString, member, parseDocument } from '../../../engine/base/json/document.ts';
import type { RoundView } from '../../../engine/views/calls.ts';
import { readAnswers } from './asked.ts';
import { keyName } from './key-name.ts';

/** What a round's request answered under one key, in a word: `accept`, `answer`, `omit`, … */
export interface Given {
  readonly name: string;
  readonly word: string;
}

const read = new WeakMap<BodyRef, ReadonlyMap<string, string>>();

/** The word for each answer a request carried. A request too large for the heap says nothing here. */
function wordsIn(body: BodyRef): ReadonlyMap<string, string> {
  const known = read.get(body);
  if (known) return known;
  const text = body.peek();
  const words = new Map<string, string>();
  if (text !== undefined)
    for (const [key, answer] of readAnswers(text).answers) words.set(key, wordOf(answer));
  read.set(body, words);
  return words;
}

function wordOf(answer: string): string {
  const document = parseDocument(answer);
  const action = document.ok ? decodeString(answer, member(document.value, 'action')) : undefined;
  return action === 'accept' || action === 'decline' || action === 'cancel' ? action : 'answer';
}

/** What `round` answered, key by key, in the order asked; keys nobody asked for at the end. */
export function givenBy(round: RoundView): readonly Given[] {
  const words = round.request ? wordsIn(round.request) : new Map<string, string>();
  const keys = new Set([...round.answers.map(([key]) => key), ...words.keys()]);
  const omitted = new Set(round.answers.filter(([, by]) => by === 'omitted').map(([key]) => key));
  return [...keys].map((key) => ({
    name: keyName(key),
    word: omitted.has(key) ? 'omit' : (words.get(key) ?? 'answer'),
  }));
}
