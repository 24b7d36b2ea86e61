import { describe, expect, test } from 'vitest';
import { HANDSHAKES, RECENT_SERVERS, type KeptHandshake, type KeptServer } from './kept.ts';
import { createMemoryStore } from './memory.ts';

const handshake: KeptHandshake = {
  number: 7,
  url: 'https://a.example/mcp',
  at: 1,
  revision: '2026-07-28',
  serverName: 'acme',
  outcome: 'connected',
  entries: [{ type: 'handshake' }],
};
const server: KeptServer = {
  url: 'https://a.example/mcp',
  at: 1,
  protocolVersion: 'auto',
  serverName: null,
  serverVersion: null,
  revision: null,
  outcome: 'CORS',
  connected: false,
};

describe('a handshake', () => {
  test('that failed is kept too', () => {
    const failed = { ...handshake, outcome: 'failed', revision: null, serverName: null };
    expect(HANDSHAKES.read(failed)).toEqual(failed);
  });

  test.each([
    null,
    'x',
    {},
    { ...handshake, number: '7' },
    { ...handshake, url: undefined },
    { ...handshake, at: NaN },
    { ...handshake, outcome: 'odd' },
    { ...handshake, entries: {} },
    { ...handshake, revision: 7 },
  ])('that is damaged is not read: %j', (value) => {
    expect(HANDSHAKES.read(value)).toBeUndefined();
  });

  test('is kept with the last 50', async () => {
    const store = createMemoryStore();
    for (let number = 1; number <= 53; number++) {
      await store.put(HANDSHAKES, String(number), { ...handshake, number }, number);
    }
    const numbers = (await store.list(HANDSHAKES)).map((kept) => kept.value.number);
    expect(numbers).toHaveLength(50);
    expect([numbers[0], numbers.at(-1)]).toEqual([53, 4]);
  });
});

describe('a recent server', () => {
  test.each([null, {}, { ...server, connected: 'yes' }, { ...server, outcome: null }, { ...server, url: 1 }])(
    'that is damaged is not read: %j',
    (value) => {
      expect(RECENT_SERVERS.read(value)).toBeUndefined();
    },
  );

  test('is kept once for its URL, with the last 8', async () => {
    const store = createMemoryStore();
    for (let at = 1; at <= 20; at++) {
      const url = `https://a.example/${at % 10}`;
      await store.put(RECENT_SERVERS, url, { ...server, url, at }, at);
    }
    const urls = (await store.list(RECENT_SERVERS)).map((kept) => kept.value.url.at(-1));
    expect(urls.join('')).toBe('09876543');
  });
});
