import { afterEach, describe, expect, test, vi } from 'vitest';
import { validateText } from './compile.ts';
import { PROBLEM_LIMIT, type Problem, type Validation } from './validation.ts';

function problemsOf(validation: Validation): readonly Problem[] {
  return validation.verdict === 'invalid' ? validation.problems : [];
}

/** The problems as `text they mark | message`. */
function marked(schema: unknown, instance: string): string[] {
  const validation = validateText(typeof schema === 'string' ? schema : JSON.stringify(schema), instance);
  return problemsOf(validation).map(({ from, to, message }) => `${instance.slice(from, to)} | ${message}`);
}

describe('a problem has a plain message and the place it concerns', () => {
  const object = { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] };
  test.each<[schema: unknown, instance: string, problems: string[]]>([
    [{ type: 'string', minLength: 8 }, ' "abc😀de" ', ['"abc😀de" | Needs at least 8 characters, has 6']],
    [{ type: 'string', maxLength: 1 }, '"ab"', ['"ab" | Needs at most 1 character, has 2']],
    [object, '{ "a": 1 }', ['{ "a": 1 } | Missing required property service']],
    [{ required: [''] }, '{}', ['{} | Missing required property ""']],
    [{ enum: ['eu', 'us'] }, '"asia"', ['"asia" | Not one of eu, us']],
    [
      { enum: ['a b', ' ', '', 'true', true, 1, null] },
      '2',
      ['2 | Not one of a b, " ", "", "true", true, 1, null'],
    ],
    [{ enum: Array.from('abcdefghij') }, '1', ['1 | Not one of a, b, c, d, e, f, g, h and 2 more']],
    [{ const: { a: 1 } }, '1', ['1 | Must be {"a":1}']],
    [{ type: 'integer' }, '"1"', ['"1" | Expected an integer, got a string']],
    [{ type: 'integer' }, '1.5', ['1.5 | Expected an integer, got a number']],
    [{ type: ['string', 'null'] }, '[1]', ['[1] | Expected a string or null, got an array']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, '1', ['1 | Expected a string or null, got a number']],
    // What is not null is judged by what may stand in its place.
    [{ anyOf: [object, { type: 'null' }] }, '{}', ['{} | Missing required property service']],
    [{ oneOf: [{ type: 'null' }, { type: 'string', enum: ['a'] }] }, '"b"', ['"b" | Not one of a']],
    [
      { anyOf: [{ $ref: '#/$defs/o' }, { type: 'null' }], $defs: { o: object } },
      '{}',
      ['{} | Missing required property service'],
    ],
    [
      { anyOf: [{ minLength: 2 }, { pattern: '^x' }, { type: 'null' }] },
      '"b"',
      [
        '"b" | Needs at least 2 characters, has 1',
        '"b" | Does not match the pattern ^x',
        '"b" | Matches none of the allowed alternatives',
      ],
    ],
    [
      { anyOf: [{ type: 'string' }, { minimum: 3 }] },
      '1',
      [
        '1 | Expected a string, got a number',
        '1 | Must be at least 3',
        '1 | Matches none of the allowed alternatives',
      ],
    ],
    [
      { oneOf: [{ type: 'number' }, { type: 'integer' }] },
      '1',
      ['1 | Matches more than one alternative, exactly one is allowed'],
    ],
    [
      { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'integer' }] },
      '1',
      [
        '1 | Expected a string, got a number',
        '1 | Matches more than one alternative, exactly one is allowed',
      ],
    ],
    [{ minimum: 1 }, '0', ['0 | Must be at least 1']],
    [{ exclusiveMaximum: 0 }, '0', ['0 | Must be less than 0']],
    [{ multipleOf: 0.5 }, '0.7', ['0.7 | Must be a multiple of 0.5']],
    [{ multipleOf: 0.1 }, '0.35', ['0.35 | Must be a multiple of 0.1']],
    [{ multipleOf: 0.1 }, '0.3', []],
    [{ multipleOf: 0.01 }, '1.15', []],
    [{ pattern: '^a$' }, '"b"', ['"b" | Does not match the pattern ^a$']],
    [{ format: 'email' }, '"b"', ['"b" | Not an email address']],
    [
      { format: 'date-time' },
      '"2026-01-31T12:00"',
      ['"2026-01-31T12:00" | Not a date and time with offset like 2026-01-31T12:00:00Z'],
    ],
    [{ format: 'ipv4' }, '"1"', ['"1" | Not an IPv4 address']],
    [
      { additionalProperties: false, properties: { a: true } },
      '{"a":1, "b/~": 2}',
      ['"b/~" | Property b/~ is not allowed'],
    ],
    [{ unevaluatedProperties: false }, '{"b": 2}', ['"b" | Property b is not allowed']],
    [{ additionalProperties: false }, '{"b": 1, "b": 2}', ['"b" | Property b is not allowed']],
    [
      { propertyNames: { maxLength: 1 } },
      '{"bb": 2}',
      ['"bb" | Needs at most 1 character, has 2', '"bb" | The name bb is not allowed'],
    ],
    [{ minItems: 2, uniqueItems: true }, '[1]', ['[1] | Needs at least 2 items, has 1']],
    [{ uniqueItems: true }, '[1,2,1.0]', ['[1,2,1.0] | Items 0 and 2 are the same, counted from 0']],
    [{ minProperties: 1 }, '{}', ['{} | Needs at least 1 property, has 0']],
    [{ dependentRequired: { a: ['b'] } }, '{"a":1}', ['{"a":1} | Missing property b, required beside a']],
    [{ contains: { const: 1 } }, '[]', ['[] | Has no item of the kind it must contain']],
    [{ prefixItems: [true], items: false }, '[1,2]', ['[1,2] | Needs at most 1 item']],
    [{ not: { type: 'number' } }, '1', ['1 | Matches what is ruled out']],
    [{ properties: { a: false } }, '{"a": [] }', ['[] | Not allowed here']],
    [{ if: { type: 'number' }, then: { minimum: 2 } }, '1', ['1 | Must be at least 2']],
    [{ if: { type: 'number' }, else: { minLength: 2 } }, '"x"', ['"x" | Needs at least 2 characters, has 1']],
    [{ if: { type: 'number' }, then: { minimum: 2 }, else: { minLength: 2 } }, '"xy"', []],
    [
      { properties: { 'x/y~z': { items: { properties: { '': { type: 'string' } } } } } },
      '{"x/y~z":[{"":"a"}, {"": 7 }]}',
      ['7 | Expected a string, got a number'],
    ],
    [
      { required: ['a', 'b'] },
      '{}',
      ['{} | Missing required property a', '{} | Missing required property b'],
    ],
  ])('%j', (schema, instance, problems) => {
    expect(marked(schema, instance)).toEqual(problems);
  });

  test('which schema says it is given where it stands, also behind references', () => {
    const schema =
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"a/b":{"required":["x"]},"Tree":{"properties":{"kid":{"$ref":"#/$defs/Tree"}},"minProperties":1}},"required":["x"],"oneOf":[{"$ref":"#/$defs/a~1b"},{"$ref":"#/$defs/Tree"}]}';
    expect(
      problemsOf(validateText(schema, '{"kid":{}}')).map(({ keyword, schemas }) => [keyword, schemas]),
    ).toEqual([
      ['required', ['/$defs/a~1b', '']],
      ['oneOf', ['']],
      ['minProperties', ['/$defs/Tree']],
    ]);
  });

  test('pointer and keyword are given, problems stand in the order of the text and are capped', () => {
    const schema = '{"items":{"type":"string"}}';
    expect(problemsOf(validateText(schema, '["a",1,2]'))).toEqual([
      {
        pointer: '/1',
        from: 5,
        to: 6,
        message: 'Expected a string, got a number',
        keyword: 'type',
        schemas: ['/items'],
      },
      {
        pointer: '/2',
        from: 7,
        to: 8,
        message: 'Expected a string, got a number',
        keyword: 'type',
        schemas: ['/items'],
      },
    ]);
    expect(problemsOf(validateText(schema, `[${'1,'.repeat(500)}1]`))).toHaveLength(PROBLEM_LIMIT);
  });
});

describe('valid', () => {
  test.each([
    ['true', '1'],
    ['{}', 'null'],
    ['{"type":"integer"}', '1.0'],
    ['{"format":"made-up"}', '"x"'],
    ['{"pattern":"^\\\\_[\\\\w-.]$"}', '"_."'],
    ['{"x-extra":1,"nullable":true,"type":"string"}', 'null'],
    ['{"$ref":"#/$defs/a~1b%20c","$defs":{"a/b c":{"type":"string"}}}', '"x"'],
    ['{"$ref":"#name","$defs":{"a":{"$anchor":"name","type":"string"}}}', '"x"'],
    [
      '{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}],"additionalItems":false}',
      '["a"]',
    ],
    [
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"type":"string"}],"items":false}',
      '["a"]',
    ],
    ['{"$id":"https://example.com/a","properties":{"b":{"$ref":"https://example.com/a"}}}', '{"b":{}}'],
  ])('%s accepts %s', (schema, instance) => {
    expect(validateText(schema, instance)).toEqual({ verdict: 'valid' });
  });

  test('the ids of one schema are not known to the next, nor do they clash', () => {
    expect(validateText('{"$id":"urn:a:x","type":"string"}', '"a"').verdict).toBe('valid');
    expect(validateText('{"$id":"urn:a:x","type":"number"}', '1').verdict).toBe('valid');
    expect(validateText('{"$ref":"urn:a:x"}', '1').verdict).toBe('undecided');
  });
});

describe('undecided, with the reason', () => {
  test.each([
    [
      '{"$ref":"https://canary.example/x.json"}',
      '1',
      'The schema refers to https://canary.example/x.json, which is not fetched',
    ],
    [
      '{"properties":{"a":{"$ref":"http://canary.example/x#/y"}}}',
      '{}',
      'The schema refers to http://canary.example/x#/y, which is not fetched',
    ],
    [
      '{"$id":"https://canary.example/root","$ref":"x.json"}',
      '1',
      'The schema refers to https://canary.example/x.json, which is not fetched',
    ],
    ['{"$ref":"#/$defs/none"}', '1', 'The schema refers to #/$defs/none, which is not in it'],
    [
      '{"$schema":"https://canary.example/dialect"}',
      '1',
      'The schema dialect "https://canary.example/dialect" is not supported',
    ],
    ['{"$schema":"https://json-schema.org/draft/2019-09/schema"}', '1', /dialect .* is not supported/],
    ['{"$dynamicRef":"https://canary.example/x"}', '1', /^The schema can't be used: /],
    [
      '{"properties":{"a":{"type":"strin"}}}',
      '1',
      /^The schema is not valid at \/properties\/a\/type: Not one of array, /,
    ],
    ['{"required":true}', '1', 'The schema is not valid at /required: Expected an array, got a boolean'],
    ['{"pattern":"["}', '"1"', /^The schema can't be used: Invalid regular expression/],
    ['{"type":', '1', 'The schema is not JSON: Expected a value at line 1, column 9'],
    ['[]', '1', 'The schema is neither an object nor a boolean'],
    ['{}', '{"a":}', 'The value is not JSON: Expected a value at line 1, column 6'],
    [
      '{"properties":{"__proto__":{"type":"string"}}}',
      '{"__proto__":1}',
      'The schema names __proto__, which is not checked',
    ],
  ])('%s', (schema, instance, reason) => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    const validation = validateText(schema, instance);
    expect(validation).toEqual({
      verdict: 'undecided',
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    });
    expect(fetched).not.toHaveBeenCalled();
  });

  test.each([
    [
      'a value of 100 000 levels',
      '{}',
      '['.repeat(100_000) + ']'.repeat(100_000),
      'Nested deeper than 1000 levels',
    ],
    [
      'a schema of 100 000 levels',
      '{"not":'.repeat(100_000) + '{}' + '}'.repeat(100_000),
      '1',
      "The schema can't be used: Nested deeper than 1000 levels",
    ],
    [
      'a schema of 999 levels',
      '{"not":'.repeat(999) + '{}' + '}'.repeat(999),
      '1',
      'The schema is nested too deep',
    ],
  ])('%s', (_, schema, instance, reason) => {
    expect(validateText(schema, instance)).toEqual({ verdict: 'undecided', reason });
  });
});

describe('names of the prototype are only names', () => {
  test.each([
    ['{"required":["toString"]}', '{}', 'invalid'],
    ['{"required":["constructor"]}', '{"constructor":1}', 'valid'],
    ['{"properties":{"toString":{"type":"string"}}}', '{}', 'valid'],
    ['{"properties":{"hasOwnProperty":{"type":"string"}}}', '{"hasOwnProperty":1}', 'invalid'],
    ['{"additionalProperties":false}', '{"__proto__":1}', 'invalid'],
    ['{"additionalProperties":{"type":"string"}}', '{"__proto__":1}', 'invalid'],
    ['{"properties":{"":{"type":"string"}},"required":[""]}', '{"":1}', 'invalid'],
  ])('%s %s', (schema, instance, verdict) => {
    expect(validateText(schema, instance).verdict).toBe(verdict);
  });
});

describe('rounding: decided only where the exact number gives the same verdict', () => {
  test.each([
    ['{"type":"integer"}', '9007199254740993', 'valid'],
    ['{"type":"integer"}', '9007199254740993.0', 'valid'],
    ['{"type":"integer"}', '90071992547409935e-1', 'invalid'],
    ['{"type":"integer"}', '9007199254740993.5', 'invalid'],
    ['{"type":"integer"}', '-9007199254740992.5', 'invalid'],
    ['{"type":"integer"}', '4503599627370497.5', 'invalid'],
    ['{"type":"integer"}', '1.00000000000000000001', 'invalid'],
    ['{"type":"integer"}', '1e-400', 'invalid'],
    ['{"type":"number"}', '9007199254740993.5', 'valid'],
    ['{"type":"number","minimum":9007199254740000}', '9007199254740993.5', 'valid'],
    ['{"type":"number","maximum":9007199254740000}', '9007199254740993.5', 'invalid'],
    ['{"anyOf":[{"type":"integer"},{"type":"number"}]}', '9007199254740993.5', 'valid'],
    ['{"oneOf":[{"type":"integer"},{"type":"number"}]}', '9007199254740993.5', 'undecided'],
    ['{"type":"integer","minimum":9007199254740000}', '9007199254740993.5', 'invalid'],
    ['{"items":{"type":"integer"}}', '[9007199254740993,9007199254740993.5]', 'invalid'],
    ['{"type":"string"}', '9007199254740993', 'invalid'],
    ['{"maximum":9007199254740992}', '9007199254740993', 'undecided'],
    ['{"maximum":9007199254740990}', '9007199254740993', 'invalid'],
    ['{"maximum":10}', '9007199254740993', 'invalid'],
    ['{"const":9007199254740992}', '9007199254740993', 'undecided'],
    ['{"enum":[1,9007199254740993]}', '9007199254740992', 'undecided'],
    ['{"enum":[1,9007199254740993]}', '1', 'valid'],
    ['{"maximum":18446744073709551615}', '5', 'valid'],
    ['{"maximum":18446744073709551615}', '18446744073709551616', 'undecided'],
    ['{"maximum":18446744073709551615}', '18446744073709559999', 'invalid'],
    ['{"multipleOf":2}', '9007199254740997', 'undecided'],
    ['{"type":"number"}', '1e400', 'valid'],
    ['{"maximum":10}', '-1e400', 'valid'],
    ['{"exclusiveMinimum":0}', '1e-400', 'undecided'],
    ['{"minimum":0.1}', '0.1000000000000000055', 'undecided'],
    ['{"minimum":0}', '0.1000000000000000055', 'valid'],
    ['{"uniqueItems":true}', '[9007199254740993,9007199254740992]', 'undecided'],
    ['{"type":"array"}', `[${'9007199254740993,'.repeat(40)}1]`, 'undecided'],
    ['{"properties":{"a":{"type":"string"}}}', '{"a":"9007199254740993"}', 'valid'],
  ])('%s %s', (schema, instance, verdict) => {
    expect(validateText(schema, instance).verdict).toBe(verdict);
  });
});

describe('where functions from text are forbidden, the interpreter does the same', () => {
  afterEach(() => void vi.resetModules());

  async function withoutFunctions(schema: string, instance: string): Promise<Validation> {
    vi.resetModules();
    vi.stubGlobal('Function', () => {
      throw new EvalError('refused by policy');
    });
    const fresh = await import('./compile.ts');
    return fresh.validateText(schema, instance);
  }

  test.each([
    ['{"type":"string","minLength":2}', '"ab"', 'valid'],
    ['{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}', '"ab"', 'valid'],
    ['{"maximum":9007199254740992}', '9007199254740993', 'undecided'],
    ['{"type":"integer"}', '9007199254740993.5', 'invalid'],
    ['false', '1', 'invalid'],
    ['true', '1', 'valid'],
    ['{"$ref":"https://canary.example/x"}', '1', 'undecided'],
    ['{"required":["toString"]}', '{}', 'invalid'],
  ])('%s %s', async (schema, instance, verdict) => {
    expect((await withoutFunctions(schema, instance)).verdict).toBe(verdict);
  });

  test('problems have their place', async () => {
    const instance = '{"a b":{"c":[1,"x"]}}';
    const schema = '{"properties":{"a b":{"properties":{"c":{"items":{"type":"integer"}}}}}}';
    expect(await withoutFunctions(schema, instance)).toEqual({
      verdict: 'invalid',
      problems: [
        {
          pointer: '/a b/c/1',
          from: instance.indexOf('"x"'),
          to: instance.indexOf('"x"') + 3,
          message: expect.stringContaining('integer') as string,
          keyword: 'type',
        },
      ],
    });
    expect(await withoutFunctions('{"$ref":"https://canary.example/x"}', '1')).toEqual({
      verdict: 'undecided',
      reason: 'The schema refers to https://canary.example/x, which is not fetched',
    });
  });
});
