import { expect, test } from 'vitest';
import { describeOtherId, type OtherId } from './other-id.ts';

const result = { kind: 'result' } as const;
const error = (message: string) => ({ kind: 'error', code: -32600, message }) as const;

test.each<[string, OtherId, string]>([
  ['another number', { asked: '4', answered: '54', answer: result }, 'a result with id 54; asked with id 4'],
  [
    'the same as a string',
    { asked: '2', answered: '"2"', answer: result },
    'a result with id "2", a string instead of a number; asked with id 2',
  ],
  [
    'the same as a number',
    { asked: '"2"', answered: '2', answer: result },
    'a result with id 2, a number instead of a string; asked with id "2"',
  ],
  [
    'another string is another id, whatever its type',
    { asked: '2', answered: '"3"', answer: result },
    'a result with id "3"; asked with id 2',
  ],
  ['null', { asked: '2', answered: 'null', answer: result }, 'a result with id null; asked with id 2'],
  ['none', { asked: '2', answered: undefined, answer: result }, 'a result without an id; asked with id 2'],
  [
    'an error keeps what it says, in one line',
    { asked: '2', answered: '"server-error"', answer: error('Missing\nsession ID') },
    'error -32600 (Missing session ID) with id "server-error"; asked with id 2',
  ],
  [
    'an error that says nothing',
    { asked: '2', answered: '0', answer: error('') },
    'error -32600 with id 0; asked with id 2',
  ],
  [
    'an id without end is cut',
    { asked: '2', answered: `"${'a'.repeat(500)}"`, answer: result },
    `a result with id "${'a'.repeat(119)}…; asked with id 2`,
  ],
])('both ids are named as JSON: %s', (_rule, otherId, text) => {
  expect(describeOtherId(otherId)).toBe(text);
});
