import { describe, expect, test } from 'vitest';
import { formOf, placeOf, type FormNode } from './form-model.ts';
import { switched } from './form-switch.ts';

const contact = formOf(
  JSON.stringify({
    type: 'object',
    properties: { id: { type: 'integer' } },
    oneOf: [
      { properties: { kind: { const: 'email' }, address: {} }, required: ['kind'] },
      { properties: { kind: { const: 'sms' }, phone: {}, retries: { default: 3 } }, required: ['kind'] },
    ],
  }),
);

function alternative(index: number): FormNode {
  return (
    (contact.ok ? contact.root.alternatives[index]?.node : undefined) ?? expect.unreachable('no alternative')
  );
}

describe('taking another alternative', () => {
  test.each([
    [
      'what both name stays, to the character',
      '{ "id": 1.0, "kind":"email", "address":"a@b" }',
      '{ "id": 1.0, "kind":"sms", "retries": 3 }',
    ],
    ['what neither names stays', '{"x":1, "kind":"email"}', '{"x":1, "kind":"sms", "retries": 3}'],
    ['what is there already is not seeded', '{"retries":9}', '{"retries":9, "kind": "sms"}'],
    ['from no object', '"text"', '{"kind":"sms","retries":3}'],
    ['from what is not JSON', '{"kind":', '{"kind":"sms","retries":3}'],
  ])('%s', (_, raw, expected) => {
    expect(switched(raw, alternative(0), alternative(1))).toBe(expected);
  });

  test.each([
    ['{"type":"string"}', '"a"', '"a"'],
    ['{"type":"string"}', '7', '""'],
    ['{"type":"integer"}', '"a"', undefined],
    ['{"type":"array"}', '{}', '[]'],
    ['{"type":"number"}', '9007199254740993', '9007199254740993'],
  ])('%s from %s', (schema, raw, expected) => {
    const to = placeOf(schema);
    expect(to && switched(raw, undefined, to)).toBe(expected);
  });
});
