import { describe, expect, test } from 'vitest';
import { arrayText, indentText, objectText, withMember } from './write.ts';

test('an object is composed without reading its values', () => {
  expect(objectText([])).toBe('{}');
  expect(
    objectText([
      ['a"b', '1.0'],
      ['__proto__', '9007199254740993'],
      ['', arrayText(['1e3', '{}'])],
    ]),
  ).toBe('{"a\\"b":1.0,"__proto__":9007199254740993,"":[1e3,{}]}');
});

describe('one member changes, every other character stays', () => {
  test.each([
    ['{"a": 1.0}', 'a', '2.50', '{"a": 2.50}'],
    ['{ "a" : 1.0 , "b":2}', 'b', undefined, '{ "a" : 1.0}'],
    ['{ "a" : 1.0 , "b":2}', 'a', undefined, '{ "b":2}'],
    ['{ "a" : 1.0 , "b":2, "c":3}', 'b', undefined, '{ "a" : 1.0, "c":3}'],
    ['{ "a" : 1.0 }', 'a', undefined, '{}'],
    ['{}', 'a', '1', '{"a": 1}'],
    ['{ }', 'a', undefined, '{ }'],
    ['{"a":1}', 'b', 'null', '{"a":1, "b": null}'],
    ['{\n  "a": 1\n}', '', '""', '{\n  "a": 1,\n  "": ""\n}'],
    ['{"a":1,"a":2}', 'a', '3', '{"a":1,"a":3}'],
    ['{"\\u0061":1}', 'a', '3', '{"\\u0061":3}'],
    ['{"x":1}', '__proto__', '{}', '{"x":1, "__proto__": {}}'],
    [' {"a":{"a":1}} ', 'a', '0', ' {"a":0} '],
    ['[1]', 'a', '1', undefined],
    ['{"a":', 'a', '1', undefined],
  ])('%j %j %j', (text, key, raw, expected) => {
    expect(withMember(text, key, raw)).toBe(expected);
  });
});

describe('indentation keeps every scalar as it was', () => {
  test.each([
    ['1.0', '1.0'],
    ['{}', '{}'],
    ['[ ]', '[]'],
    [
      '{"a":[1.0,{"\\u0062":"\\u00e9"}],"c":{},"d":[]}',
      '{\n  "a": [\n    1.0,\n    {\n      "\\u0062": "\\u00e9"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
    ],
    ['{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
    ['{"a":', '{"a":'],
  ])('%s', (text, expected) => {
    expect(indentText(text)).toBe(expected);
  });

  test('agrees with JSON.stringify', () => {
    const value = { a: [1, [], {}, [[2]], { b: null }], '': { c: 'x' } };
    expect(indentText(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  });

  test('100 000 levels stay bounded', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(indentText(text).length).toBeLessThan(text.length + 100_000);
  });
});
