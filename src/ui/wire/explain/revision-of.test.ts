import { expect, test } from 'vitest';
import type { ExchangeView } from '../../../engine/views/exchanges.ts';
import { revisionOf } from './revision-of.ts';

const exchange = (headers: readonly (readonly [string, string])[], method?: string, body?: string) =>
  ({
    request: {
      headers,
      messages: method === undefined ? [] : [{ kind: 'request', method }],
      body: body === undefined ? null : { peek: () => body },
    },
    purpose: null,
  }) as unknown as ExchangeView;

test.each([
  ['its header', exchange([['MCP-Protocol-Version', '2025-11-25']], 'tools/list'), '2025-11-25'],
  ['a header of no date', exchange([['mcp-protocol-version', 'draft']], 'tools/list'), null],
  [
    'what initialize asks for',
    exchange([], 'initialize', '{"method":"initialize","params":{"protocolVersion": "2025-06-18"}}'),
    '2025-06-18',
  ],
  ['no header at all', exchange([], 'tools/list'), '2025-03-26'],
  ['no message at all', exchange([]), null],
])('%s says the revision', (_, view, revision) => {
  expect(revisionOf(view)).toBe(revision);
});
