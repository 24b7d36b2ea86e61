import { describe, expect, test } from 'vitest';
import { membersAt, setMember } from './member-edit.ts';

describe('setting one member touches nothing else', () => {
  test.each([
    ['a value is replaced in place', '{"a": 1.0,  "b":2}', 'b', '3', '{"a": 1.0,  "b":3}'],
    ['an absent one stays absent', '{ "a": 1 }', 'b', undefined, '{ "a": 1 }'],
    ['the only one is taken out', '{ "a": 1 }', 'a', undefined, '{}'],
    ['__proto__ is a key like another', '{"__proto__":1}', '__proto__', '3', '{"__proto__":3}'],
  ])('%s', (_, text, key, raw, expected) => {
    expect(setMember(text, [], key, raw)).toBe(expected);
  });

  test('a path leads to the object', () => {
    const text = ' {"action":"accept", "content":{"x":1.0,"y":2}, "z":[]}';
    expect(setMember(text, ['content'], 'y', '"é"')).toBe(
      ' {"action":"accept", "content":{"x":1.0,"y":"é"}, "z":[]}',
    );
  });

  test.each([['{"content":1}'], ['{}'], ['{"content":{'], ['[]']])('%s has no such object', (text) => {
    expect(setMember(text, ['content'], 'y', '1')).toBeNull();
    expect(membersAt(text, ['content'])).toBeNull();
  });
});

test('members are read as texts, digits kept', () => {
  expect([...(membersAt('{"a":{"n": 9007199254740993, "m":1.0}}', ['a']) ?? [])]).toEqual([
    ['n', '9007199254740993'],
    ['m', '1.0'],
  ]);
});
