import { expect, test } from 'vitest';
import { requestMarks } from './request-marks.ts';

function show(before: string, after: string) {
  const found = requestMarks(before, after);
  return (
    found && {
      marks: found.marks.map(({ start, end, kind }) => `${kind} ${after.slice(start, end)}`),
      removed: found.removed,
    }
  );
}

test.each([
  ['the same', '{"a":1}', '{ "a": 1 }', [], []],
  ['a changed value', '{"id":8,"m":"x"}', '{"id":9,"m":"x"}', ['chg 9'], []],
  ['a new member at its key', '{"p":{}}', '{"p":{"b":{"c":1}}}', ['add "b"'], []],
  ['a removed member by path', '{"p":{"a":1,"b":2}}', '{"p":{"b":2}}', [], ['p.a']],
  ['another kind of value', '{"p":{}}', '{"p":[]}', ['chg []'], []],
  ['a longer array', '[1]', '[1,2]', ['add 2'], []],
  ['digits that mean the same number', '{"n":1}', '{"n":1.0}', ['chg 1.0'], []],
  ['__proto__ as any key', '{}', '{"__proto__":1}', ['add "__proto__"'], []],
])('%s', (_, before, after, marks, removed) => {
  expect(show(before, after)).toEqual({ marks, removed });
});

test('a text that is not JSON can not be compared', () => {
  expect(requestMarks('{', '{}')).toBeNull();
});

test('marks are in reading order and bounded', () => {
  const many = (value: number) => `[${Array.from({ length: 2000 }, () => value).join()}]`;
  const marks = requestMarks(many(1), many(2))?.marks ?? [];
  expect(marks.length).toBeLessThanOrEqual(500);
  expect(marks.map(({ start }) => start)).toEqual(marks.map(({ start }) => start).sort((a, b) => a - b));
});

test('deep nesting does not overflow', () => {
  const deep = (value: number) => '['.repeat(50_000) + value + ']'.repeat(50_000);
  expect(requestMarks(deep(1), deep(2))?.marks).toHaveLength(1);
});
