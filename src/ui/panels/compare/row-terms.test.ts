import { expect, test } from 'vitest';
import type { MatrixRow } from '../../../engine/comparison/matrix.ts';
import { explain } from '../../../engine/protocol/explanation.ts';
import { termOfRow } from './row-terms.ts';

const row = (
  key: string,
  label: string,
  code: boolean,
  subject: MatrixRow['subject'] = { kind: 'handshake' },
) => ({ key, label, code, subject, group: '', cells: [] }) satisfies MatrixRow;

test.each([
  [row('server tasks', 'tasks', true), { kind: 'capability', side: 'server', path: ['tasks'] }],
  [row('client sampling', 'sampling', true), { kind: 'capability', side: 'client', path: ['sampling'] }],
  [
    row('server io.modelcontextprotocol/tasks', 'io.modelcontextprotocol/tasks', true),
    { kind: 'extension', id: 'io.modelcontextprotocol/tasks' },
  ],
  [
    row('tools/list', 'Tools', false, { kind: 'list', method: 'tools/list' }),
    { kind: 'method', name: 'tools/list' },
  ],
  [row('session', 'Session', false), { kind: 'header', name: 'Mcp-Session-Id' }],
  [row('server com.example/x', 'com.example/x', true), null],
  [row('client tools', 'tools', true), null],
  [row('server', 'Server', false), null],
  [row('0 outcome', 'Outcome', false, { kind: 'call', call: 0 }), null],
  [
    row('tools/list output schemas', 'Output schemas', false, { kind: 'list', method: 'tools/list' }),
    { kind: 'field', owner: 'Tool', name: 'outputSchema' },
  ],
  [
    row('prompts/list kept', 'Prompts may be kept', false, { kind: 'list', method: 'prompts/list' }),
    { kind: 'field', owner: 'result prompts/list', name: 'ttlMs' },
  ],
])('%j is about %j', (each, term) => {
  const found = termOfRow(each);
  expect(found).toEqual(term);
  // What it names is in the table.
  if (found) expect(explain(found)).not.toBeNull();
});
