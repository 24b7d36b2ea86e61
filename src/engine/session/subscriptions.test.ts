import { describe, expect, test } from 'vitest';
import { NO_SUBSCRIPTION } from '../protocol/subscription-filter.ts';
import type { Answer } from '../wire/ask.ts';
import { Stop, type ExchangeEvidence, type ResponseHead } from '../wire/exchange.ts';
import { readMessages } from '../wire/message.ts';
import { judgeNotification, judgeSubscription } from './subscriptions.ts';

function read(text: string) {
  const content = readMessages(text);
  const message = content.kind === 'messages' ? content.messages[0] : undefined;
  if (!message) throw new TypeError('no message');
  return message;
}

const head = (status: number): ResponseHead =>
  ({ status, headers: [], mediaType: 'text/event-stream' }) as unknown as ResponseHead;
const answered = (text: string): Answer => ({ kind: 'message', message: read(text), head: head(200) });
const none = (evidence: Partial<ExchangeEvidence>): Answer => ({
  kind: 'none',
  evidence: evidence as ExchangeEvidence,
});
const ended = none({
  kind: 'answered',
  head: head(200),
  content: { kind: 'stream', messages: 0 },
  preview: '',
} as never);

describe('the end of a listen stream', () => {
  test.each<[string, Answer, number, object]>([
    ['a result is graceful', answered('{"id":1,"result":{}}'), 0, { kind: 'end', how: 'graceful' }],
    [
      'an error is a refusal',
      answered('{"id":1,"error":{"code":-32601,"message":"no"}}'),
      0,
      { kind: 'end', how: 'refused', detail: 'error −32601: no' },
    ],
    ['a stream without either is opened again', ended, 0, { kind: 'reopen', delayMs: 1000 }],
    ['with growing pauses while nothing comes', ended, 3, { kind: 'reopen', delayMs: 4000 }],
    ['and not for ever', ended, 5, { kind: 'end', how: 'given up' }],
    [
      'a cut is opened again',
      none({ kind: 'cut', bytes: 10, detail: 'reset', head: head(200) } as never),
      0,
      { kind: 'reopen' },
    ],
    [
      'a body that is no stream is a refusal',
      none({ kind: 'answered', head: head(200), content: { kind: 'empty' }, preview: '' } as never),
      0,
      { kind: 'end', how: 'refused' },
    ],
    [
      'so is a status that says no',
      none({
        kind: 'answered',
        head: head(503),
        content: { kind: 'stream', messages: 0 },
        preview: '',
      } as never),
      0,
      { kind: 'end', how: 'refused' },
    ],
    [
      'the person closed it',
      none({ kind: 'stopped', stop: new Stop('cancelled', 'You closed it'), bytes: 0, head: null } as never),
      0,
      { kind: 'end', how: 'closed', detail: 'You closed it' },
    ],
  ])('%s', (_, answer, fruitless, verdict) => {
    expect(judgeSubscription(answer, fruitless)).toMatchObject(verdict);
  });
});

describe('a notification on a listen stream', () => {
  const asked = { ...NO_SUBSCRIPTION, toolsListChanged: true, resourceSubscriptions: ['a://1'] };
  const told = (method: string, params: object) => read(JSON.stringify({ jsonrpc: '2.0', method, params }));
  const meta = (id: unknown) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
  test.each<[string, string, object, boolean, string[]]>([
    ['sound', 'notifications/tools/list_changed', meta(4), true, []],
    ['the acknowledgment', 'notifications/subscriptions/acknowledged', meta(4), false, []],
    ['before the acknowledgment', 'notifications/tools/list_changed', meta(4), false, ['subscription-order']],
    ['without an id', 'notifications/tools/list_changed', {}, true, ['subscription-id']],
    ['with the id as a string', 'notifications/tools/list_changed', meta('4'), true, ['subscription-id']],
    ['of a list not asked for', 'notifications/prompts/list_changed', meta(4), true, ['subscription-filter']],
    ['of a resource asked for', 'notifications/resources/updated', { ...meta(4), uri: 'a://1' }, true, []],
    [
      'of another',
      'notifications/resources/updated',
      { ...meta(4), uri: 'b://1' },
      true,
      ['subscription-filter'],
    ],
  ])('%s', (_, method, params, acknowledged, rules) => {
    const found = judgeNotification(told(method, params), { id: '4', asked, acknowledged });
    expect(found.map(({ rule }) => rule)).toEqual(rules);
  });
});
