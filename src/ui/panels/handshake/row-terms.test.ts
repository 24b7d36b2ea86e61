import { expect, test } from 'vitest';
import type { CapabilityRow } from '../../../engine/capabilities/rows.ts';
import { isKnownTerm } from '../../../engine/protocol/terms.ts';
import { declaredTerm, rowTerm } from './row-terms.ts';

const row = (...path: string[]) => ({ side: 'server', path }) as unknown as CapabilityRow;

test.each([
  ['listChanged', row('tools'), ['tools', 'listChanged']],
  ['listChanged: false', row('tools'), ['tools', 'listChanged']],
  ['tools.call', row('tasks'), ['tasks', 'requests', 'tools', 'call']],
  ['list', row('tasks'), ['tasks', 'list']],
])('%s beside its capability is a capability', (word, beside, path) => {
  const term = declaredTerm(beside, word);
  expect(term).toEqual({ kind: 'capability', side: 'server', path });
  expect(isKnownTerm(term)).toBe(true);
});

test.each([
  ['{}', row('tools')],
  ['x-vendor', row('tools')],
  ['and 3 more', row('tools')],
  ['mine', row('extensions', 'io.modelcontextprotocol/tasks')],
])('%s is not', (word, beside) => {
  expect(isKnownTerm(declaredTerm(beside, word))).toBe(false);
});

test('an extension is one, an experiment is nothing that is known', () => {
  expect(rowTerm(row('extensions', 'io.modelcontextprotocol/tasks'))).toEqual({
    kind: 'extension',
    id: 'io.modelcontextprotocol/tasks',
  });
  expect(isKnownTerm(rowTerm(row('experimental', 'mine')))).toBe(false);
  expect(isKnownTerm(rowTerm(row('tools')))).toBe(true);
});
