import { describe, expect, test } from 'vitest';
import { ANSWERABLE, clientCapabilitiesText, type Answerable } from './client.ts';
import { NO_SETTINGS, type CapabilitySettings, type InferenceRule } from './profile.ts';

const DEFAULT = { capabilitiesText: null };
const NONE: Answerable = { elicitation: false, sampling: false, samplingTools: false, roots: false };
const by = (rule: InferenceRule, settings: Partial<CapabilitySettings> = {}) => ({
  capabilitiesText: null,
  rule,
  settings: { ...NO_SETTINGS, ...settings },
});

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

  test.each<[Partial<Answerable>, string]>([
    [{}, '{}'],
    [{ sampling: true }, '{"sampling":{"tools":{}}}'],
    [{ elicitation: true }, '{"elicitation":{"form":{},"url":{}}}'],
    [{ roots: true }, '{"roots":{}}'],
  ])('with %j answered is %s', (some, text) => {
    expect(clientCapabilitiesText(DEFAULT, '2026-07-28', { ...NONE, ...some })).toBe(text);
  });
});

describe('a preset that infers nothing', () => {
  test.each<[InferenceRule, string, string]>([
    ['nothing', '2026-07-28', '{}'],
    [
      'everything',
      '2026-07-28',
      '{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}',
    ],
    [
      'everything',
      '2025-11-25',
      '{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{"listChanged":true}}',
    ],
    ['everything', '2025-03-26', '{"sampling":{},"roots":{"listChanged":true}}'],
  ])('%s in %s is %s, whoever answers', (rule, revision, text) => {
    expect(clientCapabilitiesText(by(rule), revision, NONE)).toBe(text);
    expect(clientCapabilitiesText(by(rule), revision, ANSWERABLE)).toBe(text);
  });
});

describe('a switch overrides what is inferred', () => {
  test.each<[CapabilitySettings['switches'], string, string]>([
    [
      { 'elicitation.url': false },
      '2026-07-28',
      '{"elicitation":{"form":{}},"sampling":{"tools":{}},"roots":{}}',
    ],
    [{ elicitation: false, sampling: false }, '2026-07-28', '{"roots":{}}'],
    [
      { elicitation: false, 'elicitation.url': true, sampling: false, roots: false },
      '2026-07-28',
      '{}', // a parent that is off takes its parts with it
    ],
    [
      { 'sampling.context': true, roots: false, elicitation: false },
      '2025-11-25',
      '{"sampling":{"tools":{},"context":{}}}',
    ],
    [{ 'roots.listChanged': false, sampling: false, elicitation: false }, '2025-11-25', '{"roots":{}}'],
    // A revision that has no word for it leaves it out.
    [{ 'sampling.context': true, roots: false }, '2025-06-18', '{"elicitation":{},"sampling":{}}'],
    [{ 'roots.listChanged': true, sampling: false, elicitation: false }, '2026-07-28', '{"roots":{}}'],
  ])('%j in %s: %s', (switches, revision, text) => {
    expect(clientCapabilitiesText(by('answers', { switches }), revision)).toBe(text);
  });

  test('a part that is on brings its parent along', () => {
    expect(
      clientCapabilitiesText(by('nothing', { switches: { 'sampling.tools': true } }), '2026-07-28'),
    ).toBe('{"sampling":{"tools":{}}}');
  });
});

describe('extensions and experimental', () => {
  test.each<[Partial<CapabilitySettings>, string]>([
    [{ extensions: [{ id: 'com.example/x', settingsText: '' }] }, '{"extensions":{"com.example/x":{}}}'],
    [
      { extensions: [{ id: ' a/b ', settingsText: ' { "n" : 9007199254740993 } ' }] },
      '{"extensions":{"a/b":{ "n" : 9007199254740993 }}}',
    ],
    // Settings are an object, never null; a name that is blank is not declared.
    [
      {
        extensions: [
          { id: 'a/b', settingsText: 'null' },
          { id: '', settingsText: '{}' },
        ],
      },
      '{"extensions":{"a/b":{}}}',
    ],
    [{ extensions: [{ id: '__proto__', settingsText: '{"a":1}' }] }, '{"extensions":{"__proto__":{"a":1}}}'],
    [
      {
        extensions: [
          { id: 'a/b', settingsText: '{"a":1}' },
          { id: 'a/b', settingsText: '{"a":2}' },
        ],
      },
      '{"extensions":{"a/b":{"a":2}}}',
    ],
    [{ experimentalText: ' {"x":{"y":1.0}} ' }, '{"experimental":{"x":{"y":1.0}}}'],
    [{ experimentalText: '7' }, '{}'],
    [{ extensions: [] }, '{}'],
  ])('%j', (settings, text) => {
    for (const revision of ['2026-07-28', '2025-11-25'])
      expect(clientCapabilitiesText(by('nothing', settings), revision)).toBe(text);
  });
});

test.each(['{}', '{ "roots" : true }', '{"x":9007199254740993}'])(
  'an own text goes out as typed, whatever else is said: %s',
  (text) => {
    for (const revision of ['2026-07-28', '2025-03-26']) {
      expect(clientCapabilitiesText({ capabilitiesText: text }, revision)).toBe(text);
      expect(
        clientCapabilitiesText(
          { ...by('everything', { switches: { roots: false } }), capabilitiesText: text },
          revision,
        ),
      ).toBe(text);
    }
  },
);

// The rules of the official Go SDK's client, one row each.
describe('the Go SDK', () => {
  const samples = { ...NONE, sampling: true };
  const samplesWithTools = { ...samples, samplingTools: true };
  const elicits = { ...NONE, elicitation: true };
  test.each<[rule: string, Answerable, Partial<CapabilitySettings>, revision: string, text: string]>([
    ['nothing set declares roots', NONE, {}, '2026-07-28', '{"roots":{"listChanged":true}}'],
    ['in every revision', NONE, {}, '2025-03-26', '{"roots":{"listChanged":true}}'],
    [
      'a sampling handler adds sampling',
      samples,
      {},
      '2026-07-28',
      '{"sampling":{},"roots":{"listChanged":true}}',
    ],
    [
      'the one with tools adds tools',
      samplesWithTools,
      {},
      '2025-06-18',
      '{"sampling":{"tools":{}},"roots":{"listChanged":true}}',
    ],
    [
      'an elicitation handler adds form, never url',
      elicits,
      {},
      '2026-07-28',
      '{"elicitation":{"form":{}},"roots":{"listChanged":true}}',
    ],
    [
      'from 2025-11-25 on',
      elicits,
      {},
      '2025-11-25',
      '{"elicitation":{"form":{}},"roots":{"listChanged":true}}',
    ],
    [
      'and nothing inside before',
      elicits,
      {},
      '2025-06-18',
      '{"elicitation":{},"roots":{"listChanged":true}}',
    ],
    ['nor at all before elicitation existed', elicits, {}, '2025-03-26', '{"roots":{"listChanged":true}}'],
    [
      'anything explicit removes roots',
      NONE,
      { extensions: [{ id: 'a/b', settingsText: '' }] },
      '2026-07-28',
      '{"extensions":{"a/b":{}}}',
    ],
    ['also an explicit object that is empty', NONE, { switches: { roots: false } }, '2026-07-28', '{}'],
    [
      'roots stay where they are explicit',
      NONE,
      { switches: { 'roots.listChanged': true } },
      '2026-07-28',
      '{"roots":{"listChanged":true}}',
    ],
    [
      'an explicit elicitation wins whole',
      elicits,
      { switches: { 'elicitation.url': true } },
      '2026-07-28',
      '{"elicitation":{"url":{}}}',
    ],
    [
      'an explicit sampling wins whole',
      samplesWithTools,
      { switches: { 'sampling.context': true } },
      '2026-07-28',
      '{"sampling":{"context":{}}}',
    ],
    [
      'other handlers are inferred beside it',
      { ...elicits, ...samplesWithTools, elicitation: true },
      { switches: { 'elicitation.url': true } },
      '2026-07-28',
      '{"elicitation":{"url":{}},"sampling":{"tools":{}}}',
    ],
  ])('%s', (_rule, answerable, settings, revision, text) => {
    expect(clientCapabilitiesText(by('go-sdk', settings), revision, answerable)).toBe(text);
  });
});
