import { expect, test } from 'vitest';
import { readAsked } from './asked.ts';

const asking = (more: string) => `{"result":{"resultType":"input_required"${more},"inputRequests":{"a":{}}}}`;

test.each([
  ['nothing', '', []],
  ['content', ',"content":[{"type":"text","text":"done"}]', ['content']],
  ['structured content, and no content', ',"content":[],"structuredContent":{}', ['structuredContent']],
  // The Go SDK sends it with every result that asks.
  ['null as content', ',"content":null', []],
  ['an empty list over lines', ',"contents":[\n]', []],
  ['messages', ',"messages":[{}]', ['messages']],
])('what a complete result carries, beside what is asked: %s', (_, more, beside) => {
  expect(readAsked(asking(more)).beside).toEqual(beside);
});

test('keys and state are cut out as they travelled', () => {
  const asked = readAsked(
    '\ufeff{"result":{"inputRequests":{"__proto__":{ "method":"roots/list"},"":{}},"requestState":"a\\u0062"}}',
  );
  expect(asked.requests).toEqual([
    { key: '__proto__', text: '{ "method":"roots/list"}', method: 'roots/list' },
    { key: '', text: '{}', method: null },
  ]);
  expect([asked.stateToken, asked.state]).toEqual(['"a\\u0062"', 'ab']);
});
