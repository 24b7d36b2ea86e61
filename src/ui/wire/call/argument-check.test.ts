import { expect, test, vi } from 'vitest';
import type { Validation } from '../../../engine/schema/validation.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import { checkArguments } from './argument-check.ts';

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
    'Expected a string, got a number, and 1 more',
    'Not valid against the input schema',
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
  [
    'left out, not allowed',
    '',
    invalid,
    'Expected a string, got a number, and 1 more',
    'Not valid against the input schema',
    0,
  ],
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
