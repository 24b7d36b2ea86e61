import { expect, test } from 'vitest';
import { findMetaKey, META_KEYS, metaKeyProblem } from './meta-keys.ts';

test('a modern request must say its version and what the client can do', () => {
  expect(META_KEYS.filter((key) => key.required).map((key) => key.key)).toEqual([
    'io.modelcontextprotocol/protocolVersion',
    'io.modelcontextprotocol/clientCapabilities',
  ]);
});

test('every reserved key is a valid key', () => {
  for (const { key } of META_KEYS) expect(metaKeyProblem(key)).toBeNull();
});

test.each(['com.example/x', 'com.example/', 'a', 'a.b_c-d', 'com.example-two/a.b', 'x1.y2/z'])(
  '%j is valid',
  (key) => {
    expect(metaKeyProblem(key)).toBeNull();
  },
);

test.each(['/x', '1com.example/x', 'com..example/x', 'com.example-/x', '-a', 'a-', 'a b', 'com.example/a/b'])(
  '%j is not valid',
  (key) => {
    expect(metaKeyProblem(key)).not.toBeNull();
  },
);

test('a key of the language is no reserved key', () => {
  expect(findMetaKey('constructor')).toBeUndefined();
  expect(findMetaKey('io.modelcontextprotocol/serverInfo')?.on).toEqual(['result']);
});
