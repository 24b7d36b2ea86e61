import { describe, expect, it } from 'vitest';
import type { ExchangeEvidence, ResponseHead } from '../wire/exchange.ts';
import { isFruitless, judgeStream, type StreamEnd } from './notification-stream.ts';

const head = (status: number, mediaType: string | null = 'text/event-stream'): ResponseHead => ({
  ...{ status, mediaType, headers: [], url: 'https://h/mcp', redirected: false },
});
const answered = (status: number, mediaType?: string | null): ExchangeEvidence => ({
  ...{ kind: 'answered', head: head(status, mediaType), bytes: 0, preview: '' },
  content: { kind: 'stream', messages: 0 },
});
const failed: ExchangeEvidence = { kind: 'failed', detail: 'fetch failed' };
const refused: ExchangeEvidence = {
  ...failed,
  known: { exchange: 1, agoMs: 0, sent: 'GET', status: 200, path: null, unlike: ['last-event-id'] },
};
const end = (change: Partial<StreamEnd>): StreamEnd => ({
  ...{ evidence: answered(200), fruitless: 1, retryMs: null, crossOrigin: true, knownBefore: false },
  ...change,
});

describe('a stream that ended is opened again', () => {
  it.each([
    ['after retry: exactly, however often it was fruitless', { retryMs: 20, fruitless: 4 }, 20],
    ['at once, where retry: says so', { retryMs: 0 }, 0],
    ['after a second, where it delivered something', { fruitless: 0 }, 1000],
    ['after a second, the first time it did not', { fruitless: 1 }, 1000],
    ['then later', { fruitless: 2 }, 1500],
    ['and later', { fruitless: 3 }, 2250],
    ['and later still', { fruitless: 4 }, 3375],
    ['also where the network failed', { evidence: failed, fruitless: 2 }, 1500],
  ])('%s', (_when, change, delayMs) => expect(judgeStream(end(change))).toEqual({ kind: 'reopen', delayMs }));
});

describe('a stream is not opened again', () => {
  it.each([
    ['405', { evidence: answered(405, null) }, null],
    ['404, where none was ever opened', { evidence: answered(404, null) }, /answered with 404/],
    ['a web page', { evidence: answered(200, 'text/html') }, /answered with 200 and text\/html/],
    ['the fifth that brought nothing', { fruitless: 5 }, /ended 5 times .* before the next handshake/],
    ['a header that is refused', { evidence: refused, fruitless: 5 }, /needs last-event-id/],
    [
      'a header that nobody can refuse in one origin',
      { evidence: refused, fruitless: 5, crossOrigin: false },
      /ended 5 times/,
    ],
  ] satisfies [string, Partial<StreamEnd>, RegExp | null][])('%s', (_what, change, note) =>
    expect(judgeStream(end(change))).toEqual({
      kind: 'stop',
      note: note === null ? null : (expect.stringMatching(note) as unknown),
    }),
  );

  it('404, where one was opened before: the session is lost', () =>
    expect(judgeStream(end({ evidence: answered(404, null), knownBefore: true }))).toMatchObject({
      kind: 'session ended',
    }));
});

it.each([
  ['delivered nothing and was short', { delivered: false, moved: false, ms: 29_000 }, true],
  ['delivered a message', { delivered: true, moved: false, ms: 1 }, false],
  [
    'moved to another event id, as a server that is polled does',
    { delivered: false, moved: true, ms: 1 },
    false,
  ],
  [
    'stood long, as through a proxy that cuts what is idle',
    { delivered: false, moved: false, ms: 30_000 },
    false,
  ],
])('a stream that %s counts as fruitless: %j, %s', (_what, stream, fruitless) =>
  expect(isFruitless(stream)).toBe(fruitless),
);
