import { expect, test } from 'vitest';
import { Stop, type ExchangeEvidence } from '../wire/exchange.ts';
import { readMessages } from '../wire/message.ts';
import type { OtherId } from '../wire/other-id.ts';
import { evidenceOf } from './evidence.ts';

const head = { status: 200, mediaType: 'application/json', headers: [], url: 'http://x/', redirected: false };
const otherId: OtherId = { asked: '1', answered: '101', answer: { kind: 'result' } };
const text = '{"jsonrpc":"2.0","id":101,"result":{}}';
const answered = (content: Extract<ExchangeEvidence, { kind: 'answered' }>['content']): ExchangeEvidence => ({
  kind: 'answered',
  head,
  bytes: text.length,
  content,
  preview: text,
});

test.each([
  ['as JSON', answered(readMessages(text))],
  ['in a stream', answered({ kind: 'stream', messages: 1 })],
])('an answer with another id is JSON-RPC, and an answer: %s', (_how, evidence) => {
  expect(evidenceOf({ kind: 'none', evidence, otherId })).toMatchObject({
    body: { kind: 'other-id', otherId },
  });
  expect(evidenceOf({ kind: 'none', evidence })).not.toMatchObject({ body: { kind: 'other-id' } });
});

test('an answer with another id before the time limit is kept with it', () => {
  const stopped: ExchangeEvidence = { kind: 'stopped', stop: new Stop('time-limit', ''), head, bytes: 1 };
  expect(evidenceOf({ kind: 'none', evidence: stopped, otherId })).toEqual({ kind: 'time-limit', otherId });
});
