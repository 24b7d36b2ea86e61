import { describe, expect, test } from 'vitest';
import { parseDocument } from '../base/json/document.ts';
import { formOf, type FormNode } from './form-model.ts';

type Json = Record<string, unknown>;

function rootOf(schema: Json | string): FormNode {
  const form = formOf(typeof schema === 'string' ? schema : JSON.stringify(schema));
  if (!form.ok) expect.unreachable(form.reason);
  return (form as { root: FormNode }).root;
}

/** The place of the property `p`. `more`: what the schema says beside its properties. */
function place(property: unknown, more: Json = {}): FormNode {
  const root = rootOf({ type: 'object', properties: { p: property }, ...more });
  return root.properties[0]?.node ?? expect.unreachable('no property');
}

function child(node: FormNode, key: string): FormNode {
  return node.properties.find((property) => property.key === key)?.node ?? expect.unreachable(`no ${key}`);
}

function meant(node: FormNode, value: unknown): number {
  const text = JSON.stringify(value);
  const read = parseDocument(text);
  return read.ok ? node.alternativeOf(text, read.value) : expect.unreachable('not JSON');
}

describe('what a schema is filled in with', () => {
  test.each<[property: unknown, kind: string, nullable?: boolean]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer' }, 'integer'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'null' }, 'null'],
    [{ type: ['string', 'null'] }, 'string', true],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string', true],
    [{ oneOf: [{ const: null }, { type: 'integer' }] }, 'integer', true],
    [{ anyOf: [{ type: 'string', enum: ['envio', 'recebimento'] }, { type: 'null' }] }, 'enum', true],
    [{ type: ['integer', 'number'] }, 'number'],
    [{ type: ['string', 'integer'] }, 'choice'],
    [{ type: ['string', 'integer', 'null'] }, 'choice', true],
    [{ allOf: [{ type: 'number' }, { type: ['integer', 'string'] }] }, 'integer'],
    [{ const: 'x' }, 'const'],
    [{ enum: ['x'] }, 'const'],
    [{ enum: ['x', 'y'] }, 'enum'],
    [{ enum: [] }, 'json'],
    [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c', 'a'] }] }, 'enum'],
    [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, 'const'],
    [{ oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 'enum'],
    [{ type: 'array' }, 'array'],
    [{ type: 'array', items: { type: 'string' } }, 'array'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, 'multiselect'],
    [{ type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }, { const: 'b' }] } }, 'multiselect'],
    [{ type: 'array', items: { enum: Array.from({ length: 200 }, (_, index) => index) } }, 'array'],
    [{ type: 'array', prefixItems: [{ enum: ['a', 'b'] }] }, 'array'],
    [{ type: 'object' }, 'object'],
    [{ properties: { a: {} } }, 'object'],
    [{ items: {} }, 'array'],
    [{ minLength: 2 }, 'string'],
    [{ minimum: 2 }, 'number'],
    [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, 'choice'],
    [
      { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      'object',
    ],
    [{}, 'json'],
    [true, 'json'],
    [false, 'json'],
    [{ type: 'text' }, 'json'],
    [{ allOf: [{ type: 'string' }, { type: 'number' }] }, 'json'],
  ])('%j', (property, kind, nullable = false) => {
    const node = place(property);
    expect([node.kind, node.nullable]).toEqual([kind, nullable]);
  });
});

describe('choices: the title is shown, the value is sent', () => {
  const red = { value: '"r"', label: 'Red' };
  test.each([
    [
      { enum: ['r', 'g'] },
      [
        { value: '"r"', label: 'r' },
        { value: '"g"', label: 'g' },
      ],
    ],
    [{ enum: ['r', 'g'], enumNames: ['Red', 'Green'] }, [red, { value: '"g"', label: 'Green' }]],
    [
      { enum: ['r', 'g'], enumNames: ['Red'] },
      [
        { value: '"r"', label: 'r' },
        { value: '"g"', label: 'g' },
      ],
    ],
    [{ oneOf: [{ const: 'r', title: 'Red' }, { const: 'g' }] }, [red, { value: '"g"', label: 'g' }]],
    [
      {
        anyOf: [
          { const: 'r', title: 'Red' },
          { enum: ['g', 'b'], title: 'Other' },
        ],
      },
      [red, { value: '"g"', label: 'g' }, { value: '"b"', label: 'b' }],
    ],
    [
      { type: 'array', items: { enum: ['r', 'g'] } },
      [
        { value: '"r"', label: 'r' },
        { value: '"g"', label: 'g' },
      ],
    ],
    [{ type: 'array', items: { anyOf: [{ const: 'r', title: 'Red' }] }, minItems: 1, maxItems: 2 }, [red]],
    [
      { enum: [1, 2.5, '3', '', null] },
      [
        { value: '1', label: '1' },
        { value: '2.5', label: '2.5' },
        { value: '"3"', label: '3' },
        { value: '""', label: '""' },
        { value: 'null', label: 'null' },
      ],
    ],
  ])('%j', (property, options) => {
    expect(place(property).options).toEqual(options);
  });

  test('digits of a numeric choice stay', () => {
    const root = rootOf('{"type":"object","properties":{"p":{"enum":[1.0,9007199254740993]}}}');
    expect(root.properties[0]?.node.options.map(({ value }) => value)).toEqual(['1.0', '9007199254740993']);
  });
});

test.each<[Json, string[]]>([
  [{ enum: [1, '1', null, true] }, ['1', '"1"', 'null', 'true']],
  [{ enum: ['true', true, 'x'] }, ['"true"', 'true', 'x']],
  // The form itself has these words for what is not there.
  [{ type: ['string', 'null'], enum: ['null', 'absent'] }, ['"null"', '"absent"']],
  [{ enum: ['a', 'b'], enumNames: ['Same', 'Same'] }, ['Same ("a")', 'Same ("b")']],
  [{ enum: ['1', '2'] }, ['1', '2']],
  [{ type: 'array', items: { enum: [1, '1'] } }, ['1', '"1"']],
])('options that differ look different: %j', (property, labels) => {
  expect(place(property).options.map(({ label }) => label)).toEqual(labels);
});

describe('what can be no form says why', () => {
  test.each([
    [
      { $ref: 'https://canary.example/x.json' },
      'External reference, not resolved: https://canary.example/x.json',
    ],
    [{ $ref: 'other.json' }, 'External reference, not resolved: other.json'],
    [{ $ref: '#/$defs/none' }, 'The reference #/$defs/none leads nowhere'],
    [{ $ref: '#/properties/p' }, 'The reference leads to no type'],
    [false, 'The schema allows no value here'],
    [{}, 'The schema does not say which type'],
    [{ type: 'text' }, 'The type text is not known'],
    [{ enum: [] }, 'The schema names no value to choose from'],
    [{ allOf: [{ type: 'string' }, { type: 'number' }] }, 'No type is allowed by every part of the schema'],
  ])('%j', (property, reason) => {
    expect(place(property).reason).toBe(reason);
  });

  test.each([
    ['{"type":', 'The schema is not JSON'],
    ['"object"', 'The schema is not an object'],
    ['{"type":"string"}', 'The schema asks for something that is not an object'],
    ['{"type":["string","integer"]}', 'The schema asks for something that is not an object'],
    ['{"$ref":"https://canary.example/x"}', 'External reference, not resolved: https://canary.example/x'],
    ['{}', 'The schema does not say which type'],
  ])('at the root: %s', (schema, reason) => {
    expect(formOf(schema)).toEqual({ ok: false, reason });
  });

  test.each([
    [{ type: 'object', if: {}, then: {} }, ['if, then and else are checked, not shown']],
    [{ type: 'object', dependentRequired: { a: ['b'] } }, ['dependentRequired is checked, not shown']],
    [
      { type: 'object', anyOf: [{ required: ['a'] }] },
      ['That one of several conditions holds is checked, not shown'],
    ],
    [
      { type: 'string', $ref: 'https://canary.example/x' },
      ['External reference, not resolved: https://canary.example/x'],
    ],
  ])('what is only checked is said: %j', (property, notes) => {
    expect(place(property).notes).toEqual(notes);
  });
});

describe('references', () => {
  const query = {
    type: 'object',
    title: 'Q',
    properties: { query: { type: 'string', default: null }, limit: { type: 'integer', default: 20 } },
  };

  test.each<[where: string, schema: Json]>([
    ['at the root', { $defs: { Q: query }, properties: { m: { $ref: '#/$defs/Q', description: 'x' } } }],
    [
      'inside the property, by its own path',
      { properties: { m: { $defs: { Q: query }, $ref: '#/properties/m/$defs/Q', description: 'x' } } },
    ],
    [
      'inside the property, as if at the root',
      { properties: { m: { $defs: { Q: query }, $ref: '#/$defs/Q', description: 'x' } } },
    ],
    [
      'draft-07',
      { definitions: { Q: query }, properties: { m: { $ref: '#/definitions/Q', description: 'x' } } },
    ],
    [
      'by anchor',
      { $defs: { z: { ...query, $anchor: 'Q' } }, properties: { m: { $ref: '#Q', description: 'x' } } },
    ],
    [
      'by the id of the document',
      {
        $id: 'https://a.example/s',
        $defs: { Q: query },
        properties: { m: { $ref: 'https://a.example/s#/$defs/Q', description: 'x' } },
      },
    ],
    [
      'relative to the id of the document',
      {
        $id: 'https://a.example/s',
        $defs: { Q: query },
        properties: { m: { $ref: 's#/$defs/Q', description: 'x' } },
      },
    ],
    [
      'to an id that is relative, with a fragment',
      {
        $id: 's.json',
        $defs: { d: { $id: 'd.json', $defs: { Q: query } } },
        properties: { m: { $ref: 'd.json#/$defs/Q', description: 'x' } },
      },
    ],
    [
      'from below an id, by the letter: to what stands there, not at the root',
      {
        $defs: { Q: { type: 'string' } },
        properties: {
          m: { $id: 'https://a.example/m', $defs: { Q: query }, $ref: '#/$defs/Q', description: 'x' },
        },
      },
    ],
    [
      'to an anchor below an id',
      {
        $defs: { d: { $id: 'https://a.example/d', $defs: { z: { ...query, $anchor: 'Q' } } } },
        properties: { m: { $ref: 'https://a.example/d#Q', description: 'x' } },
      },
    ],
    [
      'to a name',
      {
        $defs: { d: { $id: 'urn:a:b', $defs: { Q: query } } },
        properties: { m: { $ref: 'urn:a:b#/$defs/Q', description: 'x' } },
      },
    ],
    [
      'draft-07, to an id that is a fragment',
      { definitions: { d: { ...query, $id: '#Q' } }, properties: { m: { $ref: '#Q', description: 'x' } } },
    ],
    [
      'escaped',
      { $defs: { 'a/b~c d': query }, properties: { m: { $ref: '#/$defs/a~1b~0c%20d', description: 'x' } } },
    ],
    [
      'through allOf',
      { $defs: { Q: query }, properties: { m: { allOf: [{ $ref: '#/$defs/Q' }], description: 'x' } } },
    ],
  ])('%s: the fields are there, and so is what stands beside the reference', (_, schema) => {
    const node = child(rootOf({ type: 'object', ...schema }), 'm');
    expect(node.properties.map(({ key }) => key)).toEqual(['query', 'limit']);
    expect(child(node, 'limit').default).toBe('20');
    expect([node.description, node.title]).toEqual(['x', undefined]);
  });

  test('a schema that contains itself goes as deep as one asks', () => {
    let node = rootOf({
      type: 'object',
      $defs: {
        N: { type: 'object', properties: { next: { $ref: '#/$defs/N' }, value: { type: 'string' } } },
      },
      properties: { next: { $ref: '#/$defs/N' } },
    });
    for (let depth = 0; depth < 200; depth++) node = child(node, 'next');
    expect(child(node, 'value').kind).toBe('string');
  });

  test('two definitions of one name inside properties: neither is guessed', () => {
    const inner = (type: string) => ({ $defs: { Q: { type } }, $ref: '#/$defs/Q' });
    expect(
      rootOf({ type: 'object', properties: { a: inner('string'), b: inner('integer') } }).properties[0]?.node
        .kind,
    ).toBe('json');
  });
});

describe('a choice of alternatives', () => {
  const contact = {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'email' }, address: { type: 'string' } },
        required: ['kind', 'address'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'sms' }, phone: { type: 'string' } },
        required: ['kind', 'phone'],
      },
    ],
  };

  test('at the root, named by the constant that tells them apart', () => {
    const root = rootOf(contact);
    expect(root.kind).toBe('choice');
    expect(root.alternatives.map(({ label }) => label)).toEqual(['email', 'sms']);
    expect(root.alternatives.map(({ node }) => node.properties.map(({ key }) => key))).toEqual([
      ['kind', 'address'],
      ['kind', 'phone'],
    ]);
    expect(root.alternatives[1]?.node.properties[0]?.node.constant).toBe('"sms"');
  });

  test('properties beside the alternatives belong to each of them', () => {
    const root = rootOf({ type: 'object', properties: { id: { type: 'string' } }, ...contact });
    expect(root.alternatives.map(({ node }) => node.properties.map(({ key }) => key))).toEqual([
      ['id', 'kind', 'address'],
      ['id', 'kind', 'phone'],
    ]);
  });

  test.each([
    [{ kind: 'sms' }, 1],
    [{ kind: 'email', phone: 'x' }, 0],
    [{ phone: 'x' }, 1],
    [{}, 0],
    [{ kind: 'fax' }, -1],
    ['text', -1],
  ])('%j means alternative %i', (value, index) => {
    expect(meant(rootOf(contact), value)).toBe(index);
  });

  test.each([
    [
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'string' } }] },
      ['string', 'integer', 'array of string'],
      [7, 1],
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, ['string', 'number'], [7, 1]],
    [
      {
        oneOf: [
          { title: 'By name', type: 'string' },
          { title: 'By id', type: 'integer' },
        ],
      },
      ['By name', 'By id'],
      ['x', 0],
    ],
    [
      { oneOf: [{ enum: ['a', 'b'] }, { type: 'string', minLength: 3 }] },
      ['Alternative 1', 'string'],
      ['a', 0],
    ],
    [
      {
        oneOf: [
          { type: 'object', required: ['a'], properties: { a: {} } },
          { type: 'object', required: ['b'], properties: { b: {} } },
        ],
      },
      ['with a', 'with b'],
      [{ b: 1 }, 1],
    ],
  ])('%j', (property, labels, [value, index]) => {
    const node = place(property);
    expect(node.alternatives.map(({ label }) => label)).toEqual(labels);
    expect(meant(node, value)).toBe(index);
  });

  test('definitions lend their names, titles of definitions before that', () => {
    const node = place(
      { anyOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }] },
      { $defs: { Cat: { type: 'object' }, Dog: { type: 'object', title: 'A dog' } } },
    );
    expect(node.alternatives.map(({ label }) => label)).toEqual(['Cat', 'A dog']);
  });
});

describe('objects and arrays', () => {
  test('allOf is merged: each property with all that applies to it, and what is required anywhere', () => {
    const root = rootOf({
      type: 'object',
      properties: { a: { type: 'integer' } },
      allOf: [{ properties: { a: { minimum: 1 }, b: { type: 'string' } }, required: ['b'] }],
      required: ['c'],
    });
    expect(root.properties.map(({ key, required }) => [key, required])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
    ]);
    expect(child(root, 'a').limits).toEqual(['integer', 'at least 1']);
    expect(child(root, 'c').kind).toBe('json');
  });

  test.each<[schema: Json, others: string]>([
    [{ additionalProperties: false, properties: { a: {} } }, 'refused'],
    [{ additionalProperties: { type: 'integer' } }, 'provided'],
    [{ patternProperties: { '^x-': {} }, additionalProperties: false, properties: { a: {} } }, 'provided'],
    [{ properties: { a: {} } }, 'allowed'],
    [{}, 'provided'],
  ])('other keys of %j are %s', (schema, others) => {
    expect(rootOf({ type: 'object', ...schema }).others).toBe(others);
  });

  test('a key that is not named has the schema of its pattern, or else that of the others', () => {
    const root = rootOf({
      type: 'object',
      patternProperties: {
        '^x-': { type: 'boolean' },
        '^(a+)+$': { type: 'null' },
        '^[b-d][a-z0-9_]*$': { type: 'string' },
      },
      additionalProperties: { type: 'integer' },
    });
    const kinds = ['x-a', 'y', '__proto__', 'aaaa', 'b_1', 'B'].map((key) => root.other(key).kind);
    expect(kinds).toEqual(['boolean', 'integer', 'integer', 'null', 'string', 'integer']);
  });

  test('a key that a pattern may be meant for, which only the validator can tell, says so', () => {
    const root = rootOf({
      type: 'object',
      patternProperties: { '^x-': { type: 'boolean' }, '^(?!y)': { type: 'string' } },
      additionalProperties: { type: 'integer' },
    });
    expect([root.other('x-a').kind, root.other('z').kind, root.other('z').reason]).toEqual([
      'boolean',
      'json',
      'Whether the pattern ^(?!y) is meant is checked, not shown',
    ]);
  });

  test('a key of a closed object that no pattern is for is one the schema does not allow', () => {
    const root = rootOf({
      type: 'object',
      patternProperties: { '^[a-z][a-z0-9_]*$': { type: 'integer' } },
      additionalProperties: false,
    });
    expect([root.other('abc').kind, root.other('Abc').reason]).toEqual([
      'integer',
      'The schema does not allow this key',
    ]);
  });

  test.each<[dialect: string, schema: Json, kinds: string[]]>([
    [
      '2020-12',
      { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } },
      ['string', 'integer', 'boolean', 'boolean'],
    ],
    [
      'draft-07',
      { items: [{ type: 'string' }, { type: 'integer' }], additionalItems: { type: 'boolean' } },
      ['string', 'integer', 'boolean', 'boolean'],
    ],
    ['closed', { prefixItems: [{ type: 'string' }], items: false }, ['string', 'json', 'json', 'json']],
    ['alike', { items: { type: 'string' } }, ['string', 'string', 'string', 'string']],
    ['anything', {}, ['json', 'json', 'json', 'json']],
  ])('a tuple, %s', (_, schema, kinds) => {
    const node = place({ type: 'array', ...schema });
    expect([0, 1, 2, 99].map((index) => node.item(index).kind)).toEqual(kinds);
  });
});

test('what stands beside a field', () => {
  const node = place({
    type: 'string',
    title: 'T',
    description: 'D',
    default: 'x',
    examples: ['a', 'b', 'c', 'd'],
    format: 'date-time',
    readOnly: true,
    deprecated: true,
    minLength: 2,
    maxLength: 9,
    pattern: '^a',
  });
  expect(node).toMatchObject({
    title: 'T',
    description: 'D',
    default: '"x"',
    examples: ['"a"', '"b"', '"c"'],
    format: 'date-time',
    readOnly: true,
    deprecated: true,
    limits: ['date-time', '2 to 9 characters', 'matches ^a'],
  });
});

test.each<[Json, string[]]>([
  [{ type: 'number', minimum: 1, maximum: 10, multipleOf: 0.1 }, ['1 to 10', 'multiple of 0.1']],
  [{ type: 'integer', exclusiveMinimum: 0 }, ['integer', 'more than 0']],
  [{ type: 'string', minLength: 1 }, ['at least 1 character']],
  [{ type: 'string', minLength: 0 }, []],
  [{ type: 'string', minLength: 4, maxLength: 4 }, ['4 characters']],
  [
    { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
    ['at most 2 items', 'no two alike'],
  ],
  [{ type: 'object', minProperties: 1 }, ['at least 1 key']],
])('limits in words: %j', (property, words) => {
  expect(place(property).limits).toEqual(words);
});

describe('hostile schemas cost no more than what is looked at', () => {
  test('names of the prototype and of nothing are names', () => {
    const root = rootOf(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"":{"type":"integer"},"constructor":{"type":"boolean"}},"required":["__proto__","toString"]}',
    );
    expect(root.properties.map(({ key, required, node }) => [key, required, node.kind])).toEqual([
      ['__proto__', true, 'string'],
      ['', false, 'integer'],
      ['constructor', false, 'boolean'],
      ['toString', true, 'json'],
    ]);
  });

  test.each<[name: string, make: () => string]>([
    [
      '2^20 references',
      () => {
        const level = (index: number): unknown =>
          index === 19
            ? { type: 'object', properties: { a: {} } }
            : { allOf: [{ $ref: `#/$defs/L${index + 1}` }, { $ref: `#/$defs/L${index + 1}` }] };
        return JSON.stringify({
          type: 'object',
          $defs: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`L${index}`, level(index)])),
          allOf: [{ $ref: '#/$defs/L0' }],
        });
      },
    ],
    [
      '10 000 properties',
      () =>
        JSON.stringify({
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
          ),
        }),
    ],
    [
      '100 000 levels of properties',
      () => '{"type":"object","properties":{"a":'.repeat(100_000) + '{}' + '}}'.repeat(100_000),
    ],
    [
      '100 000 levels of items',
      () =>
        '{"type":"object","properties":{"a":' +
        '{"type":"array","items":'.repeat(100_000) +
        '{}' +
        '}'.repeat(100_000) +
        '}}',
    ],
    [
      '100 000 levels of anyOf',
      () =>
        '{"type":"object","properties":{"a":' +
        '{"anyOf":['.repeat(100_000) +
        '{}' +
        ']}'.repeat(100_000) +
        '}}',
    ],
    [
      '20 lists of 20 alternatives',
      () =>
        JSON.stringify({
          type: 'object',
          allOf: Array.from({ length: 20 }, (_, list) => ({
            anyOf: Array.from({ length: 20 }, (_, each) => ({
              properties: { [`k${list}`]: { const: each } },
            })),
          })),
        }),
    ],
    [
      '10 000 alternatives',
      () =>
        JSON.stringify({
          type: 'object',
          anyOf: Array.from({ length: 10_000 }, (_, each) => ({ properties: { [`k${each}`]: {} } })),
        }),
    ],
  ])('%s', (_, make) => {
    const text = make();
    const started = performance.now();
    const root = rootOf(text);
    for (const { node } of root.properties.slice(0, 100)) void [node.kind, node.limits, node.description];
    for (const { node } of root.alternatives) void node.kind;
    if (root.kind === 'choice') meant(root, {});
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('10 000 choices are all there', () => {
    expect(place({ enum: Array.from({ length: 10_000 }, (_, index) => `v${index}`) }).options).toHaveLength(
      10_000,
    );
  });

  test('alternatives beyond a limit are left to JSON, and that is said', () => {
    const node = place({
      anyOf: Array.from({ length: 300 }, (_, index) => ({ type: 'object', title: `T${index}` })),
    });
    expect(node.alternatives).toHaveLength(200);
    expect(node.notes).toEqual(['Only the first 200 of 300 alternatives are in the form']);
  });
});
