import { expect, test } from 'vitest';
import { changedRanges } from './changed-ranges.ts';

/** What is marked in each text. */
const marked = (before: string, after: string) => {
  const ranges = changedRanges(before, after);
  return [
    ranges.before.map(({ start, end }) => before.slice(start, end)),
    ranges.after.map(({ start, end }) => after.slice(start, end)),
  ];
};

test.each<[title: string, before: string, after: string, was: string[], is: string[]]>([
  ['nothing', '{"a":1}', '{"a":1}', [], []],
  ['a value', '{"a":1,"b":2}', '{"a":1,"b":3}', ['2'], ['3']],
  ['a member that came, with its key', '{"a":1}', '{"a":1, "b" : [2]}', [], ['"b" : [2]']],
  ['a member that went', '{"a":{"x\\"y":1}}', '{"a":{}}', ['"x\\"y":1'], []],
  ['an item', '["a","b"]', '["a","c","b"]', [], ['"c"']],
  ['several', '{"a":1,"b":2,"c":3}', '{"a":9,"b":2,"c":8}', ['1', '3'], ['9', '8']],
  ['whole words of a string', '"Read it first."', '"Read it first. Ask."', [], [' Ask.']],
  ['a word within', '"one two three"', '"one too three"', ['two'], ['too']],
  ['whole numbers', '1234', '1235', ['1234'], ['1235']],
  ['a scalar in another place', '["a","b"]', '["b","a"]', ['"b"'], ['"b"']],
  ['not key order', '{"a":1,"b":2}', '{"b":2,"a":1}', [], []],
  ['not white space', '{"a":1}', '{ "a": 1 }', [], []],
  ['deep, past a list of a message', '[[[[[{"k":[1,2]}]]]]]', '[[[[[{"k":[1,3]}]]]]]', ['2'], ['3']],
  ['no JSON: what lies between what is alike', 'a b c', 'a x c', ['b'], ['x']],
])('%s', (_, before, after, was, is) => {
  expect(marked(before, after)).toEqual([was, is]);
});

test('two long texts differ in one range', () => {
  const long = (middle: string) => `["${'a '.repeat(80_000)}","${middle}","${'b '.repeat(80_000)}"]`;
  expect(marked(long('x'), long('y'))).toEqual([['x'], ['y']]);
});
