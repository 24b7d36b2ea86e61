import { describe, expect, test } from 'vitest';
import { FIELD_LIMIT, flatFormOf, type FlatField } from './flat-form.ts';

/** The one field of a form with the property `p`, without what every row would repeat. */
function fieldOf(property: string): { field: Partial<FlatField> | undefined; problems: readonly string[] } {
  const { fields, problems } = flatFormOf(`{"type":"object","properties":{"p":${property}}}`);
  const [found] = fields;
  if (found === undefined) return { field: undefined, problems };
  const { key, required, ...field } = found;
  expect([key, required, fields.length]).toEqual(['p', false, 1]);
  return { field, problems };
}

const colours = [
  { value: '"#f00"', label: 'Red' },
  { value: '"#0f0"', label: 'Green' },
];

describe('every kind the specification names becomes a field, in its own digits', () => {
  test.each<[property: string, field: Partial<FlatField>]>([
    [
      '{"type":"string","title":"T","description":"D","minLength":3,"maxLength":50,"format":"email","pattern":"^a","default":""}',
      {
        kind: 'string',
        title: 'T',
        description: 'D',
        minLength: '3',
        maxLength: '50',
        format: 'email',
        pattern: '^a',
        default: '""',
      },
    ],
    [
      '{"type":"number","minimum":0,"maximum":1e2,"default":1.0}',
      { kind: 'number', minimum: '0', maximum: '1e2', default: '1.0' },
    ],
    ['{"type":"integer","default":9007199254740993}', { kind: 'integer', default: '9007199254740993' }],
    ['{"type":"boolean","default":false}', { kind: 'boolean', default: 'false' }],
    [
      '{"type":"string","enum":["#f00"],"default":"#f00"}',
      { kind: 'select', options: [{ value: '"#f00"', label: '#f00' }], default: '"#f00"' },
    ],
    [
      '{"type":"string","enum":["#f00","#0f0"],"enumNames":["Red","Green"]}',
      { kind: 'select', options: colours },
    ],
    [
      '{"type":"string","oneOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]}',
      { kind: 'select', options: colours },
    ],
    [
      '{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["#f00"]},"default":["#f00"]}',
      {
        kind: 'multiselect',
        options: [{ value: '"#f00"', label: '#f00' }],
        minItems: '1',
        maxItems: '2',
        default: '["#f00"]',
      },
    ],
    [
      '{"type":"array","items":{"anyOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]}}',
      { kind: 'multiselect', options: colours },
    ],
  ])('%s', (property, field) => {
    expect(fieldOf(property)).toEqual({ field, problems: [] });
  });
});

describe('what is outside the subset is reported, with a field where one fits', () => {
  test.each<[property: string, kind: string | undefined, problems: string[]]>([
    ['{"type":"object","properties":{}}', undefined, ['p: the type object is not provided for in a form']],
    [
      '{"type":"array","items":{"type":"string"}}',
      undefined,
      ['p: a list of anything but choices is not provided for in a form'],
    ],
    ['{"type":"array"}', undefined, ['p: a list of anything but choices is not provided for in a form']],
    ['{}', undefined, ['p: the type is missing']],
    ['true', undefined, ['p: the type is missing']],
    ['{"type":["string","number"]}', undefined, ['p: several types are not provided for in a form']],
    ['{"type":"string","format":"uuid"}', 'string', ['p: the format uuid is not provided for in a form']],
    ['{"type":["string","null"]}', 'string', ['p: null is not provided for in a form']],
    [
      '{"anyOf":[{"type":"string"},{"type":"null"}]}',
      'string',
      ['p: anyOf and oneOf of types are not provided for in a form', 'p: null is not provided for in a form'],
    ],
    [
      '{"anyOf":[{"type":"string"},{"type":"number"}]}',
      undefined,
      ['p: alternatives other than constants are not provided for in a form'],
    ],
    ['{"enum":["a"]}', 'select', ['p: the type is missing']],
    [
      '{"type":"integer","enum":[1,2]}',
      'select',
      ['p: choices of type integer are not provided for in a form'],
    ],
    ['{"type":"string","enum":[]}', undefined, ['p: there is nothing to choose from']],
    [
      '{"type":"string","enum":["a","b"],"enumNames":["A"]}',
      'select',
      ['p: enumNames and enum differ in length'],
    ],
    [
      '{"$ref":"https://canary.example/x"}',
      undefined,
      [
        'p: The reference https://canary.example/x is not resolved',
        'p: $ref is not provided for in a form',
        'p: the type is missing',
      ],
    ],
  ])('%s', (property, kind, problems) => {
    const read = fieldOf(property);
    expect(read.field?.kind).toBe(kind);
    expect(read.problems).toEqual(problems);
  });

  test('values keep their type and names that do not pair up are not shown', () => {
    expect(fieldOf('{"type":"integer","enum":[1.0,2]}').field?.options).toEqual([
      { value: '1.0', label: '1.0' },
      { value: '2', label: '2' },
    ]);
    expect(
      fieldOf('{"type":"string","enum":["a","b"],"enumNames":["A"]}').field?.options?.map(
        ({ label }) => label,
      ),
    ).toEqual(['a', 'b']);
  });

  test('an optional type keeps its own constraints', () => {
    const { field } = fieldOf(
      '{"anyOf":[{"type":"integer","minimum":1},{"type":"null"}],"default":null,"title":"N"}',
    );
    expect(field).toEqual({ kind: 'integer', nullable: true, minimum: '1', default: 'null', title: 'N' });
  });

  test('local references are followed, with the description beside them', () => {
    const schema =
      '{"type":"object","properties":{"c":{"$ref":"#/$defs/a~1b%20c","description":"own"}},"$defs":{"a/b c":{"type":"string","enum":["x"],"description":"there"}}}';
    expect(flatFormOf(schema)).toEqual({
      fields: [
        {
          key: 'c',
          kind: 'select',
          required: false,
          description: 'own',
          options: [{ value: '"x"', label: 'x' }],
        },
      ],
      problems: ['c: $ref is not provided for in a form'],
    });
  });
});

describe('the form as a whole', { timeout: 30_000 }, () => {
  test('order of the schema, required, names as data', () => {
    const schema =
      '{"type":"object","required":["","__proto__","b"],"properties":{"z":{"type":"string"},"":{"type":"boolean"},"__proto__":{"type":"integer"},"2":{"type":"number"},"1":{"type":"number"}}}';
    const { fields, problems } = flatFormOf(schema);
    expect(fields.map(({ key, required }) => [key, required])).toEqual([
      ['z', false],
      ['', true],
      ['__proto__', true],
      ['2', false],
      ['1', false],
    ]);
    expect(problems).toEqual(['b: required, but not among the properties']);
  });

  test.each([
    ['{"type":"object","properties":{}}', []],
    ['{"properties":{}}', ['The schema does not say type object']],
    ['{"type":"object","anyOf":[]}', ['The schema uses anyOf, which a form may not']],
    ['{"type":', ['The schema is not JSON']],
    ['[]', ['The schema is not an object']],
    ['null', ['The schema is not an object']],
  ])('%s has no field', (schema, problems) => {
    expect(flatFormOf(schema)).toEqual({ fields: [], problems });
  });

  const fanOut = (depth: number): string =>
    JSON.stringify({
      type: 'object',
      properties: { p: { $ref: '#/$defs/d0' } },
      $defs: Object.fromEntries(
        Array.from({ length: depth }, (_, i) => [
          `d${i}`,
          { type: 'string', allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
        ]),
      ),
    });

  test.each([
    ['2^20 references', fanOut(20)],
    [
      'a reference to itself',
      '{"type":"object","properties":{"p":{"type":"string","$ref":"#/properties/p"}}}',
    ],
    [
      'alternatives within alternatives',
      '{"type":"object","properties":{"p":' +
        '{"anyOf":[{"type":"null"},'.repeat(20_000) +
        '{}' +
        ']}'.repeat(20_000) +
        '}}',
    ],
    [
      '100 000 levels',
      '{"type":"object","properties":{"p":' + '{"items":'.repeat(100_000) + '1' + '}'.repeat(100_000) + '}}',
    ],
  ])('hostile: %s', (_, schema) => {
    const started = performance.now();
    expect(flatFormOf(schema).problems.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('10 000 properties stop at the limit, and say so', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`p${i}`, { type: 'string' }]),
    );
    const { fields, problems } = flatFormOf(JSON.stringify({ type: 'object', properties }));
    expect(fields).toHaveLength(FIELD_LIMIT);
    expect(problems).toEqual(['Only the first 1000 of 10000 properties are in the form']);
  });
});
