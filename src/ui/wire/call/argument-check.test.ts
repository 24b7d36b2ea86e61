import { expect, test, vi } from 'vitest';
import type { Validation } from '../../../engine/schema/validation.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import { checkArguments, withProblems } from './argument-check.ts';

function validatorThat(validation: Validation) {
  const validate = vi.fn<Validator['validate']>(() => Promise.resolve(validation));
  return { validate, dispose: () => undefined };
}

const invalid: Validation = {
  verdict: 'invalid',
  problems: [
    { pointer: '/a', from: 5, to: 6, message: 'Expected a string, got a number', keyword: 'type' },
    { pointer: '', from: 0, to: 7, message: 'Missing required property b', keyword: 'required' },
  ],
};

test.each<[string, string, Validation, string, string | null, number]>([
  ['valid', '{"a":1}', { verdict: 'valid' }, 'Valid against the input schema', null, 0],
  [
    'not valid: held back',
    '{"a":1}',
    invalid,
    'a: Expected a string, got a number, and 1 more',
    'Not valid: a',
    2,
  ],
  [
    'nothing wrong but what is missing: named',
    '{"o":{}}',
    {
      verdict: 'invalid',
      problems: [
        { pointer: '', from: 0, to: 7, message: 'Missing', keyword: 'required', property: 'a' },
        { pointer: '/o/p~1q', from: 0, to: 7, message: 'Missing', keyword: 'required', property: '' },
      ],
    },
    '2 required fields are still to be filled in',
    'Required: a, o.p/q.""',
    2,
  ],
  [
    'undecided: not held back',
    '{}',
    { verdict: 'undecided', reason: 'too expensive' },
    'Could not decide: too expensive',
    null,
    0,
  ],
  [
    'left out, allowed',
    ' ',
    { verdict: 'valid' },
    'No arguments are sent, which the input schema allows',
    null,
    0,
  ],
  ['left out, not allowed', '', invalid, 'a: Expected a string, got a number, and 1 more', 'Not valid: a', 0],
])('%s', async (_, text, validation, line, held, problems) => {
  const found = await checkArguments(validatorThat(validation), '{"type":"object"}', text);
  expect(found).toMatchObject({ line, held });
  expect(found.problems).toHaveLength(problems);
});

test('what is not JSON is never given to the validator, and the place is inside the text', async () => {
  const validator = validatorThat({ verdict: 'valid' });
  const found = await checkArguments(validator, '{}', '{"a":');
  expect(found.held).toBe('The arguments are not JSON');
  expect(found.problems).toMatchObject([{ from: 4, to: 5 }]);
  expect(validator.validate).not.toHaveBeenCalled();
});

test('the text goes to the validator as typed', async () => {
  const validator = validatorThat({ verdict: 'valid' });
  await checkArguments(validator, '{"s":1}', '{"n": 9007199254740993}');
  expect(validator.validate).toHaveBeenCalledWith('{"s":1}', '{"n": 9007199254740993}');
});

test('without a schema nothing is claimed and nothing held back', async () => {
  expect(await checkArguments(validatorThat(invalid), null, '{}')).toEqual({
    problems: [],
    fields: [],
    line: 'No input schema to check against',
    held: null,
  });
});

test.each([
  ['{"n": 1.}', ['n'], 'n: not yet'],
  // JSON by accident, and still not what the field means.
  ['{"n": 1,"x":2}', ['n'], 'n: not yet'],
  ['{"a":[{"":-}]}', ['a', 0, ''], 'a[0]."": not yet'],
])('what a form holds that is no value yet is held back with its place: %s', async (text, path, held) => {
  const validator = validatorThat({ verdict: 'valid' });
  const found = await checkArguments(validator, '{}', text, [{ path, raw: '', reason: 'not yet' }]);
  expect(found).toMatchObject({ held, line: held });
  expect(validator.validate).not.toHaveBeenCalled();
});

test('of all that is wrong what concerns the screen is named, each by its field', async () => {
  const problems = [
    { pointer: '/mail', from: 1, to: 2, message: 'Not an email address', keyword: 'format' },
    { pointer: '/o/x', from: 3, to: 4, message: 'Expected a string, got a number', keyword: 'type' },
    {
      pointer: '',
      from: 0,
      to: 9,
      message: 'Property y is not allowed',
      keyword: 'additionalProperties',
      property: 'y',
    },
    {
      pointer: '',
      from: 0,
      to: 9,
      message: 'Missing required property z',
      keyword: 'required',
      property: 'z',
    },
  ];
  const found = await checkArguments(validatorThat({ verdict: 'invalid', problems }), '{}', '{"mail":1}');
  expect(found.line).toBe('mail: Not an email address, and 3 more');
  expect(found.held).toBe('Not valid: mail, o.x, y, z');
  expect(withProblems(found, problems)).toBe(found);
  expect(withProblems(found, problems.slice(2, 3))).toMatchObject({
    line: 'Property y is not allowed',
    held: 'Not valid: y',
  });
  expect(withProblems(found, problems.slice(3))).toMatchObject({ held: 'Required: z', onlyMissing: true });
});

test.each([
  ['{"n": 007}', true],
  ['{"n": 7}', undefined],
])('whether what is typed would break the request is known: %s', async (text, broken) => {
  const drafts = [{ path: ['n'], raw: '', reason: 'no' }];
  const check = await checkArguments(validatorThat({ verdict: 'valid' }), '{}', text, drafts);
  expect(check.broken).toBe(broken);
});

test('a key that is there twice is said, with which value most readers take, and holds nothing back', async () => {
  const check = await checkArguments(validatorThat({ verdict: 'valid' }), '{}', '{"o":{"a":1,"a":2},"o":3}');
  expect(check).toMatchObject({
    held: null,
    twice: 'o.a is there more than once, and 1 more: most readers take the last',
  });
});
