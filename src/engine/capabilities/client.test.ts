import { describe, expect, test } from 'vitest';
import { clientCapabilitiesText, type AnswerableByEra } from './client.ts';

const DEFAULT = { capabilitiesText: null };
const all = { elicitation: true, sampling: true, roots: true };
const everything: AnswerableByEra = { modern: all, legacy: all };

describe('what Roundtrip declares by itself', () => {
  test.each([
    ['2026-07-28', '{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}'],
    ['2099-01-01', '{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}'],
    [
      '2025-11-25',
      '{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{"listChanged":true}}',
    ],
    ['2025-06-18', '{"elicitation":{},"sampling":{},"roots":{"listChanged":true}}'],
    ['2025-03-26', '{"sampling":{},"roots":{"listChanged":true}}'],
  ])('in %s is %s', (revision, text) => {
    expect(clientCapabilitiesText(DEFAULT, revision)).toBe(text);
  });
});

test('only what can be answered is declared', () => {
  const some: AnswerableByEra = {
    ...everything,
    modern: { elicitation: false, sampling: true, roots: false },
  };
  expect(clientCapabilitiesText(DEFAULT, '2026-07-28', some)).toBe('{"sampling":{"tools":{}}}');
});

test.each(['{}', '{ "roots" : true }', '{"x":9007199254740993}'])(
  'an own text goes out as typed: %s',
  (text) => {
    for (const revision of ['2026-07-28', '2025-03-26']) {
      expect(clientCapabilitiesText({ capabilitiesText: text }, revision)).toBe(text);
    }
  },
);
