import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../engine/session/contract.ts';
import { fakeSession } from './fake-session.ts';
import { hasCallsSince, leaveWord, readWord } from './last-page.ts';

const connection: Connection = {
  ...{
    number: 1,
    url: 'https://host/mcp',
    era: 'modern',
    revision: '2026-07-28',
    handshake: 1,
    declares: null,
  },
  ...{ serverName: 'host', serverVersion: null, sessionId: null },
};

function recorded(connected: boolean) {
  const { session } = fakeSession(connected ? { phase: 'connected', connection } : {});
  session.recording.append({ type: 'switch', at: 1, manual: true });
  return session;
}

beforeEach(() => sessionStorage.clear());

test.each([
  ['a connection and what was recorded', true, 0, { recording: true, connection: true }],
  ['what was recorded', false, 0, { recording: true, connection: false }],
  ['a connection whose recording is in a file', true, 1, { recording: false, connection: true }],
])('a page takes with it %s', (_, connected, saved, gone) => {
  leaveWord(recorded(connected), saved);
  expect(readWord()).toEqual({ url: connected ? 'https://host/mcp' : '', ...gone });
});

test('it is said once', () => {
  leaveWord(recorded(true), 0);
  readWord();
  expect(readWord()).toBeNull();
});

test('a page on which nothing happened, or whose recording is in a file, takes nothing with it', () => {
  leaveWord(recorded(true), 0);
  leaveWord(fakeSession().session, 0);
  expect(readWord()).toBeNull();
  leaveWord(recorded(false), 1);
  expect(readWord()).toBeNull();
});

test('text that is no word of ours says nothing', () => {
  for (const text of ['{', '3', 'null', '{"url":1}']) {
    sessionStorage.setItem('roundtrip last page', text);
    expect(readWord()).toBeNull();
  }
});

test('only a call that no file holds is missed: handshakes are kept', () => {
  const session = recorded(true);
  expect(hasCallsSince(session, 0)).toBe(false);
  session.recording.append({
    ...{ type: 'call', at: 1, call: 1, connection: 1, method: 'tools/call', name: 'echo' },
    argumentsText: '{}',
  } as const);
  expect(hasCallsSince(session, 0)).toBe(true);
  expect(hasCallsSince(session, session.recording.length)).toBe(false);
});
