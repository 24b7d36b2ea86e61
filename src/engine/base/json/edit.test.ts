import { describe, expect, test } from 'vitest';
import type { JsonPath } from './document.ts';
import { withItemsSwapped, withKeyRenamed, withValueAt, withoutValueAt } from './edit.ts';

describe('a value is put in its place and nothing else changes', () => {
  test.each<[text: string, path: JsonPath, raw: string, expected: string | undefined]>([
    [' {"a": 1.0,  "b":2} ', ['b'], '3', ' {"a": 1.0,  "b":3} '],
    ['{"a":{"n": 9007199254740993, "m":1.0}}', ['a', 'm'], '""', '{"a":{"n": 9007199254740993, "m":""}}'],
    ['{"a":[1, {"b" : 2}]}', ['a', 1, 'b'], '[]', '{"a":[1, {"b" : []}]}'],
    ['{"a":[1, 2]}', ['a', 2], '3', '{"a":[1, 2, 3]}'],
    ['[\n  1\n]', [1], '2', '[\n  1,\n  2\n]'],
    ['[]', [0], '1', '[1]'],
    ['[ ]', [0], '1', '[1]'],
    ['{}', ['a', 'b', 'c'], '1', '{"a": {"b":{"c":1}}}'],
    ['{"a":{}}', ['a', 'b', 0], '1', '{"a":{"b": [1]}}'],
    ['{}', ['__proto__', ''], 'null', '{"__proto__": {"":null}}'],
    [' 1 ', [], '{"a":1}', ' {"a":1} '],
    ['[1]', [2], '3', undefined],
    ['{}', ['a', 1], '3', undefined],
    ['{"a":1}', ['a', 'b'], '2', undefined],
    ['{"a":[]}', ['a', 'b'], '2', undefined],
    ['{"a":{}}', ['a', 0], '2', undefined],
    ['{"a":', ['a'], '1', undefined],
    ['{"a":1,"a":2}', ['a'], '3', '{"a":1,"a":3}'],
  ])('%j %j %j', (text, path, raw, expected) => {
    expect(withValueAt(text, path, raw)).toBe(expected);
  });
});

describe('a value is taken out with one comma', () => {
  test.each<[text: string, path: JsonPath, expected: string | undefined]>([
    ['{ "a" : 1.0 , "b":2}', ['b'], '{ "a" : 1.0}'],
    ['[1.0 , 2, 3]', [0], '[2, 3]'],
    ['[1.0 , 2, 3]', [1], '[1.0, 3]'],
    ['[1.0 , 2, 3 ]', [2], '[1.0 , 2 ]'],
    ['[ 1 ]', [0], '[]'],
    ['{"a":{"b":[{"c":1}]}}', ['a', 'b', 0, 'c'], '{"a":{"b":[{}]}}'],
    ['[1]', [1], '[1]'],
    ['{}', ['a'], '{}'],
    ['{}', ['a', 'b'], undefined],
    ['{}', [], undefined],
    ['1', [0], undefined],
  ])('%j %j', (text, path, expected) => {
    expect(withoutValueAt(text, path)).toBe(expected);
  });
});

test.each([
  ['[1.0 ,\n 2e3, 3]', 0, '[2e3 ,\n 1.0, 3]'],
  ['[1,2]', 1, undefined],
  ['{"a":1}', 0, undefined],
])('neighbours change places: %j at %j', (text, index, expected) => {
  expect(withItemsSwapped(text, [], index)).toBe(expected);
});

describe('a key is renamed in its place', () => {
  test.each([
    ['{ "a" : 1.0 , "b":2}', 'a', 'c"d', '{ "c\\"d" : 1.0 , "b":2}'],
    ['{"\\u0061":1}', 'a', 'a', '{"\\u0061":1}'],
    ['{"a":1}', 'a', '__proto__', '{"__proto__":1}'],
    ['{"a":1,"b":2}', 'a', 'b', undefined],
    ['{"a":1}', 'x', 'y', undefined],
    ['[1]', '0', 'y', undefined],
  ])('%j %j to %j', (text, from, to, expected) => {
    expect(withKeyRenamed(text, [], from, to)).toBe(expected);
  });
});

test('deep texts are edited without running out of stack', () => {
  const text = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(withValueAt(text, [0, 0], '1')).toBe('[[1]]');
});
