import { describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../../engine/wire-log/notes.ts';
import { initializeHint, mayBeCertificate, recentRow } from './rows.ts';

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
  test('can turn no direction but its own', () => {
    const turned = { ...server, serverName: 'acme\u202egnp' };
    expect(recentRow(turned, 0).what).toBe('acme\\u{202e}gnp 1.4.0, 2026-07-28');
  });
  test('that never connected says so', () => {
    const silent = { ...server, serverName: null, serverVersion: null, revision: null };
    expect(recentRow(silent, 0).what).toBe('never connected');
  });
});
