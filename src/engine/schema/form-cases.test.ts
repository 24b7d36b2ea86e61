// What people reported of forms made from schemas, each with the smallest schema that shows it: model, text and validator together.
import { describe, expect, test } from 'vitest';
import type { JsonPath } from '../base/json/document.ts';
import { validateText } from './compile.ts';
import { formOf, type FormNode } from './form-model.ts';
import { seedFor } from './form-seed.ts';
import { formTextOf, textOf, withTyped, withValue, withoutValue, type FormText } from './form-text.ts';

type Json = Record<string, unknown>;

/** A tool's arguments as a person begins with them. */
function begin(schema: Json) {
  const schemaText = JSON.stringify({ type: 'object', ...schema });
  const model = formOf(schemaText);
  const read = formTextOf(seedFor(schemaText));
  let form: FormText = read.ok ? read.value : expect.unreachable(read.message);
  const edit = (edited: ReturnType<typeof withValue>): void => {
    form = edited.ok ? edited.value : expect.unreachable(edited.message);
  };
  return {
    root: model.ok ? model.root : expect.unreachable(model.reason),
    set: (path: JsonPath, raw: string) => edit(withValue(form, path, raw)),
    type: (path: JsonPath, raw: string) => edit(withTyped(form, path, raw, 'not yet')),
    remove: (path: JsonPath) => edit(withoutValue(form, path)),
    get text() {
      return textOf(form);
    },
    get value() {
      return JSON.parse(textOf(form)) as unknown;
    },
    get problems() {
      const found = validateText(schemaText, textOf(form));
      return found.verdict === 'invalid'
        ? found.problems.map(({ pointer, property, message }) => `${pointer}/${property ?? ''}: ${message}`)
        : [];
    },
  };
}

function node(root: FormNode, key: string): FormNode {
  return root.properties.find((property) => property.key === key)?.node ?? expect.unreachable(`no ${key}`);
}

test('untouched optional fields are not sent, null is where it is the default, and what is required complains by name', () => {
  const form = begin({
    properties: {
      a: { type: 'string' },
      n: { type: 'integer' },
      arr: { type: 'array' },
      obj: { type: 'object' },
      s: { type: 'string' },
      d: { type: ['string', 'null'], default: null },
    },
    required: ['s'],
  });
  expect(form.value).toEqual({ d: null });
  expect(form.problems).toEqual(['/s: Missing required property s']);
  form.set(['a'], '"x"');
  form.remove(['a']);
  expect(form.value).toEqual({ d: null });
  form.set(['s'], '""');
  expect([form.value, form.problems]).toEqual([{ d: null, s: '' }, []]);
});

test('an enum or null is a choice with null beside it', () => {
  const form = begin({
    properties: { a: { anyOf: [{ type: 'string', enum: ['envio', 'recebimento'] }, { type: 'null' }] } },
  });
  expect(node(form.root, 'a')).toMatchObject({ kind: 'enum', nullable: true });
  expect(node(form.root, 'a').options.map(({ value }) => value)).toEqual(['"envio"', '"recebimento"']);
});

test('JSON that is not finished is neither sent as it was before nor left out', () => {
  const form = begin({ properties: { o: { type: 'object' } } });
  form.set(['o'], '{"status":"active"}');
  form.type(['o'], '{"status":"inactive",}');
  expect(form.text).toContain('{"status":"inactive",}');
  expect(() => form.value).toThrow();
});

test('a default seeds once and can be cleared and edited', () => {
  const form = begin({
    properties: { limit: { type: 'integer', default: 20 }, tags: { type: 'array', default: ['a'] } },
  });
  expect(form.value).toEqual({ limit: 20, tags: ['a'] });
  form.remove(['limit']);
  form.set(['tags', 0], '"b"');
  form.type(['limit'], '-');
  form.remove(['limit']);
  expect(form.value).toEqual({ tags: ['b'] });
});

test.each([
  ['1.5', ['/n/: Expected an integer, got a number']],
  ['1.0', []],
  ['1e3', []],
  ['9007199254740993', []],
])('an integer typed as %s goes out with its digits', (typed, problems) => {
  const form = begin({ properties: { n: { type: 'integer' } } });
  form.set(['n'], typed);
  expect(form.text).toContain(`"n": ${typed}`);
  expect(form.problems).toEqual(problems);
});

const query = {
  type: 'object',
  properties: { query: { type: 'string', default: null }, limit: { type: 'integer', default: 20 } },
};

test.each<[where: string, schema: Json]>([
  [
    'at the root',
    { $defs: { Q: query }, properties: { query_model: { $ref: '#/$defs/Q', description: 'x' } } },
  ],
  [
    'inside the property',
    { properties: { query_model: { $defs: { Q: query }, $ref: '#/$defs/Q', description: 'x' } } },
  ],
])('a parameter by reference has its fields and its description, defined %s', (_, schema) => {
  const form = begin({ ...schema, required: ['query_model'] });
  const model = node(form.root, 'query_model');
  expect([model.description, model.properties.map(({ key }) => key)]).toEqual(['x', ['query', 'limit']]);
  // The default of query does not fit its own type.
  expect(form.value).toEqual({ query_model: { limit: 20 } });
});

test('a union at the root is a choice, its constant filled in', () => {
  const form = begin({
    oneOf: [
      {
        properties: { kind: { const: 'email' }, address: { type: 'string' } },
        required: ['kind', 'address'],
      },
      { properties: { kind: { const: 'sms' }, phone: { type: 'string' } }, required: ['kind', 'phone'] },
    ],
  });
  expect(form.root.alternatives.map(({ label }) => label)).toEqual(['email', 'sms']);
  expect(form.value).toEqual({ kind: 'email' });
});

describe('lists of values: the title is shown, the value is sent', () => {
  const pairs = [
    ['"a"', 'A'],
    ['"b"', 'B'],
  ];
  test.each<[property: Json, kind: string, options: string[][]]>([
    [
      { enum: ['a', 'b'] },
      'enum',
      [
        ['"a"', 'a'],
        ['"b"', 'b'],
      ],
    ],
    [{ enum: ['a', 'b'], enumNames: ['A', 'B'] }, 'enum', pairs],
    [
      { enum: ['a', 'b'], enumNames: ['A'] },
      'enum',
      [
        ['"a"', 'a'],
        ['"b"', 'b'],
      ],
    ],
    [
      {
        oneOf: [
          { const: 'a', title: 'A' },
          { const: 'b', title: 'B' },
        ],
      },
      'enum',
      pairs,
    ],
    [
      { type: 'array', items: { enum: ['a', 'b'] } },
      'multiselect',
      [
        ['"a"', 'a'],
        ['"b"', 'b'],
      ],
    ],
    [
      {
        type: 'array',
        items: {
          anyOf: [
            { const: 'a', title: 'A' },
            { const: 'b', title: 'B' },
          ],
        },
      },
      'multiselect',
      pairs,
    ],
    [
      { enum: [1, 2] },
      'enum',
      [
        ['1', '1'],
        ['2', '2'],
      ],
    ],
    [{ enum: [] }, 'json', []],
  ])('%j', (property, kind, options) => {
    const { root } = begin({ properties: { p: property } });
    expect(node(root, 'p').kind).toBe(kind);
    expect(node(root, 'p').options.map(({ value, label }) => [value, label])).toEqual(options);
  });

  test('how many is judged', () => {
    const form = begin({
      properties: { p: { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 } },
    });
    form.set(['p'], '[]');
    expect(form.problems).toEqual(['/p/: Needs at least 1 item, has 0']);
    form.set(['p'], '["a","b","c"]');
    expect(form.problems).toEqual(['/p/: Needs at most 2 items, has 3']);
  });
});

test('a required boolean is not false until it is chosen, and a default of true is kept', () => {
  const form = begin({
    properties: { ok: { type: 'boolean', default: true }, no: { type: 'boolean' } },
    required: ['ok', 'no'],
  });
  expect([form.value, form.problems]).toEqual([{ ok: true }, ['/no: Missing required property no']]);
  form.set(['no'], 'false');
  expect([form.value, form.problems]).toEqual([{ ok: true, no: false }, []]);
});

test.each<[property: Json, wrong: string, right: string]>([
  [{ type: 'string', format: 'email' }, '"nobody"', '"a@b.example"'],
  [{ type: 'string', format: 'uri' }, '"a b"', '"https://a.example"'],
  [{ type: 'string', format: 'date' }, '"30.11.2026"', '"2026-11-30"'],
  [{ type: 'string', format: 'date-time' }, '"2026-11-30T08:00"', '"2026-11-30T08:00:00+01:00"'],
  [{ type: 'string', minLength: 2 }, '"a"', '"ab"'],
  [{ type: 'number', minimum: 1, maximum: 10 }, '0', '10.0'],
  [{ type: 'number', minimum: 1, maximum: 10 }, '11', '1'],
  [{ type: 'number', multipleOf: 0.1 }, '0.25', '0.3'],
  [{ type: 'string', pattern: '^[A-Z]+$' }, '"a"', '"A"'],
])('%j is judged before it is sent', (property, wrong, right) => {
  const form = begin({ properties: { p: property } });
  form.set(['p'], wrong);
  expect(form.problems).toHaveLength(1);
  form.set(['p'], right);
  expect(form.problems).toEqual([]);
});

test.each<[Json]>([[{ properties: { note: { type: 'string' } } }], [{ properties: {} }]])(
  'with nothing required, nothing is a valid answer: %j',
  (schema) => {
    const form = begin(schema);
    expect([form.value, form.problems]).toEqual([{}, []]);
  },
);
