import { expect, test } from 'vitest';
import { loadRealClients, realClient } from './real-clients.ts';

test.each([
  [{ title: 'A', elicitation: {}, tools: {}, resources: { subscribe: true } }, '{"elicitation":{}}'],
  [
    { title: 'A', roots: { listChanged: true }, sampling: {} },
    '{"sampling":{},"roots":{"listChanged":true}}',
  ],
  [{ title: 'A', completions: {}, logging: {}, prompts: {} }, '{}'],
])('of %j is declared what a client declares', (record, text) => {
  const { draft } = realClient('a-client', record);
  expect(draft).toMatchObject({
    name: 'A (a-client)',
    clientInfo: { name: 'a-client', title: 'A' },
    rawText: text,
  });
});

test('the list has clients that people use, each with JSON that can be declared', async () => {
  const clients = await loadRealClients();
  const ids = clients.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['claude-code', 'cursor-vscode', 'Codex']));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { draft } of clients) expect(JSON.parse(draft.rawText ?? '')).toBeTypeOf('object');
  expect(clients.find(({ id }) => id === 'claude-code')?.draft.rawText).toBe('{"roots":{}}');
});
