import { expect, test } from 'vitest';
import { requiredBy } from './required.ts';

const refusal = (data: string, code = -32021) =>
  `{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":"m","data":${data}}}`;

test.each<[declared: string, required: string, missing: string[][], then: string]>([
  ['{}', '{"sampling":{}}', [['sampling']], '{"sampling":{}}'],
  [
    '{ "roots" : {} }',
    '{"sampling":{"tools":{}}}',
    [['sampling', 'tools']],
    '{ "roots" : {}, "sampling":{"tools":{}} }',
  ],
  [
    '{"elicitation":{"form":{}},"x":1.0}',
    '{"elicitation":{"url":{}}}',
    [['elicitation', 'url']],
    '{"elicitation":{"form":{},"url":{}},"x":1.0}',
  ],
  ['{}', '{"a":{},"b":{"c":{}}}', [['a'], ['b', 'c']], '{"a":{},"b":{"c":{}}}'],
  // All of it is declared: nothing is missing, and that is said too.
  ['{"sampling":{"tools":{}}}', '{"sampling":{}}', [], '{"sampling":{"tools":{}}}'],
  ['{"sampling":null}', '{"sampling":{}}', [['sampling']], '{"sampling":{}}'],
  [
    '{}',
    '{"extensions":{"io.modelcontextprotocol/tasks":{}}}',
    [['extensions', 'io.modelcontextprotocol/tasks']],
    '{"extensions":{"io.modelcontextprotocol/tasks":{}}}',
  ],
])('%s declared, %s required', (declared, required, missing, then) => {
  const found = requiredBy(refusal(`{"requiredCapabilities":${required}}`), declared);
  expect(found?.missing).toEqual(missing);
  expect(JSON.parse(found?.declaredText ?? '')).toEqual(JSON.parse(then));
  expect(found?.text).toBe(required);
});

test('what was declared keeps its characters', () => {
  const found = requiredBy(refusal('{"requiredCapabilities":{"roots":{}}}'), '{"x":9007199254740993}');
  expect(found?.declaredText).toContain('"x":9007199254740993');
});

test.each([
  [refusal('{"requiredCapabilities":{"roots":{}}}', -32020)],
  [refusal('{}')],
  [refusal('{"requiredCapabilities":["roots"]}')],
  [refusal('null')],
  ['{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['nonsense'],
])('%s asks for nothing', (message) => {
  expect(requiredBy(message, '{}')).toBeNull();
});

test('the number of a draft means the same', () => {
  expect(requiredBy(refusal('{"requiredCapabilities":{"roots":{}}}', -32003), '{}')?.missing).toEqual([
    ['roots'],
  ]);
});
