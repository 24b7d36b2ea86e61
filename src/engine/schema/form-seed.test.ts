import { describe, expect, test } from 'vitest';
import { itemSeed, seedFor } from './form-seed.ts';
import { placeOf } from './form-model.ts';

describe('what a form begins with: defaults, and what is required and can be but one thing', () => {
  test.each<[what: string, schema: unknown, seed: unknown]>([
    [
      'nothing is made up',
      { properties: { a: { type: 'string' }, n: { type: 'integer' } }, required: ['a', 'n'] },
      {},
    ],
    ['null as a default', { properties: { d: { type: ['string', 'null'], default: null } } }, { d: null }],
    [
      'a default of an optional one',
      { properties: { limit: { type: 'integer', default: 20 } } },
      { limit: 20 },
    ],
    [
      'false only as a default',
      {
        properties: { ok: { type: 'boolean', default: true }, no: { type: 'boolean' } },
        required: ['ok', 'no'],
      },
      { ok: true },
    ],
    ['a wrong default seeds nothing', { properties: { n: { type: 'integer', default: 'seven' } } }, {}],
    [
      'a required constant',
      { properties: { k: { const: 'email' }, o: { const: 'x' } }, required: ['k'] },
      { k: 'email' },
    ],
    [
      'a required object and what it requires',
      {
        properties: {
          m: { type: 'object', properties: { limit: { default: 20 }, q: {} } },
          o: { type: 'object', properties: { x: { default: 1 } } },
        },
        required: ['m'],
      },
      { m: { limit: 20 } },
    ],
    [
      'a default of an object as it is',
      { properties: { o: { type: 'object', default: { a: [1] } } } },
      { o: { a: [1] } },
    ],
    [
      'the first of several objects',
      {
        oneOf: [
          { type: 'object', properties: { kind: { const: 'email' } }, required: ['kind'] },
          { type: 'object', properties: { kind: { const: 'sms' } }, required: ['kind'] },
        ],
      },
      { kind: 'email' },
    ],
    ['of several types nothing', { properties: { a: { type: ['string', 'integer'] } }, required: ['a'] }, {}],
    [
      'of an object that may be null nothing',
      { properties: { a: { type: ['object', 'null'] } }, required: ['a'] },
      {},
    ],
  ])('%s', (_, schema, seed) => {
    expect(JSON.parse(seedFor(JSON.stringify({ type: 'object', ...(schema as object) })))).toEqual(seed);
  });

  test('digits of defaults stay', () => {
    const schema =
      '{"type":"object","properties":{"a":{"default":1.0},"b":{"type":"integer","default":9007199254740993}}}';
    expect(seedFor(schema)).toBe('{\n  "a": 1.0,\n  "b": 9007199254740993\n}');
  });

  test.each([['{"type":"string"}'], ['{"type":'], ['{"$ref":"https://canary.example/x"}']])(
    '%s seeds {}',
    (schema) => {
      expect(seedFor(schema)).toBe('{}');
    },
  );

  test('a schema that requires itself, twice over, ends', () => {
    const node = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/N' }, b: { $ref: '#/$defs/N' } },
      required: ['a', 'b'],
    };
    const started = performance.now();
    seedFor(JSON.stringify({ ...node, $defs: { N: node } }));
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('a million characters of defaults are enough', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`p${index}`, { $ref: '#/$defs/D' }]),
    );
    const seed = seedFor(
      JSON.stringify({ type: 'object', properties, $defs: { D: { default: 'x'.repeat(10_000) } } }),
    );
    expect(seed.length).toBeLessThan(1_100_000);
  });
});

test.each<[schema: string, seed: string | undefined]>([
  ['{"type":"string"}', '""'],
  ['{"type":"integer"}', undefined],
  ['{"type":"boolean"}', undefined],
  ['{"enum":["a","b"]}', undefined],
  ['{"type":"integer","default":7}', '7'],
  ['{"type":"object","required":["k"],"properties":{"k":{"const":1}}}', '{"k":1}'],
  ['{"type":"array"}', '[]'],
  ['{"const":"x"}', '"x"'],
  ['{}', undefined],
])('a new item for %s', (schema, seed) => {
  const node = placeOf(schema);
  expect(node && itemSeed(node)).toBe(seed);
});
