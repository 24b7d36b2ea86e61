import { describe, expect, test } from 'vitest';
import type { OwnMeta } from './era.ts';
import { legacySpeech } from './legacy/codec.ts';
import { modernSpeech } from './modern/codec.ts';
import { metaWith } from './own-meta.ts';

const protocol = [
  ['progressToken', '7'],
  ['v', '"2026-07-28"'],
] as const;

describe('what a person adds to _meta', () => {
  test.each<[own: OwnMeta | undefined, meta: string]>([
    [undefined, '{"progressToken":7,"v":"2026-07-28"}'],
    [{ text: ' ', replaces: false }, '{"progressToken":7,"v":"2026-07-28"}'],
    [{ text: '{}', replaces: false }, '{"progressToken":7,"v":"2026-07-28"}'],
    [
      { text: '{ "a" : 1.0, "\\u0062":[ ] }', replaces: false },
      '{"progressToken":7,"v":"2026-07-28","a":1.0,"\\u0062":[ ]}',
    ],
    [{ text: '{"v":"x","a":1}', replaces: false }, '{"progressToken":7,"v":"2026-07-28","a":1}'],
    [{ text: '{"v":"x","a":1}', replaces: true }, '{"progressToken":7,"v":"x","a":1}'],
    [
      { text: '{"__proto__":{"v":1}}', replaces: true },
      '{"progressToken":7,"v":"2026-07-28","__proto__":{"v":1}}',
    ],
    [{ text: '{"a":1,"a":2}', replaces: false }, '{"progressToken":7,"v":"2026-07-28","a":1,"a":2}'],
    [{ text: ' [1] ', replaces: false }, '[1]'],
    [{ text: '{"a":', replaces: false }, '{"a":'],
  ])('%j', (own, meta) => {
    expect(metaWith(protocol, own)).toBe(meta);
  });

  test('nothing to say is no member', () => {
    expect(metaWith([], undefined)).toBeUndefined();
    expect(metaWith([], { text: '{}', replaces: true })).toBeUndefined();
  });
});

test('both eras send it, under the keys of their own', () => {
  const own = { text: '{"com.example/trace": 1.0}', replaces: false };
  const modern = modernSpeech({ revision: '2026-07-28', clientInfo: () => '{}', capabilities: () => '{}' });
  expect(modern.request('1', 'tools/call', [['name', '"a"']], null, own)).toContain(
    '"io.modelcontextprotocol/clientCapabilities":{},"com.example/trace":1.0}',
  );
  const legacy = legacySpeech('2025-11-25', null);
  expect(legacy.request('1', 'tools/call', [], '9', own)).toContain(
    '"params":{"_meta":{"progressToken":9,"com.example/trace":1.0}}',
  );
  expect(legacy.request('1', 'tools/list', [], null)).toBe('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
});
