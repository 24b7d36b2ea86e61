import { describe, expect, it } from 'vitest';
import { rawMembers } from './raw-json.ts';

describe('the members of an object keep the text they were written in', () => {
  const rows: [title: string, text: string, name: string, raw: string | undefined][] = [
    ['digits beyond 2^53', '{"a":9007199254740993}', 'a', '9007199254740993'],
    ['1.0 and exponents', '{"a":1.0,"b":1e3}', 'b', '1e3'],
    ['white space inside, not around', '{ "a" : { "x" : 1 } , "b":2}', 'a', '{ "x" : 1 }'],
    ['brackets in strings', '{"a":"}],{\\"","b":[1,"]"]}', 'b', '[1,"]"]'],
    ['escaped names', '{"\\u0061":true}', 'a', 'true'],
    ['the empty name', '{"":null}', '', 'null'],
    ['names of the prototype', '{"__proto__":1,"constructor":2}', '__proto__', '1'],
    ['the later of two', '{"a":1,"a":2}', 'a', '2'],
    ['a backslash at the end of a string', '{"a":"\\\\","b":3}', 'b', '3'],
    ['absent', '{"a":1}', 'b', undefined],
    ['empty object', ' {} ', 'a', undefined],
  ];
  it.each(rows)('%s', (_title, text, name, raw) => {
    expect(rawMembers(text)?.get(name)).toBe(raw);
  });

  it('says null for what is no object', () => {
    expect(['[]', '1', '"{}"', 'null'].map(rawMembers)).toEqual([null, null, null, null]);
  });

  it('survives nesting deeper than the stack', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(rawMembers(`{"a":${deep},"b":1}`)?.get('b')).toBe('1');
  });
});
