import { expect, test } from 'vitest';
import { rootRows, withRoot, withRootAdded, withRootRemoved } from './root-rows.ts';

const two = '{ "roots": [{"uri":"file:///a","name":"a"},  {"uri":"file:///b", "x": 1.0}], "_meta":{} }';

test('rows are read; what is no list of roots is no form', () => {
  expect(rootRows(two)).toEqual([
    { uri: 'file:///a', name: 'a' },
    { uri: 'file:///b', name: null },
  ]);
  expect(rootRows('{"roots":[7]}')).toEqual([{ uri: null, name: null }]);
  for (const text of ['{}', '{"roots":{}}', '[', '']) expect(rootRows(text)).toBeNull();
});

test.each([
  ['set', withRoot(two, 1, 'uri', 'file:///c'), '{"uri":"file:///c", "x": 1.0}'],
  ['named', withRoot(two, 1, 'name', 'b"'), '{"uri":"file:///b", "x": 1.0, "name": "b\\""}'],
  ['unnamed', withRoot(two, 0, 'name', undefined), '[{"uri":"file:///a"},'],
  ['added', withRootAdded(two, 'file:///'), '"x": 1.0}, { "uri": "file:///" }]'],
  ['the first', withRootAdded('{"roots": [ ]}', 'file:///'), '{"roots": [{ "uri": "file:///" }]}'],
  ['the first is gone', withRootRemoved(two, 0), '{ "roots": [{"uri":"file:///b", "x": 1.0}], "_meta":{} }'],
  ['the last is gone', withRootRemoved(two, 1), '{ "roots": [{"uri":"file:///a","name":"a"}], "_meta":{} }'],
  ['the only one is gone', withRootRemoved('{"roots":[1]}', 0), '{"roots":[]}'],
  ['no such one', withRootRemoved(two, 9), two],
])('a root is %s and nothing else changes', (_, text, part) => {
  expect(text).toContain(part);
  expect(() => void JSON.parse(text)).not.toThrow();
});
