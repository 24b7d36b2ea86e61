import { expect, test } from 'vitest';
import { undeclaredBy } from './undeclared.ts';

const form = '{"method":"elicitation/create","params":{"message":"m","requestedSchema":{}}}';
const url = '{"method":"elicitation/create","params":{"mode":"url","url":"https://x"}}';
const sample = '{"method":"sampling/createMessage","params":{"messages":[]}}';
const tools = '{"method":"sampling/createMessage","params":{"messages":[],"tools":[]}}';
const choice = '{"method":"sampling/createMessage","params":{"toolChoice":{"mode":"none"}}}';
const context = '{"method":"sampling/createMessage","params":{"includeContext":"allServers"}}';
const roots = '{"method":"roots/list"}';

test.each<[string, string, string | null, string?]>([
  ['{}', form, 'elicitation'],
  ['{}', url, 'elicitation'],
  ['{}', sample, 'sampling'],
  ['{}', roots, 'roots'],
  ['{"elicitation":{}}', form, null],
  ['{"elicitation":{}}', url, 'elicitation.url'],
  ['{"elicitation":{"url":{}}}', form, 'elicitation.form'],
  ['{"elicitation":{"form":{},"url":{}}}', url, null],
  ['{"elicitation":null}', form, 'elicitation'],
  ['{"sampling":{}}', sample, null],
  ['{"sampling":{}}', tools, 'sampling.tools'],
  ['{"sampling":{}}', choice, 'sampling.tools'],
  ['{"sampling":{"tools":{}}}', tools, null],
  ['{"sampling":{}}', context, 'sampling.context'],
  ['{"sampling":{"context":{}}}', context, null],
  // There was no word for it before.
  ['{"sampling":{}}', tools, null, '2025-06-18'],
  ['{"roots":{}}', roots, null],
  ['{}', '{"method":"com.example/approval"}', null],
  ['{}', '{"method":"ping"}', null],
  ['{}', 'not JSON', null],
  ['not JSON', roots, 'roots'],
])('%s declared, %s asked: %s', (declared, request, capability, revision = '2026-07-28') => {
  expect(undeclaredBy(declared, request, revision)?.capability ?? null).toBe(capability);
});

test('context that was not declared should not be asked for, and may be', () => {
  expect(undeclaredBy('{"sampling":{}}', context, '2026-07-28')?.severity).toBe('warning');
  expect(undeclaredBy('{}', context, '2026-07-28')?.severity).toBe('error');
});
