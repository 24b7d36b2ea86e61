import { expect, test } from 'vitest';
import type { ExchangeEnd } from '../wire/events.ts';
import type { Purpose } from '../wire-log/notes.ts';
import { Recording, type Entry } from '../wire-log/recording.ts';
import { createUnansweredView } from './unanswered.ts';

const url = 'http://host/mcp';
const round: Purpose = { kind: 'round', call: 1, round: 1 };
const probe: Purpose = { kind: 'probe', handshake: 1, step: 'GET, no-cors' };
const stream: Purpose = { kind: 'notification stream', connection: 1 };
const connection = (number: number): Entry =>
  ({
    type: 'connection',
    ...{
      at: 0,
      connection: number,
      url,
      protocolVersion: 'auto',
      timeLimitMs: 1,
      profile: '',
    },
  }) as const;

/** One exchange: what it was for, whether headers came, and how it ended. */
const exchange = (number: number, purpose: Purpose, answered: boolean, how: ExchangeEnd | null): Entry[] => [
  { type: 'purpose', at: 0, exchange: number, purpose },
  {
    type: 'request',
    ...{
      at: 0,
      exchange: number,
      method: 'POST',
      url,
      headers: [],
      body: null,
      messages: [],
    },
    mode: 'cors',
  } as const,
  ...(answered
    ? [
        {
          type: 'response',
          ...{ at: 0, exchange: number, status: 200, statusText: '', headers: [] },
          ...{ mediaType: null, url, redirected: false },
        } as const,
      ]
    : []),
  ...(how === null ? [] : [{ type: 'end', at: 0, exchange: number, how, bytes: 0 } as const]),
];

test.each<[string, Entry[], object | null]>([
  ['nothing was asked', [], null],
  ['it was answered', exchange(1, round, true, 'complete'), null],
  ['a request failed', exchange(1, round, false, 'failed'), { exchange: 1, how: 'failed' }],
  ['its time ran out', exchange(1, round, false, 'time-limit'), { exchange: 1, how: 'time-limit' }],
  [
    'its time ran out after the headers',
    exchange(1, round, true, 'time-limit'),
    { exchange: 1, how: 'time-limit' },
  ],
  ['the answer broke off', exchange(1, round, true, 'cut'), { exchange: 1, how: 'cut' }],
  ['the person cancelled it', exchange(1, round, false, 'cancelled'), null],
  [
    'a later one was answered',
    [...exchange(1, round, false, 'failed'), ...exchange(2, round, true, null)],
    null,
  ],
  [
    'an error is an answer, and the next failure none',
    [...exchange(1, round, true, 'complete'), ...exchange(2, round, false, 'failed')],
    { exchange: 2, how: 'failed' },
  ],
  ['a probe says nothing', exchange(1, probe, false, 'failed'), null],
  [
    'an answered probe takes nothing back',
    [...exchange(1, round, false, 'failed'), ...exchange(2, probe, true, 'complete')],
    { exchange: 1, how: 'failed' },
  ],
  ['the end of a session says nothing', exchange(1, { kind: 'session-end' }, false, 'failed'), null],
  ['a stream that never opened may be unwanted', exchange(1, stream, false, 'failed'), null],
  ['a stream may be cut', exchange(1, stream, true, 'cut'), null],
  [
    'a stream that was open can be opened no more',
    [...exchange(1, stream, true, 'cut'), ...exchange(2, stream, false, 'failed')],
    { exchange: 2, how: 'failed' },
  ],
  [
    'a new connection begins anew',
    [...exchange(1, round, false, 'failed'), connection(2), ...exchange(2, stream, false, 'failed')],
    null,
  ],
  [
    'what ends late belongs to the connection before',
    [
      ...exchange(1, round, false, null),
      connection(2),
      { type: 'end', at: 0, exchange: 1, how: 'failed', bytes: 0 },
    ],
    null,
  ],
])('%s', (_what, entries, expected) => {
  const recording = new Recording();
  const view = createUnansweredView(recording);
  recording.append(connection(1));
  for (const entry of entries) {
    recording.append(entry);
    view.read();
  }
  expect(view.read()).toEqual(expected);
});
