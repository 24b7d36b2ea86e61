import { expect, test } from 'vitest';
import { keepText } from '../../../engine/base/body.ts';
import type { ExchangeView, Exchanges } from '../../../engine/views/exchanges.ts';
import type { AttemptView } from '../../../engine/views/handshakes.ts';
import { answersOf } from './failed-handshake.ts';

const views = new Map<number, unknown>([
  [2, { response: { status: 400 }, body: { body: keepText('{"error":{}}') }, sse: [] }],
  [3, { response: { status: 502 }, body: { body: keepText('') }, sse: [] }],
  [
    4,
    {
      response: { status: 200 },
      body: null,
      sse: [{ raw: keepText('data: 1') }, { raw: keepText('data: 2') }],
    },
  ],
  [5, { response: null, body: null, sse: [] }],
]);
const exchanges: Exchanges = {
  count: views.size,
  get: (number) => views.get(number) as ExchangeView | undefined,
};

test.each([
  ['the last exchange of an attempt was judged', [1, 2], 400, '{"error":{}}'],
  ['an empty body is none', [3], 502, undefined],
  ['of a stream the last event', [4], 200, 'data: 2'],
  ['what never came', [5], null, undefined],
  ['nothing was sent', [], null, undefined],
])('%s', (_, numbers, status, text) => {
  const attempt: AttemptView = {
    attempt: 1,
    era: 'modern',
    asked: '2026-07-28',
    exchanges: numbers,
    verdict: { kind: 'stop', rule: 'x', reason: 'Refused.' },
  };
  const [answer] = answersOf({ attempts: [attempt] }, exchanges);
  expect(answer).toMatchObject({ attempt: 1, verdict: 'Refused.', status });
  expect(answer?.body?.peek()).toBe(text);
});
