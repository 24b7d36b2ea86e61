import { expect, test } from 'vitest';
import { readAsked, readServerRequest, type AskedRequest } from './asked.ts';
import { choicesFor, deprecationOf, requestChips, requestWords, undeclaredKeys } from './request-rows.ts';

const legacy = (method: string) => readServerRequest(`{"id":0,"method":"${method}"}`, null, '0');
const modern = (method: string) =>
  readAsked(`{"result":{"inputRequests":{"k":{"method":"${method}"}}}}`).requests[0] ?? legacy(method);

test.each<[string, AskedRequest, string, readonly string[]]>([
  ['modern', modern('elicitation/create'), 'elicitation, form', ['Accept', 'Decline', 'Cancel', 'Omit']],
  ['modern', modern('roots/list'), 'roots', ['Answer', 'Omit']],
  ['modern', modern('x'), 'x', ['Answer', 'Omit']],
  [
    'legacy',
    legacy('elicitation/create'),
    'elicitation, form',
    ['Accept', 'Decline', 'Cancel', 'Omit', 'Error'],
  ],
  ['legacy', legacy('sampling/createMessage'), 'sampling', ['Answer', 'Omit', 'Error']],
  ['legacy', legacy('roots/list'), 'roots', ['Answer', 'Omit', 'Error']],
  ['legacy', legacy('ping'), 'ping', ['Answer', 'Omit', 'Error']],
  ['legacy', legacy('x'), 'x', ['Answer', 'Omit', 'Error']],
])('%s: what can be done %#', (_, asked, words, choices) => {
  expect(requestWords(asked)).toBe(words);
  expect(choicesFor(asked).map(({ label }) => label)).toEqual(choices);
});

test('a key that a person added is answered or left out', () => {
  expect(choicesFor(null).map(({ label }) => label)).toEqual(['Answer', 'Omit']);
});

test.each<[AskedRequest, string, readonly string[]]>([
  [modern('x'), '2026-07-28', ['outside the closed set']],
  [legacy('x'), '2025-11-25', ['unknown method']],
  [legacy('ping'), '2025-11-25', []],
  [modern('roots/list'), '2026-07-28', ['deprecated 2026-07-28']],
  [legacy('roots/list'), '2025-11-25', []],
])('what is worth knowing %#', (asked, revision, chips) => {
  expect(requestChips(asked, revision).map(({ text }) => text)).toEqual(chips);
});

test('what was not declared is said first', () => {
  expect(requestChips(modern('roots/list'), '2026-07-28', true)[0]?.text).toBe('not declared');
  const finding = { severity: 'error', text: '', keys: ['a', 'b'] } as const;
  const findings = [
    { ...finding, rule: 'asks-undeclared', round: 2 },
    { ...finding, rule: 'asks-undeclared', round: 3, keys: ['c'] },
    { ...finding, rule: 'other', round: 2, keys: ['d'] },
  ];
  expect([...undeclaredKeys(findings, 2)]).toEqual(['a', 'b']);
});

test.each<[AskedRequest, string, RegExp | null]>([
  [
    modern('sampling/createMessage'),
    '2026-07-28',
    /since 2026-07-28\. Integrate directly with LLM provider APIs\..*2027-07-28/,
  ],
  [modern('roots/list'), '2026-07-28', /tool parameters, resource URIs, or server configuration/],
  [legacy('roots/list'), '2025-11-25', null],
  [modern('elicitation/create'), '2026-07-28', null],
])('a deprecation has its date and its migration %#', (asked, revision, words) => {
  if (words === null) expect(deprecationOf(asked, revision)).toBeNull();
  else expect(deprecationOf(asked, revision)).toMatch(words);
});
