import { describe, expect, test } from 'vitest';
import { membersAt, setMember } from './member-edit.ts';

describe('setting one member touches nothing else', () => {
  test.each([
    ['a value is replaced in place', '{"a": 1.0,  "b":2}', 'b', '3', '{"a": 1.0,  "b":3}'],
    [
      'a new member follows the style of its neighbours',
      '{"a": 1, "b": 2}',
      'c',
      '3',
      '{"a": 1, "b": 2, "c": 3}',
    ],
    ['also without spaces', '{"a":1,"b":2}', 'c', '3', '{"a":1,"b":2,"c":3}'],
    ['also on lines', '{\n  "a": 1\n}', 'b', '2', '{\n  "a": 1,\n  "b": 2\n}'],
    ['an empty object gets its first', '{}', 'a', '1', '{ "a": 1 }'],
    ['the first is taken out', '{"a": 1, "b": 2}', 'a', undefined, '{"b": 2}'],
    ['the last is taken out', '{"a": 1, "b": 2 }', 'b', undefined, '{"a": 1 }'],
    ['the only one is taken out', '{ "a": 1 }', 'a', undefined, '{}'],
    ['an absent one stays absent', '{ "a": 1 }', 'b', undefined, '{ "a": 1 }'],
    ['__proto__ is a key like another', '{"a":1,"b":2}', '__proto__', '3', '{"a":1,"b":2,"__proto__":3}'],
    ['the empty key too', '{"":1}', '', '2', '{"":2}'],
    ['of two with one name the last counts', '{"a":1,"a":2}', 'a', '3', '{"a":1,"a":3}'],
  ])('%s', (_, text, key, raw, expected) => {
    expect(setMember(text, [], key, raw)).toBe(expected);
  });

  test('a path leads to the object', () => {
    expect(setMember('{"action":"accept","content":{"x":1}}', ['content'], 'y', '"é"')).toBe(
      '{"action":"accept","content":{"x":1, "y":"é"}}',
    );
  });

  test.each([['{"content":1}'], ['{}'], ['{"content":{']])('%s has no such object', (text) => {
    expect(setMember(text, ['content'], 'y', '1')).toBeNull();
    expect(membersAt(text, ['content'])).toBeNull();
  });

  test('an emptied object of several lines takes a first member again', () => {
    expect(setMember('{\n}', [], 'a', '1')).toBe('{ "a": 1 }');
  });
});

test('members are read as texts, digits kept', () => {
  expect([...(membersAt('{"a":{"n": 9007199254740993, "m":1.0}}', ['a']) ?? [])]).toEqual([
    ['n', '9007199254740993'],
    ['m', '1.0'],
  ]);
});
