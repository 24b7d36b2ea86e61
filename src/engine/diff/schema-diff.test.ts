import { describe, expect, test } from 'vitest';
import { diffSchemas } from './schema-diff.ts';
import type { SchemaFinding } from './schema-finding.ts';

const S = { type: 'string' };
const I = { type: 'integer' };
const C = { additionalProperties: false };
const obj = (properties: object, required?: string[], more: object = {}) => ({
  type: 'object',
  properties,
  ...(required ? { required } : {}),
  ...more,
});
const p = (schema: unknown) => obj({ q: schema });

const short = ({ severity, assumes, path, sentence }: SchemaFinding) =>
  `${severity}${assumes ? ' (assumed)' : ''} ${path.join('.')}: ${sentence}`;

describe('what a changed schema means to who calls', () => {
  test.each<[title: string, before: unknown, after: unknown, input: string[], output: string[]]>([
    [
      'a new required property',
      obj({ a: S }),
      obj({ a: S, b: I }, ['b']),
      ['breaking required: Callers must now give "b", which is new.'],
      ['compatible required: "b" is now always there.'],
    ],
    [
      'an optional one becomes required',
      obj({ a: S }),
      obj({ a: S }, ['a']),
      ['breaking required: Callers must now give "a"; before, it could be left out.'],
      ['compatible required: "a" is now always there.'],
    ],
    [
      'a required one becomes optional',
      obj({ a: S }, ['a']),
      obj({ a: S }),
      ['compatible required: "a" may now be left out.'],
      ['breaking required: "a" is no longer guaranteed: callers that rely on it may miss it.'],
    ],
    [
      'a new optional property',
      obj({ a: S }),
      obj({ a: S, b: I }),
      [
        'compatible (assumed) properties.b: Callers may now give "b"; those that leave it out are served as before.',
      ],
      ['compatible properties.b: The result now names "b" and fixes its form.'],
    ],
    [
      'a new optional property of a closed object',
      obj({ a: S }, [], C),
      obj({ a: S, b: I }, [], C),
      ['compatible properties.b: Callers may now give "b"; those that leave it out are served as before.'],
      ['breaking properties.b: The result can now have "b", which the old schema ruled out.'],
    ],
    [
      'a new property of any form',
      obj({ a: S }),
      obj({ a: S, b: {} }),
      ['compatible properties.b: Callers may now give "b", of any form.'],
      ['compatible properties.b: The result now names "b", of any form.'],
    ],
    [
      'a property is gone',
      obj({ a: S, b: I }),
      obj({ a: S }),
      [
        'unclear properties.b: The schema no longer names "b": callers that give it are not refused, but it may have no effect.',
      ],
      ['unclear properties.b: The result no longer names "b": it may be gone, or of another form.'],
    ],
    [
      'a property of a closed object is gone',
      obj({ a: S, b: I }, [], C),
      obj({ a: S }, [], C),
      ['breaking properties.b: Callers can no longer give "b": the server refuses what it does not name.'],
      ['unclear properties.b: The result no longer has "b", which was never guaranteed.'],
    ],
    [
      'a required property is gone',
      obj({ a: S, b: I }, ['b']),
      obj({ a: S }),
      [
        'compatible required: "b" may now be left out.',
        'unclear properties.b: The schema no longer names "b": callers that give it are not refused, but it may have no effect.',
      ],
      [
        'breaking required: "b" is no longer guaranteed and the schema no longer names it: callers that rely on it may miss it.',
      ],
    ],
    [
      'a property is forbidden',
      p(S),
      p(false),
      ['breaking properties.q: "q" may no longer be given.'],
      ['compatible properties.q: "q" is never there now.'],
    ],
    [
      'a forbidden one is allowed',
      p(false),
      p(S),
      ['compatible properties.q: "q" may now be given.'],
      ['breaking properties.q: "q" may now be there.'],
    ],
    [
      'closed to others',
      obj({}),
      obj({}, undefined, C),
      [
        'breaking additionalProperties: Properties that the schema does not name are now refused in the arguments; before, they were let through.',
      ],
      [
        'compatible additionalProperties: There are no properties in the result now but those the schema names.',
      ],
    ],
    [
      'opened to others',
      obj({}, undefined, C),
      obj({}),
      [
        'compatible additionalProperties: Properties that the schema does not name are now let through in the arguments.',
      ],
      [
        'breaking additionalProperties: There can now be properties in the result that the schema does not name, which callers do not expect.',
      ],
    ],
    [
      'others get a form',
      obj({}),
      obj({}, undefined, { additionalProperties: S }),
      [
        'breaking additionalProperties.type: Another property of the arguments must now be a string; before, it could be anything.',
      ],
      [
        'compatible additionalProperties.type: Another property of the result is now always a string; before, it could be anything.',
      ],
    ],
    [
      'others get another form',
      obj({}, undefined, { additionalProperties: S }),
      obj({}, undefined, { additionalProperties: I }),
      [
        'breaking additionalProperties.type: Another property of the arguments must now be an integer; before, it could be a string.',
      ],
      [
        'breaking additionalProperties.type: Another property of the result is now an integer; before, it was a string.',
      ],
    ],
    [
      'a type is narrowed',
      p({ type: ['string', 'null'] }),
      p(S),
      ['breaking properties.q.type: "q" must now be a string; before, it could be a string or null.'],
      ['compatible properties.q.type: "q" is now always a string; before, it could be a string or null.'],
    ],
    [
      'a type is widened',
      p(S),
      p({ type: ['string', 'null'] }),
      ['compatible properties.q.type: "q" may now also be null.'],
      ['breaking properties.q.type: "q" can now also be null, which callers do not expect.'],
    ],
    [
      'another type',
      p(S),
      p(I),
      ['breaking properties.q.type: "q" must now be an integer; before, it could be a string.'],
      ['breaking properties.q.type: "q" is now an integer; before, it was a string.'],
    ],
    [
      'integer to number',
      p(I),
      p({ type: 'number' }),
      ['compatible properties.q.type: "q" may now also be a number that is not whole.'],
      [
        'breaking properties.q.type: "q" can now also be a number that is not whole, which callers do not expect.',
      ],
    ],
    [
      'number to integer',
      p({ type: 'number' }),
      p(I),
      ['breaking properties.q.type: "q" must now be an integer; before, it could be a number.'],
      ['compatible properties.q.type: "q" is now always an integer; before, it could be a number.'],
    ],
    [
      'a type is stated',
      p({}),
      p(S),
      ['breaking properties.q.type: "q" must now be a string; before, it could be anything.'],
      ['compatible properties.q.type: "q" is now always a string; before, it could be anything.'],
    ],
    [
      'a type is stated beside a choice that has it',
      p({ enum: ['a'] }),
      p({ type: 'string', enum: ['a'] }),
      [],
      [],
    ],
    [
      'a choice is removed',
      p({ enum: ['a', 'b'] }),
      p({ enum: ['a'] }),
      ['breaking properties.q.enum: "q" can no longer be "b".'],
      ['compatible properties.q.enum: "q" is never "b" now.'],
    ],
    [
      'a choice is added',
      p({ enum: ['a'] }),
      p({ enum: ['a', 'b'] }),
      ['compatible properties.q.enum: "q" can now also be "b".'],
      ['breaking properties.q.enum: "q" can now also be "b", which callers do not expect.'],
    ],
    ['choices in another order', p({ enum: ['a', 'b'] }), p({ enum: ['b', 'a'] }), [], []],
    [
      'a text becomes a choice',
      p(S),
      p({ type: 'string', enum: ['a'] }),
      ['breaking properties.q.enum: "q" must now be "a"; before, it was not limited to a choice.'],
      ['compatible properties.q.enum: "q" is now always "a".'],
    ],
    [
      'a choice becomes a text',
      p({ type: 'string', enum: ['a'] }),
      p(S),
      ['compatible properties.q.enum: "q" is no longer limited to a choice.'],
      ['breaking properties.q.enum: "q" can now be something other than "a".'],
    ],
    [
      'another constant',
      p({ const: 'a' }),
      p({ const: 'b' }),
      [
        'breaking properties.q.const: "q" can no longer be "a".',
        'compatible properties.q.const: "q" can now also be "b".',
      ],
      [
        'compatible properties.q.const: "q" is never "a" now.',
        'breaking properties.q.const: "q" can now also be "b", which callers do not expect.',
      ],
    ],
    [
      'a choice is spelled with titles',
      p({ enum: ['a', 'b'] }),
      p({
        oneOf: [
          { const: 'a', title: 'A' },
          { const: 'b', title: 'B' },
        ],
      }),
      [],
      [],
    ],
    [
      'many choices are removed',
      p({ enum: [1, 2, 3, 4, 5, 6, 7, 8] }),
      p({ enum: [8] }),
      ['breaking properties.q.enum: "q" can no longer be 1, 2, 3, 4, 5 or 2 more.'],
      ['compatible properties.q.enum: "q" is never 1, 2, 3, 4, 5 or 2 more now.'],
    ],
    [
      'a minimum is raised',
      p({ type: 'integer', minimum: 1 }),
      p({ type: 'integer', minimum: 5 }),
      ['breaking properties.q.minimum: "q" must now be at least 5; before, it had to be at least 1.'],
      ['compatible properties.q.minimum: "q" will now be at least 5; before, it would be at least 1.'],
    ],
    [
      'a minimum is lowered',
      p({ type: 'integer', minimum: 5 }),
      p({ type: 'integer', minimum: 1 }),
      [
        'compatible properties.q.minimum: "q" now only has to be at least 1; before, it had to be at least 5.',
      ],
      ['breaking properties.q.minimum: "q" is only sure to be at least 1 now; before, to be at least 5.'],
    ],
    [
      'a minimum comes',
      p(I),
      p({ type: 'integer', minimum: 1 }),
      ['breaking properties.q.minimum: "q" must now be at least 1.'],
      ['compatible properties.q.minimum: "q" will now be at least 1.'],
    ],
    [
      'a minimum goes',
      p({ type: 'integer', minimum: 1 }),
      p(I),
      ['compatible properties.q.minimum: "q" no longer has to be at least 1.'],
      ['breaking properties.q.minimum: "q" is no longer sure to be at least 1.'],
    ],
    [
      'a maximum is lowered',
      p({ type: 'number', maximum: 100 }),
      p({ type: 'number', maximum: 50 }),
      ['breaking properties.q.maximum: "q" must now be at most 50; before, it had to be at most 100.'],
      ['compatible properties.q.maximum: "q" will now be at most 50; before, it would be at most 100.'],
    ],
    [
      'a bound becomes open',
      p({ type: 'number', minimum: 0 }),
      p({ type: 'number', exclusiveMinimum: 0 }),
      ['breaking properties.q.exclusiveMinimum: "q" must now be above 0; before, it had to be at least 0.'],
      ['compatible properties.q.exclusiveMinimum: "q" will now be above 0; before, it would be at least 0.'],
    ],
    [
      'above 0 and from 1 on are the same to integers',
      p({ type: 'integer', exclusiveMinimum: 0 }),
      p({ type: 'integer', minimum: 1 }),
      [],
      [],
    ],
    [
      'a text must be longer',
      p({ type: 'string', minLength: 1 }),
      p({ type: 'string', minLength: 3 }),
      [
        'breaking properties.q.minLength: "q" must now have at least 3 characters; before, it had to have at least 1 character.',
      ],
      [
        'compatible properties.q.minLength: "q" will now have at least 3 characters; before, it would have at least 1 character.',
      ],
    ],
    [
      'a text may be longer',
      p({ type: 'string', maxLength: 10 }),
      p({ type: 'string', maxLength: 100 }),
      [
        'compatible properties.q.maxLength: "q" now only has to have at most 100 characters; before, it had to have at most 10 characters.',
      ],
      [
        'breaking properties.q.maxLength: "q" is only sure to have at most 100 characters now; before, to have at most 10 characters.',
      ],
    ],
    [
      'a list must be shorter',
      p({ type: 'array', maxItems: 10 }),
      p({ type: 'array', maxItems: 1 }),
      [
        'breaking properties.q.maxItems: "q" must now have at most 1 item; before, it had to have at most 10 items.',
      ],
      [
        'compatible properties.q.maxItems: "q" will now have at most 1 item; before, it would have at most 10 items.',
      ],
    ],
    [
      'an object must have more',
      p({ type: 'object' }),
      p({ type: 'object', minProperties: 1 }),
      ['breaking properties.q.minProperties: "q" must now have at least 1 property.'],
      ['compatible properties.q.minProperties: "q" will now have at least 1 property.'],
    ],
    [
      'a multiple is asked for',
      p(I),
      p({ type: 'integer', multipleOf: 5 }),
      ['breaking properties.q.multipleOf: "q" must now be a multiple of 5.'],
      ['compatible properties.q.multipleOf: "q" is now a multiple of 5.'],
    ],
    [
      'a finer multiple',
      p({ type: 'integer', multipleOf: 10 }),
      p({ type: 'integer', multipleOf: 5 }),
      ['compatible properties.q.multipleOf: "q" now only has to be a multiple of 5; before, of 10.'],
      ['breaking properties.q.multipleOf: "q" is only sure to be a multiple of 5 now; before, of 10.'],
    ],
    [
      'a pattern comes',
      p(S),
      p({ type: 'string', pattern: '^a' }),
      ['breaking properties.q.pattern: "q" must now match the pattern "^a".'],
      ['compatible properties.q.pattern: "q" now matches the pattern "^a".'],
    ],
    [
      'a pattern goes',
      p({ type: 'string', pattern: '^a' }),
      p(S),
      ['compatible properties.q.pattern: "q" no longer has to match the pattern "^a".'],
      ['breaking properties.q.pattern: "q" is no longer sure to match the pattern "^a".'],
    ],
    [
      'another pattern',
      p({ type: 'string', pattern: '^a' }),
      p({ type: 'string', pattern: '^[ab]' }),
      [
        'unclear properties.q.pattern: "q": the pattern is another; whether it lets through what the old one did can\'t be told.',
      ],
      [
        'unclear properties.q.pattern: "q": the pattern is another; whether it lets through what the old one did can\'t be told.',
      ],
    ],
    [
      'a format comes',
      p(S),
      p({ type: 'string', format: 'date' }),
      ['unclear properties.q.format: "q" should now have the format "date"; not every server checks that.'],
      ['unclear properties.q.format: "q" should now have the format "date"; not every server checks that.'],
    ],
    [
      'a format goes',
      p({ type: 'string', format: 'date' }),
      p(S),
      ['compatible properties.q.format: "q" no longer has to have the format "date".'],
      ['unclear properties.q.format: "q" is no longer sure to have the format "date".'],
    ],
    [
      'items get another type',
      p({ type: 'array', items: S }),
      p({ type: 'array', items: I }),
      [
        'breaking properties.q.items.type: An item of "q" must now be an integer; before, it could be a string.',
      ],
      ['breaking properties.q.items.type: An item of "q" is now an integer; before, it was a string.'],
    ],
    [
      'items must differ',
      p({ type: 'array' }),
      p({ type: 'array', uniqueItems: true }),
      ['breaking properties.q.uniqueItems: The items of "q" must now differ from each other.'],
      ['compatible properties.q.uniqueItems: The items of "q" now differ from each other.'],
    ],
    [
      'items may repeat',
      p({ type: 'array', uniqueItems: true }),
      p({ type: 'array' }),
      ['compatible properties.q.uniqueItems: The items of "q" may now repeat.'],
      ['breaking properties.q.uniqueItems: Items of "q" can now repeat, which callers do not expect.'],
    ],
    [
      'the first item gets a form',
      p({ type: 'array' }),
      p({ type: 'array', prefixItems: [S] }),
      [
        'breaking properties.q.prefixItems.0.type: Item 1 of "q" must now be a string; before, it could be anything.',
      ],
      [
        'compatible properties.q.prefixItems.0.type: Item 1 of "q" is now always a string; before, it could be anything.',
      ],
    ],
    [
      'null becomes possible',
      p(S),
      p({ anyOf: [S, { type: 'null' }], default: null }),
      [
        'compatible properties.q.anyOf: "q" may now take a further form.',
        'wording properties.q.default: The schema now says that "q" is taken for null where it is left out.',
      ],
      [
        'breaking properties.q.anyOf: "q" can now take a further form, which callers do not expect.',
        'wording properties.q.default: The schema now says that "q" is taken for null where it is left out.',
      ],
    ],
    [
      'null is no longer possible',
      p({ anyOf: [S, { type: 'null' }] }),
      p(S),
      ['breaking properties.q.anyOf: "q" can no longer take one of its forms.'],
      ['compatible properties.q.anyOf: "q" no longer takes one of its forms.'],
    ],
    [
      'an alternative is added',
      p({ anyOf: [S, I] }),
      p({ anyOf: [S, I, { type: 'boolean' }] }),
      ['compatible properties.q.anyOf: "q" may now take a further form.'],
      ['breaking properties.q.anyOf: "q" can now take a further form, which callers do not expect.'],
    ],
    [
      'an alternative is removed',
      p({ anyOf: [S, I] }),
      p({ anyOf: [I] }),
      ['breaking properties.q.anyOf: "q" can no longer take one of its forms.'],
      ['compatible properties.q.anyOf: "q" no longer takes one of its forms.'],
    ],
    [
      'alternatives that overlap differ',
      p({ oneOf: [obj({ a: S }), obj({ b: S })] }),
      p({ oneOf: [obj({ a: S }), obj({ c: S })] }),
      ['unclear properties.q.oneOf: "q": the alternatives differ, and only one of them may fit.'],
      ['unclear properties.q.oneOf: "q": the alternatives differ, and only one of them may fit.'],
    ],
    [
      'a condition is added to all',
      p({ allOf: [S] }),
      p({ allOf: [S, { minLength: 2 }] }),
      ['breaking properties.q.allOf: "q" must now satisfy a further condition.'],
      ['compatible properties.q.allOf: "q" now satisfies a further condition.'],
    ],
    [
      'a condition comes',
      obj({ a: S }),
      obj({ a: S }, undefined, { if: { required: ['a'] }, then: { required: ['b'] } }),
      [
        "unclear if: The arguments: a condition (if, then) differs; what it lets through can't be told from the schema alone.",
      ],
      [
        "unclear if: The result: a condition (if, then) differs; what it lets through can't be told from the schema alone.",
      ],
    ],
    [
      'a negation differs',
      p({ not: { const: 1 } }),
      p({ not: { const: 2 } }),
      [
        'unclear properties.q.not: "q": a condition (not) differs; what it lets through can\'t be told from the schema alone.',
      ],
      [
        'unclear properties.q.not: "q": a condition (not) differs; what it lets through can\'t be told from the schema alone.',
      ],
    ],
    [
      'dependencies differ',
      obj({}),
      obj({}, undefined, { dependentRequired: { a: ['b'] } }),
      [
        "unclear dependentRequired: The arguments: a condition (dependentRequired) differs; what it lets through can't be told from the schema alone.",
      ],
      [
        "unclear dependentRequired: The result: a condition (dependentRequired) differs; what it lets through can't be told from the schema alone.",
      ],
    ],
    [
      'what a reference leads to changed',
      { ...p({ $ref: '#/$defs/x' }), $defs: { x: { type: 'string' } } },
      { ...p({ $ref: '#/$defs/x' }), $defs: { x: { type: 'string', maxLength: 3 } } },
      ['breaking $defs.x.maxLength: "q" must now have at most 3 characters.'],
      ['compatible $defs.x.maxLength: "q" will now have at most 3 characters.'],
    ],
    [
      'a reference to the same under another name',
      { ...p({ $ref: '#/$defs/x' }), $defs: { x: S } },
      { ...p({ $ref: '#/$defs/y' }), $defs: { y: S } },
      [],
      [],
    ],
    [
      'a reference that leads elsewhere',
      p({ $ref: 'https://a.test/x' }),
      p({ $ref: 'https://a.test/y' }),
      ['unclear properties.q.$ref: "q": the reference differs, and what it leads to can\'t be compared.'],
      ['unclear properties.q.$ref: "q": the reference differs, and what it leads to can\'t be compared.'],
    ],
    ['a reference is written out', { ...p({ $ref: '#/$defs/x' }), $defs: { x: S } }, p(S), [], []],
    [
      'a schema that contains itself',
      { ...p({ $ref: '#' }) },
      { ...p({ $ref: '#' }), required: ['q'] },
      ['breaking required: Callers must now give "q"; before, it could be left out.'],
      ['compatible required: "q" is now always there.'],
    ],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#', ...p(S) },
      p(S),
      [
        'unclear $schema: The schema is written in another dialect, where the same words may mean something else.',
      ],
      [
        'unclear $schema: The schema is written in another dialect, where the same words may mean something else.',
      ],
    ],
    [
      'a description changed',
      p({ type: 'string', description: 'a' }),
      p({ type: 'string', description: 'b' }),
      ['wording properties.q.description: The description of "q" changed.'],
      ['wording properties.q.description: The description of "q" changed.'],
    ],
    [
      'a description came',
      p(S),
      p({ type: 'string', description: 'b' }),
      ['wording properties.q.description: "q" now has a description.'],
      ['wording properties.q.description: "q" now has a description.'],
    ],
    [
      'a default changed',
      p({ type: 'integer', default: 10 }),
      p({ type: 'integer', default: 50 }),
      ['unclear properties.q.default: "q" is taken for 50 where it is left out; before, for 10.'],
      ['wording properties.q.default: The schema now says that "q" is taken for 50 where it is left out.'],
    ],
    [
      'a default came',
      p(I),
      p({ type: 'integer', default: 5 }),
      ['wording properties.q.default: The schema now says that "q" is taken for 5 where it is left out.'],
      ['wording properties.q.default: The schema now says that "q" is taken for 5 where it is left out.'],
    ],
    [
      'a header is asked for',
      p(S),
      p({ type: 'string', 'x-mcp-header': 'Region' }),
      [
        'unclear properties.q.x-mcp-header: "q" now has to be repeated in the header Mcp-Param-Region; a client that kept the old list does not, and may be refused.',
      ],
      [
        'unclear properties.q.x-mcp-header: "q" now has to be repeated in the header Mcp-Param-Region; a client that kept the old list does not, and may be refused.',
      ],
    ],
    [
      'it is deprecated',
      p(S),
      p({ type: 'string', deprecated: true }),
      ['wording properties.q.deprecated: "q" is now deprecated.'],
      ['wording properties.q.deprecated: "q" is now deprecated.'],
    ],
    [
      'patterns of names differ',
      obj({}, undefined, { patternProperties: { '^a': S } }),
      obj({}, undefined, { patternProperties: { '^b': S } }),
      ['unclear patternProperties: The patterns of names of properties differ in the arguments.'],
      ['unclear patternProperties: The patterns of names of properties differ in the result.'],
    ],
    [
      'names are bounded',
      obj({}),
      obj({}, undefined, { propertyNames: { maxLength: 5 } }),
      [
        'breaking propertyNames.maxLength: A name of a property of the arguments must now have at most 5 characters.',
      ],
      [
        'compatible propertyNames.maxLength: A name of a property of the result will now have at most 5 characters.',
      ],
    ],
    [
      'deep within',
      p(obj({ r: { type: 'array', items: obj({ s: S }) } })),
      p(obj({ r: { type: 'array', items: obj({ s: I }) } })),
      [
        'breaking properties.q.properties.r.items.properties.s.type: "s" must now be an integer; before, it could be a string.',
      ],
      [
        'breaking properties.q.properties.r.items.properties.s.type: "s" is now an integer; before, it was a string.',
      ],
    ],
    ['keys in another order', { type: 'object', properties: {} }, { properties: {}, type: 'object' }, [], []],
    [
      'keys are data',
      obj({ ['__proto__']: S }),
      obj({ ['__proto__']: S, 'a.b': S }),
      [
        'compatible (assumed) properties.a.b: Callers may now give "a.b"; those that leave it out are served as before.',
      ],
      ['compatible properties.a.b: The result now names "a.b" and fixes its form.'],
    ],
  ])('%s', (_, before, after, input, output) => {
    const [from, to] = [JSON.stringify(before), JSON.stringify(after)];
    expect(diffSchemas(from, to, 'input').map(short)).toEqual(input);
    expect(diffSchemas(from, to, 'output').map(short)).toEqual(output);
  });
});

describe('bounds of the work', () => {
  test('a schema nested deeper than is judged is unclear, and does not overflow', () => {
    const nest = (inner: string) => '{"items":'.repeat(20_000) + inner + '}'.repeat(20_000);
    const found = diffSchemas(nest('{"type":"string"}'), nest('{"type":"null"}'), 'input');
    expect(found.map(({ severity }) => severity)).toEqual(['unclear']);
    expect(found[0]?.sentence).toContain('too large to be judged');
  });

  test('alternatives without end are unclear', () => {
    const many = (more: number) =>
      JSON.stringify({
        anyOf: Array.from({ length: 500 }, (_, at) => ({ type: 'string', minLength: at + more })),
      });
    expect(diffSchemas(many(0), many(1), 'input').map(({ severity }) => severity)).toEqual(['unclear']);
  });

  test('what a reference leads to is told once', () => {
    const twice = (x: unknown) =>
      JSON.stringify({ ...obj({ a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } }), $defs: { x } });
    expect(diffSchemas(twice(S), twice(I), 'input')).toHaveLength(1);
  });

  test('a finding carries both texts as they came', () => {
    const [found] = diffSchemas(
      '{"type":"number","minimum":1.50}',
      '{"type":"number","minimum":2.0}',
      'input',
    );
    expect(found).toMatchObject({ before: '1.50', after: '2.0' });
  });
});
