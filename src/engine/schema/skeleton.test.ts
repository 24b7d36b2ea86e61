import { describe, expect, test } from 'vitest';
import { skeletonFor } from './skeleton.ts';

test('required properties and defaults, indented, digits as in the schema', () => {
  const schema = `{"type":"object","required":["service","options"],"properties":{
    "service":{"type":"string"},
    "replicas":{"type":"integer","default":9007199254740993},
    "ratio":{"type":"number","default":1.0},
    "note":{"type":"string"},
    "options":{"$ref":"#/$defs/Options"}},
    "$defs":{"Options":{"type":"object","required":["region"],"properties":{"region":{"enum":["eu","us"]},"tags":{"type":"array","default":[ "a" ]}}}}}`;
  expect(skeletonFor(schema)).toBe(
    '{\n  "service": "",\n  "replicas": 9007199254740993,\n  "ratio": 1.0,\n  "options": {\n    "region": "eu",\n    "tags": [\n      "a"\n    ]\n  }\n}',
  );
});

describe('an object whatever the schema', () => {
  test.each([
    ['{"type":"object","properties":{}}'],
    ['{}'],
    ['true'],
    ['false'],
    ['{"type":"string"}'],
    ['{"type":'],
    [''],
    ['[1]'],
    ['{"$ref":"https://canary.example/x"}'],
    ['{"$ref":"#"}'],
    ['{"type":"object","properties":"x","required":{"a":1},"allOf":7}'],
    ['['.repeat(1000)],
  ])('%s', (schema) => {
    expect(skeletonFor(schema)).toBe('{}');
  });
});

test('names are data', () => {
  const schema =
    '{"type":"object","required":["__proto__","","toString"],"properties":{"__proto__":{"const":1},"":{"const":2}}}';
  expect(skeletonFor(schema)).toBe('{\n  "__proto__": 1,\n  "": 2,\n  "toString": null\n}');
});
