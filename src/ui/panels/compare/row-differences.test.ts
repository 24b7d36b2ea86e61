import { expect, test } from 'vitest';
import type { RowSubject } from '../../../engine/comparison/matrix.ts';
import { isAbout, isInDiff } from './row-differences.ts';

const handshake = { kind: 'handshake' } as const;
const tools = { kind: 'list', method: 'tools/list' } as const;

test.each<[string, string, RowSubject, readonly string[], boolean]>([
  ['negotiated', 'Negotiated as', handshake, ['protocolVersion'], true],
  ['negotiated', 'Negotiated as', handshake, ['supportedVersions'], true],
  ['session', 'Session', handshake, ['protocolVersion'], false],
  ['server', 'Server', handshake, ['serverInfo', 'version'], true],
  ['instructions', 'Instructions', handshake, ['instructions'], true],
  ['server prompts', 'prompts', handshake, ['server', 'prompts', 'listChanged'], true],
  ['server prompts', 'prompts', handshake, ['client', 'prompts'], false],
  ['client roots', 'roots', handshake, ['client', 'roots'], true],
  ['server com.example/x', 'com.example/x', handshake, ['server', 'extensions', 'com.example/x'], true],
  ['server experimental.y', 'experimental.y', handshake, ['server', 'experimental', 'y', 'z'], true],
  ['tools/list', 'Tools', tools, ['tools', 'a', 'inputSchema', 'required'], true],
  ['tools/list output schemas', 'Output schemas', tools, ['tools', 'a', 'outputSchema'], true],
  ['tools/list output schemas', 'Output schemas', tools, ['tools', 'outputSchema', 'inputSchema'], false],
  ['tools/list kept', 'Tools may be kept', tools, ['tools', 'a'], false],
  ['0 outcome', 'Outcome', { kind: 'call', call: 0 }, ['server', 'tools'], false],
])('row %s, %s, %j and the difference at %j: %s', (key, label, subject, segments, expected) => {
  expect(isAbout({ key, label, subject }, segments)).toBe(expected);
});

test.each<[string, RowSubject, boolean]>([
  ['session', handshake, false],
  ['attempts', handshake, false],
  ['connect trips', handshake, false],
  ['tools/list kept', tools, false],
  ['tools/list', tools, true],
  ['instructions', handshake, true],
  ['0 rounds', { kind: 'call', call: 0 }, true],
])('row %s, %j stands in the diff that it opens: %s', (key, subject, expected) => {
  expect(isInDiff({ key, code: false, subject })).toBe(expected);
});
