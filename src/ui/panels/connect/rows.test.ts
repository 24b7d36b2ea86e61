import { describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../../engine/wire-log/notes.ts';
import { headerParts, headerText, initializeHint, mayBeCertificate, recentRow, sentParts } from './rows.ts';

const base: Diagnosis = {
  cause: 'cors-preflight',
  title: '',
  explanation: '',
  short: '',
  evidence: [],
  headerLines: [],
};

const allowHeaders = {
  name: 'access-control-allow-headers',
  values: ['mcp-method', 'content-type', 'mcp-name'],
  marked: ['Mcp-Method', 'mcp-name'],
};

test('values refused now stand last and are marked', () => {
  expect(headerParts(allowHeaders)).toEqual([
    { text: 'content-type, ', marked: false },
    { text: 'mcp-method, ', marked: true },
    { text: 'mcp-name', marked: true },
  ]);
});

test('what is copied is one line a header', () => {
  const origin = { name: 'access-control-allow-origin', values: ['http://localhost:4173'], marked: [] };
  expect(headerText([origin, allowHeaders])).toBe(
    'access-control-allow-origin: http://localhost:4173\naccess-control-allow-headers: content-type, mcp-method, mcp-name',
  );
});

describe('initialize has a point', () => {
  test.each([
    [['mcp-method', 'mcp-name'], 'initialize needs neither of the two headers'],
    [['mcp-method'], 'initialize does not need that header'],
    [['mcp-method', 'authorization'], null],
    [[], null],
  ])('%j refused: %s', (marked, hint) => {
    expect(initializeHint({ ...base, headerLines: [{ ...allowHeaders, marked }] })).toBe(hint);
  });
});

test.each([
  ['unreachable', 'https://host/mcp', true],
  ['unreachable', 'http://host/mcp', false],
  ['cors-origin', 'https://host/mcp', false],
] as const)('%s at %s may be a certificate: %s', (cause, url, may) => {
  expect(mayBeCertificate(cause, url)).toBe(may);
});

describe('a recent server', () => {
  const server = {
    url: 'https://deploy.acme.dev/mcp',
    at: 0,
    protocolVersion: 'auto',
    serverName: 'acme-deploy',
    serverVersion: '1.4.0',
    revision: '2026-07-28',
    outcome: 'connected',
    connected: true,
  };
  test('that answered says what it is', () => {
    expect(recentRow(server, 720_000)).toMatchObject({
      place: 'deploy.acme.dev/mcp',
      when: '12 min ago',
      what: 'acme-deploy 1.4.0, 2026-07-28',
    });
  });
  test('that never connected says so', () => {
    const silent = { ...server, serverName: null, serverVersion: null, revision: null };
    expect(recentRow(silent, 0).what).toBe('never connected');
  });
});

test.each([
  ['POST server/discover', 'POST ', 'server/discover', ''],
  ['POST, the same and mcp-method', 'POST, the same and ', 'mcp-method', ''],
  ['GET, only accept', 'GET, only ', 'accept', ''],
  ['POST ping, no session id', 'POST ', 'ping', ', no session id'],
  ['GET, no-cors', 'GET, no-cors', '', ''],
])('%s names what it is about', (sent, ...parts) => expect(sentParts(sent)).toEqual(parts));
