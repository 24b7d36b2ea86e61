import { expect, test } from 'vitest';
import { checkMeta } from './own-meta.ts';

test.each([
  ['', null, [], 0],
  [' \n', null, [], 0],
  ['{}', null, [], 0],
  ['{"com.example/a": 1.0, "b": 2}', null, [], 2],
  ['{"progressToken": "x"}', null, ['progressToken'], 1],
  ['{"a":', 'The own _meta is not JSON', [], 0],
  ['[1]', 'The own _meta is not an object', [], 0],
] as const)('%j', (text, held, taken, count) => {
  expect(checkMeta(text, 'legacy')).toMatchObject({ held, taken, count });
});

test('each era sets keys of its own', () => {
  const text = '{"io.modelcontextprotocol/protocolVersion":"x"}';
  expect(checkMeta(text, 'modern').taken).toEqual(['io.modelcontextprotocol/protocolVersion']);
  expect(checkMeta(text, 'legacy').taken).toEqual([]);
});

test('a name that is none of the specification’s is remarked upon and goes out', () => {
  const check = checkMeta('{"-a/b": 1}', 'modern');
  expect(check.problems).toMatchObject([{ from: 1, to: 7, severity: 'warning' }]);
  expect(check.held).toBeNull();
});
