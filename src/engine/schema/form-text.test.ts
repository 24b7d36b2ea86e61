import { describe, expect, test } from 'vitest';
import type { JsonPath } from '../base/json/document.ts';
import {
  draftAt,
  formTextOf,
  textOf,
  withRenamed,
  withSwapped,
  withTyped,
  withValue,
  withoutValue,
  type FormText,
} from './form-text.ts';

function open(text: string): FormText {
  const form = formTextOf(text);
  return form.ok ? form.value : expect.unreachable(form.message);
}

type Step =
  | readonly ['value', JsonPath, string]
  | readonly ['typed', JsonPath, string]
  | readonly ['without', JsonPath]
  | readonly ['swap', JsonPath, number]
  | readonly ['rename', JsonPath, string, string];

function apply(text: string, steps: readonly Step[]): FormText {
  let form = open(text);
  for (const step of steps) {
    const edited =
      step[0] === 'value'
        ? withValue(form, step[1], step[2])
        : step[0] === 'typed'
          ? withTyped(form, step[1], step[2], 'not yet')
          : step[0] === 'without'
            ? withoutValue(form, step[1])
            : step[0] === 'swap'
              ? withSwapped(form, step[1], step[2])
              : withRenamed(form, step[1], step[2], step[3]);
    form = edited.ok ? edited.value : expect.unreachable(edited.message);
  }
  return form;
}

describe('the text stays as it was but for the place that is edited', () => {
  test.each<[text: string, steps: Step[], expected: string]>([
    ['{ "a": 1.0,\n"b":2 }', [['value', ['b'], '"x"']], '{ "a": 1.0,\n"b":"x" }'],
    ['{}', [['value', ['a', 'b'], '1']], '{"a": {"b":1}}'],
    ['', [['value', ['a'], '1']], '{"a": 1}'],
    [' ', [['value', [], '{}']], '{}'],
    ['{"a":1}', [['without', []]], ''],
    ['{"a":1}', [['without', ['b', 'c']]], '{"a":1}'],
    ['{"a":1, "b":2}', [['without', ['a']]], '{"b":2}'],
  ])('%j %j', (text, steps, expected) => {
    const form = apply(text, steps);
    expect(textOf(form)).toBe(expected);
    expect(form.drafts.size).toBe(0);
  });
});

describe('what is typed and no value yet stands in the text as typed', () => {
  test.each<[text: string, steps: Step[], expected: string]>([
    ['{"a":1, "b":2}', [['typed', ['a'], '1.']], '{"a":1., "b":2}'],
    ['{}', [['typed', ['n'], '-']], '{"n": -}'],
    ['{"s":"x"}', [['typed', ['n'], '1,"x":2']], '{"s":"x", "n": 1,"x":2}'],
    ['{"l":[1]}', [['typed', ['l', 1], '']], '{"l":[1, ]}'],
    [
      '{}',
      [
        ['typed', ['a'], '1.'],
        ['typed', ['b'], '{"x":'],
        ['value', ['c'], 'true'],
      ],
      '{"a": 1., "b": {"x":, "c": true}',
    ],
    [
      '{}',
      [
        ['typed', ['a'], '1.'],
        ['typed', ['a'], '1.5e'],
      ],
      '{"a": 1.5e}',
    ],
    [
      '{}',
      [
        ['typed', ['a'], '1.'],
        ['value', ['a'], '1.50'],
      ],
      '{"a": 1.50}',
    ],
    [
      '{}',
      [
        ['typed', ['a'], '1.'],
        ['without', ['a']],
      ],
      '{}',
    ],
    [
      '{"a":{"b":1}}',
      [
        ['typed', ['a', 'b'], '1.'],
        ['value', ['a'], '{}'],
      ],
      '{"a":{}}',
    ],
    [
      '{}',
      [
        ['typed', ['__proto__'], '-'],
        ['typed', [''], '+'],
      ],
      '{"__proto__": -, "": +}',
    ],
  ])('%j %j', (text, steps, expected) => {
    expect(textOf(apply(text, steps))).toBe(expected);
  });

  test('each draft is found at its path, with its reason', () => {
    const form = apply('{}', [['typed', ['a', 'n'], '1.']]);
    expect(draftAt(form, ['a', 'n'])).toEqual({ path: ['a', 'n'], raw: '1.', reason: 'not yet' });
    expect(draftAt(form, ['n'])).toBeUndefined();
  });
});

describe('drafts go with what they belong to', () => {
  test.each<[text: string, steps: Step[], expected: string]>([
    [
      '{"l":[1,2,3]}',
      [
        ['typed', ['l', 2], '-'],
        ['without', ['l', 0]],
      ],
      '{"l":[2,-]}',
    ],
    [
      '{"l":[1,2,3]}',
      [
        ['typed', ['l', 0], '-'],
        ['without', ['l', 2]],
      ],
      '{"l":[-,2]}',
    ],
    [
      '{"l":[1,2,3]}',
      [
        ['typed', ['l', 1], '-'],
        ['without', ['l', 1]],
      ],
      '{"l":[1,3]}',
    ],
    [
      '{"l":[1,2]}',
      [
        ['typed', ['l', 0], '-'],
        ['swap', ['l'], 0],
      ],
      '{"l":[2,-]}',
    ],
    [
      '{"l":[1,2]}',
      [
        ['typed', ['l', 1], '-'],
        ['swap', ['l'], 0],
      ],
      '{"l":[-,1]}',
    ],
    [
      '{"l":[{"n":1},{}]}',
      [
        ['typed', ['l', 0, 'n'], '-'],
        ['swap', ['l'], 0],
      ],
      '{"l":[{},{"n":-}]}',
    ],
    [
      '{"a":{"n":1}}',
      [
        ['typed', ['a', 'n'], '-'],
        ['rename', [], 'a', 'b'],
      ],
      '{"b":{"n":-}}',
    ],
    [
      '{"a":1,"b":2}',
      [
        ['typed', ['a'], '-'],
        ['rename', [], 'b', 'c'],
      ],
      '{"a":-,"c":2}',
    ],
  ])('%j %j', (text, steps, expected) => {
    const form = apply(text, steps);
    expect(textOf(form)).toBe(expected);
    expect(textOf(apply(textOf({ ...form, drafts: new Map() }), []))).toBe(form.base);
  });
});

test.each([['{"a":'], ['1,'], ['{a:1}']])('%s is no text for a form, and is left alone', (text) => {
  expect(formTextOf(text)).toMatchObject({ ok: false, code: 'not-json' });
});

test.each<[string, Step]>([
  ['{"a":1}', ['value', ['a', 'b'], '1']],
  ['{"a":1}', ['value', ['a'], '1.']],
  ['[1]', ['value', ['a'], '1']],
  ['[1]', ['value', [3], '1']],
  ['{"a":1,"b":2}', ['rename', [], 'a', 'b']],
  ['[1]', ['swap', [], 0]],
])('an edit that can not be made is not: %s %j', (text, step) => {
  const form = open(text);
  const edited =
    step[0] === 'value'
      ? withValue(form, step[1], step[2])
      : step[0] === 'rename'
        ? withRenamed(form, step[1], step[2], step[3])
        : withSwapped(form, step[1], 0);
  expect(edited).toMatchObject({ ok: false, code: 'no-such-place' });
});
