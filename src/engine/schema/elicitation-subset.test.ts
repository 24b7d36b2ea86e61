import { describe, expect, test } from 'vitest';
import { PROPERTY_LIMIT, outsideOfElicitation } from './elicitation-subset.ts';

/** What is said of a form with the one property `p`. */
function saidOf(property: string): readonly string[] {
  return outsideOfElicitation(`{"type":"object","properties":{"p":${property}}}`);
}

describe('every kind the specification names is provided for', () => {
  test.each([
    [
      '{"type":"string","title":"T","minLength":3,"maxLength":50,"format":"email","pattern":"^a","default":""}',
    ],
    ['{"type":"number","minimum":0,"maximum":1e2,"default":1.0}'],
    ['{"type":"integer","default":9007199254740993}'],
    ['{"type":"boolean","default":false}'],
    ['{"type":"string","enum":["#f00"],"default":"#f00"}'],
    ['{"type":"string","enum":["#f00","#0f0"],"enumNames":["Red","Green"]}'],
    ['{"type":"string","oneOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]}'],
    [
      '{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["#f00"]},"default":["#f00"]}',
    ],
    ['{"type":"array","items":{"anyOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]}}'],
  ])('%s', (property) => {
    expect(saidOf(property)).toEqual([]);
  });
});

describe('what is outside the subset is reported', () => {
  test.each<[property: string, said: string[]]>([
    ['{"type":"object","properties":{}}', ['p: the type object is not provided for in a form']],
    [
      '{"type":"array","items":{"type":"string"}}',
      ['p: a list of anything but choices is not provided for in a form'],
    ],
    ['{"type":"array"}', ['p: a list of anything but choices is not provided for in a form']],
    ['{}', ['p: the type is missing']],
    ['true', ['p: the type is missing']],
    ['{"type":["string","number"]}', ['p: several types are not provided for in a form']],
    ['{"type":"string","format":"uuid"}', ['p: the format uuid is not provided for in a form']],
    ['{"type":["string","null"]}', ['p: null is not provided for in a form']],
    [
      '{"anyOf":[{"type":"string"},{"type":"null"}]}',
      ['p: anyOf and oneOf of types are not provided for in a form', 'p: null is not provided for in a form'],
    ],
    [
      '{"anyOf":[{"type":"string"},{"type":"number"}]}',
      ['p: alternatives other than constants are not provided for in a form'],
    ],
    ['{"enum":["a"]}', ['p: the type is missing']],
    ['{"type":"integer","enum":[1,2]}', ['p: choices of type integer are not provided for in a form']],
    ['{"type":"string","enum":[]}', ['p: there is nothing to choose from']],
    ['{"type":"string","minLength":5,"maxLength":2}', ['p: minLength 5 is more than maxLength 2']],
    ['{"type":"string","minLength":-1}', ["p: minLength and maxLength can't be below 0"]],
    ['{"type":"integer","minimum":3,"maximum":1}', ['p: minimum 3 is more than maximum 1']],
    [
      '{"type":"array","minItems":2,"maxItems":1,"items":{"type":"string","enum":["a"]}}',
      ['p: minItems 2 is more than maxItems 1'],
    ],
    ['{"type":"string","default":7}', ['p: the default is not of type string']],
    ['{"type":"boolean","default":"true"}', ['p: the default is not of type boolean']],
    ['{"type":"number","default":"1"}', ['p: the default is not of type number']],
    [
      '{"type":"array","items":{"type":"string","enum":["a"]},"default":"a"}',
      ['p: the default is not of type array'],
    ],
    ['{"type":"string","oneOf":[{"const":"a"}]}', ['p: a choice by const needs a title for each']],
    ['{"type":"string","enum":["a","b"],"enumNames":["A"]}', ['p: enumNames and enum differ in length']],
    [
      '{"$ref":"https://canary.example/x"}',
      [
        'p: The reference https://canary.example/x is not resolved',
        'p: $ref is not provided for in a form',
        'p: the type is missing',
      ],
    ],
  ])('%s', (property, said) => {
    expect(saidOf(property)).toEqual(said);
  });
});

describe('the form as a whole', { timeout: 30_000 }, () => {
  test('names are data', () => {
    const schema =
      '{"type":"object","required":["","__proto__","b"],"properties":{"":{"type":"null"},"__proto__":{"type":"integer"}," a":{}}}';
    expect(outsideOfElicitation(schema)).toEqual([
      '"": null is not provided for in a form',
      '"": the type is missing',
      '" a": the type is missing',
      'b: required, but not among the properties',
    ]);
  });

  test.each([
    ['{"type":"object","properties":{}}', []],
    ['{"properties":{}}', ['The schema does not say type object']],
    ['{"type":"object","anyOf":[]}', ['The schema uses anyOf, which a form may not']],
    ['{"type":', ['The schema is not JSON']],
    ['[]', ['The schema is not an object']],
    ['null', ['The schema is not an object']],
  ])('%s', (schema, said) => {
    expect(outsideOfElicitation(schema)).toEqual(said);
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
    expect(outsideOfElicitation(schema).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('10 000 properties stop at the limit', () => {
    const properties = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, {}]));
    expect(outsideOfElicitation(JSON.stringify({ type: 'object', properties }))).toHaveLength(PROPERTY_LIMIT);
  });
});
