import { describe, expect, test } from 'vitest';
import { validateText } from './compile.ts';
import { sampleFor } from './sample.ts';

function sample(schema: unknown): { text: string; doubts: readonly string[] } {
  return sampleFor(typeof schema === 'string' ? schema : JSON.stringify(schema));
}

describe('a sample without doubts is valid', () => {
  test.each<[schema: unknown, text: string]>([
    // What the schema gives
    [{ const: { a: 1 } }, '{"a":1}'],
    ['{"type":"number","default":1.0}', '1.0'],
    ['{"type":"integer","default":9007199254740993}', '9007199254740993'],
    [{ type: 'boolean', default: false }, 'false'],
    [{ type: 'boolean', default: true }, 'true'],
    [{ type: 'integer', default: 0, minimum: -1 }, '0'],
    [{ type: 'string', default: '' }, '""'],
    [{ enum: ['eu', 'us'] }, '"eu"'],
    [{ type: 'string', enum: [1, 'a'] }, '"a"'],
    [{ type: ['string', 'null'], default: null }, 'null'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }], default: null }, 'null'],
    // A default that does not fit is not taken
    [{ type: 'string', default: null }, '""'],
    [{ type: 'string', minLength: 3, default: 'a' }, '"xxx"'],
    [{ type: 'integer', default: 1.5 }, '0'],
    [{ enum: ['a'], default: 'b' }, '"a"'],
    [{ type: 'string', oneOf: [{ const: 'a', title: 'A' }], default: 'b' }, '"a"'],
    // Types
    [{}, 'null'],
    [true, 'null'],
    [{ type: 'null' }, 'null'],
    [{ type: ['null', 'integer'] }, '0'],
    [{ properties: {} }, '{}'],
    // Numbers
    [{ type: 'number' }, '0'],
    ['{"type":"number","minimum":1.50}', '1.50'],
    [{ type: 'integer', minimum: 1.5 }, '2'],
    [{ type: 'integer', exclusiveMinimum: 1 }, '2'],
    [{ type: 'number', maximum: -2 }, '-2'],
    [{ type: 'integer', exclusiveMaximum: -2 }, '-3'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 0.5 }, '0.5'],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, '0.25'],
    [{ type: 'integer', minimum: 10, multipleOf: 7 }, '14'],
    [{ type: 'integer', exclusiveMinimum: 14, multipleOf: 7 }, '21'],
    [{ type: 'integer', maximum: -10, multipleOf: 7 }, '-14'],
    [
      {
        allOf: [
          { type: 'number', minimum: 1 },
          { type: 'integer', minimum: 2 },
        ],
      },
      '2',
    ],
    // Strings
    [{ type: 'string' }, '""'],
    [{ type: 'string', minLength: 2, maxLength: 2 }, '"xx"'],
    [{ type: 'string', pattern: '^[A-Z]{2}\\d$' }, '"AA0"'],
    [{ type: 'string', pattern: '^(?!x)', examples: ['abc'] }, '"abc"'],
    [{ type: 'string', format: 'email' }, '"user@example.com"'],
    [{ type: 'string', format: 'email', minLength: 20 }, '"xxxxuser@example.com"'],
    [{ type: 'string', format: 'email', maxLength: 8 }, '"a@b.co"'],
    [{ type: 'string', format: 'uri' }, '"https://example.com"'],
    [{ type: 'string', format: 'uri', minLength: 25 }, '"https://example.com/xxxxxx"'],
    [{ type: 'string', format: 'uri', maxLength: 5 }, '"a:b"'],
    [{ type: 'string', format: 'date' }, '"2026-01-31"'],
    [{ type: 'string', format: 'date-time' }, '"2026-01-31T12:00:00Z"'],
    [{ type: 'string', format: 'time' }, '"12:00:00Z"'],
    [{ type: 'string', format: 'duration' }, '"P1D"'],
    [{ type: 'string', format: 'uuid' }, '"00000000-0000-4000-8000-000000000000"'],
    [{ type: 'string', format: 'hostname' }, '"example.com"'],
    [{ type: 'string', format: 'ipv4' }, '"192.0.2.1"'],
    [{ type: 'string', format: 'ipv6' }, '"2001:db8::1"'],
    [{ type: 'string', format: 'json-pointer', minLength: 3 }, '"/xxx"'],
    [{ type: 'string', format: 'regex' }, '""'],
    [{ type: 'string', format: 'byte' }, '""'],
    [{ type: 'string', format: 'uri-template' }, '"https://example.com/{id}"'],
    [{ type: 'string', format: 'uri-reference' }, '"https://example.com"'],
    [{ type: 'string', format: 'made-up', minLength: 1 }, '"x"'],
    // Lists
    [{ type: 'array', items: { type: 'string' } }, '[]'],
    [{ type: 'array', minItems: 2, items: { type: 'integer', minimum: 3 } }, '[3,3]'],
    [{ type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } }, '["a","b"]'],
    [
      { type: 'array', minItems: 1, items: { anyOf: [{ const: '#f00', title: 'Red' }, { const: '#0f0' }] } },
      '["#f00"]',
    ],
    [
      {
        type: 'array',
        minItems: 3,
        prefixItems: [{ const: 1 }, { type: 'string' }],
        items: { type: 'boolean' },
      },
      '[1,"",false]',
    ],
    [
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'array',
        minItems: 2,
        items: [{ const: 1 }],
        additionalItems: { const: 2 },
      },
      '[1,2]',
    ],
    // Objects
    [
      {
        type: 'object',
        properties: {
          a: { type: 'string' },
          b: { type: 'integer', default: 20 },
          c: { type: 'string', const: 'x' },
        },
      },
      '{"b":20}',
    ],
    [
      { type: 'object', required: ['b', 'a'], properties: { a: { type: 'string' }, b: { const: 1 } } },
      '{"a":"","b":1}',
    ],
    [{ type: 'object', required: ['a'] }, '{"a":null}'],
    [{ type: 'object', required: ['a'], additionalProperties: { type: 'string' } }, '{"a":""}'],
    [
      {
        allOf: [
          { properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { a: { minLength: 2 } }, required: ['b'] },
        ],
        type: 'object',
      },
      '{"a":"xx","b":null}',
    ],
    [{ type: 'object', required: [''], properties: { '': { type: 'integer' } } }, '{"":0}'],
    // References
    ['{"$ref":"#/$defs/a~1b%20c","$defs":{"a/b c":{"type":"string","minLength":1}}}', '"x"'],
    [
      {
        type: 'object',
        required: ['q'],
        properties: {
          q: {
            $ref: '#/properties/q/$defs/Q',
            $defs: { Q: { type: 'object', properties: { limit: { type: 'integer', default: 20 } } } },
          },
        },
      },
      '{"q":{"limit":20}}',
    ],
    [{ $ref: '#name', $defs: { a: { $anchor: 'name', const: 1 } } }, '1'],
    [
      { type: 'object', required: ['v'], properties: { v: { type: 'integer' }, next: { $ref: '#' } } },
      '{"v":0}',
    ],
    // Branches
    [
      {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'email' }, address: { type: 'string' } },
            required: ['kind', 'address'],
          },
          { type: 'object', properties: { kind: { const: 'sms' } }, required: ['kind'] },
        ],
      },
      '{"kind":"email","address":""}',
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, '""'],
    [{ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'number' }] }, '1'],
  ])('%j', (schema, text) => {
    expect(sample(schema)).toEqual({ text, doubts: [] });
    const schemaText = typeof schema === 'string' ? schema : JSON.stringify(schema);
    expect(validateText(schemaText, text)).toEqual({ verdict: 'valid' });
  });
});

test('a bound keeps digits that a double would lose', () => {
  expect(sample('{"type":"integer","minimum":9007199254740993}').text).toBe('9007199254740993');
});

describe('where nothing certain is known, a doubt says so', () => {
  test.each<[schema: unknown, text: string, doubt: string]>([
    ['{"type":', '{}', 'The schema is not JSON'],
    [false, 'null', 'The schema allows no value'],
    [{ type: 'string', pattern: '(?!x)' }, '""', 'No text is known that matches the schema'],
    [{ type: 'string', minLength: 1e9 }, '""', 'No text is known that matches the schema'],
    [{ type: 'string', minLength: 3, maxLength: 2 }, '""', 'No text is known that matches the schema'],
    [{ type: 'string', format: 'date', minLength: 30 }, '""', 'No text is known that matches the schema'],
    [{ type: 'string', format: 'email', pattern: 'x' }, '""', 'No text is known that matches the schema'],
    [{ type: 'integer', minimum: 0.1, maximum: 0.9 }, '0', 'No number is known that matches the schema'],
    [{ type: 'number', multipleOf: 0 }, '0', 'No number is known that matches the schema'],
    [{ type: 'array', minItems: 1e9 }, '[]', 'No list is known that matches the schema'],
    [{ type: 'array', minItems: 2, uniqueItems: true }, '[null,null]', 'The items have to differ'],
    [{ enum: [] }, 'null', 'No choice of the schema fits'],
    [{ type: 'strin' }, 'null', 'The type strin is not known'],
    [
      { type: 'object', required: ['a'], additionalProperties: false },
      '{"a":null}',
      'A required property is not allowed',
    ],
    [{ type: 'object', not: {} }, '{}', 'The schema uses not'],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, '0', 'More than one branch of oneOf may match'],
    [{ $ref: 'https://canary.example/x' }, 'null', 'The reference https://canary.example/x is not resolved'],
    [{ $ref: '#/$defs/none' }, 'null', 'The reference #/$defs/none is not resolved'],
    [
      { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } },
      '{"next":{}}',
      'The schema requires itself',
    ],
    [{ $ref: '#' }, 'null', ''],
  ])('%j', (schema, text, doubt) => {
    const made = sample(schema);
    expect(made.text).toBe(text);
    expect(made.doubts.join('; ')).toBe(doubt);
  });
});

describe('hostile schemas stay bounded in time and size', { timeout: 30_000 }, () => {
  const chain = (depth: number, link: (next: string) => unknown): string =>
    JSON.stringify({
      $ref: '#/$defs/d0',
      $defs: Object.fromEntries(
        Array.from({ length: depth + 1 }, (_, i) => [
          `d${i}`,
          i < depth ? link(`#/$defs/d${i + 1}`) : { type: 'string' },
        ]),
      ),
    });
  test.each([
    ['2^20 allOf', chain(20, ($ref) => ({ allOf: [{ $ref }, { $ref }] }))],
    [
      '2^20 required properties',
      chain(20, ($ref) => ({
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { $ref }, b: { $ref } },
      })),
    ],
    ['100^20 items', chain(20, ($ref) => ({ type: 'array', minItems: 100, items: { $ref } }))],
    [
      '10 000 references to 10 000 definitions',
      JSON.stringify({
        required: Array.from({ length: 10_000 }, (_, i) => `p${i}`),
        properties: Object.fromEntries(
          Array.from({ length: 10_000 }, (_, i) => [`p${i}`, { $ref: `#/$defs/d${i}` }]),
        ),
        $defs: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`d${i}`, { const: i }])),
      }),
    ],
    ['a chain of 5 000 references', chain(5000, ($ref) => ({ $ref }))],
    [
      '100 000 levels of properties',
      '{"type":"object","required":["a"],"properties":{"a":'.repeat(100_000) + '{}' + '}}'.repeat(100_000),
    ],
    ['100 000 levels of allOf', '{"allOf":['.repeat(100_000) + '{}' + ']}'.repeat(100_000)],
    ['100 000 levels of default', '{"default":' + '['.repeat(100_000) + ']'.repeat(100_000) + '}'],
    [
      '10 000 properties',
      JSON.stringify({
        required: Array.from({ length: 10_000 }, (_, i) => `p${i}`),
        properties: Object.fromEntries(
          Array.from({ length: 10_000 }, (_, i) => [`p${i}`, { $ref: '#/properties/p0' }]),
        ),
      }),
    ],
    [
      'a large default, many times',
      JSON.stringify({ type: 'array', minItems: 100, items: { default: 'x'.repeat(1_000_000) } }),
    ],
    [
      'a pattern that never ends',
      JSON.stringify({ type: 'string', pattern: '^(a+)+$', default: 'a'.repeat(40) + '!' }),
    ],
  ])('%s', (_, schema) => {
    const started = performance.now();
    const { text } = sample(schema);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(text.length).toBeLessThan(5_000_000);
  });
});
