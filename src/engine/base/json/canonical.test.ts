import { describe, expect, test } from 'vitest';
import { canonical, canonicalText } from './canonical.ts';
import { member, parseDocument } from './document.ts';
import { sameValue } from './equal.ts';

describe('one text for each value', () => {
  test.each([
    ['keys in order, no white space', '{ "b": 1,\n"a": [ ] }', '{"a":[],"b":1}'],
    ['escapes resolved', '"\\u0041\\/"', '"A/"'],
    ['digits as they came', '[1.0,1,100000000000000000001]', '[1.0,1,100000000000000000001]'],
    ['the last of duplicate keys', '{"a":1,"a":2}', '{"a":2}'],
    ['nothing in it', '{}', '{}'],
    ['literals', '[true,false,null]', '[true,false,null]'],
    ['a text that is not JSON', '{a', '{a'],
  ])('%s', (_, text, expected) => {
    expect(canonical(text)).toBe(expected);
    expect(sameValue(text, expected)).toBe(true);
  });

  test('deep nesting does not overflow the stack', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(canonical(` ${deep}`).trim()).toBe(deep);
  });

  test('what is left out goes with its key', () => {
    const text = '{"x":1,"y":{"z":2}}';
    const read = parseDocument(text);
    if (!read.ok) throw new Error(read.message);
    const x = member(read.value, 'x');
    const z = member(member(read.value, 'y'), 'z');
    expect(canonicalText(text, read.value, new Set([x, z].filter((node) => node !== undefined)))).toBe(
      '{"y":{}}',
    );
  });
});
