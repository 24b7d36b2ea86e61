import { expect, test } from 'vitest';
import { decodeState } from './decode-state.ts';

const url = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  ['{"step":2}', [['JSON']]],
  [Buffer.from('{"a":"ü"}').toString('base64'), [['base64', 'JSON']]],
  [
    `${url('{"alg":"HS256"}')}.${url('{"sub":1}')}.c547-hn`,
    [
      ['part 1 of 3', 'base64', 'JSON'],
      ['part 2 of 3', 'base64', 'JSON'],
    ],
  ],
  ['opaque', []],
  ['', []],
  ['12345', []],
  ['v1.x.y', []],
])('%s is read as %j', (state, how) => {
  expect(decodeState(state).map((part) => part.how)).toEqual(how);
});

test('the decoded text is whole', () => {
  expect(decodeState(`v1.${url('{"step":2}')}.sig_n`).map((part) => part.text)).toEqual(['{"step":2}']);
});

test('200 kB are read without a hitch', () => {
  const state = url(JSON.stringify({ pad: 'x'.repeat(200_000) }));
  expect(decodeState(state)).toHaveLength(1);
});
