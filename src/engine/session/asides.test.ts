import { describe, expect, test } from 'vitest';
import type { ParamList } from '../eras/era.ts';
import { readMessages } from '../wire/message.ts';
import { complete, readCompletion, setLevel, type AskAside } from './asides.ts';

/** A server that answers every request with `text`, and what was sent to it. */
function server(text: string): { readonly ask: AskAside; readonly sent: [string, ParamList][] } {
  const sent: [string, ParamList][] = [];
  const content = readMessages(text);
  const message = content.kind === 'messages' ? content.messages[0] : undefined;
  if (!message) throw new Error('no message to answer with');
  const head = {
    status: 200,
    statusText: '',
    headers: [],
    mediaType: 'application/json',
    url: 'http://host',
    redirected: false,
  };
  const ask: AskAside = (method, params) => {
    sent.push([method, params]);
    return Promise.resolve({ exchange: 7, ms: 12, answer: { kind: 'message', message, head } });
  };
  return { ask, sent };
}

const ok = (completion: string) => `{"jsonrpc":"2.0","id":1,"result":{"completion":${completion}}}`;
const never = new AbortController().signal;
const asked = {
  ref: { type: 'ref/prompt', name: 'review' },
  argument: { name: 'framework', value: 'fla' },
  others: [
    ['language', 'python'],
    ['__proto__', 'x'],
    ['blank', ''],
  ],
} as const;

test.each([
  ['2025-03-26', ['ref', 'argument']],
  ['2025-06-18', ['ref', 'argument', 'context']],
  ['2026-07-28', ['ref', 'argument', 'context']],
])('what is filled in besides goes along under %s', async (revision, members) => {
  const { ask, sent } = server(ok('{"values":["flask"]}'));
  expect(await complete(ask, revision, asked, never)).toEqual({
    ok: true,
    exchange: 7,
    values: ['flask'],
    more: null,
  });
  const [method, params] = sent[0] ?? [];
  expect(method).toBe('completion/complete');
  expect(params?.map(([key]) => key)).toEqual(members);
  if (members.includes('context'))
    expect(params?.at(-1)?.[1]).toBe('{"arguments":{"language":"python","__proto__":"x"}}');
});

test('nothing filled in gives no context', async () => {
  const { ask, sent } = server(ok('{"values":[]}'));
  await complete(ask, '2026-07-28', { ...asked, others: [['blank', '']] }, never);
  expect(sent[0]?.[1].map(([key]) => key)).toEqual(['ref', 'argument']);
});

describe('what a server may say', () => {
  test.each([
    ['{"values":["a","b"],"total":2,"hasMore":false}', ['a', 'b'], null],
    ['{"values":["a","a",3,null]}', ['a'], null],
    ['{"values":["a"],"total":340}', ['a'], '1 of 340'],
    ['{"values":["a"],"hasMore":true}', ['a'], '1, and more'],
  ])('%s', (completion, values, more) => {
    expect(readCompletion(JSON.parse(ok(completion)))).toEqual({ ok: true, values, more });
  });

  test.each([
    ['null', 'The result has no completion'],
    ['[]', 'The result has no completion'],
    ['{}', 'completion.values is not an array'],
    ['{"values":{}}', 'completion.values is not an array'],
  ])('%s is said to be wrong', (completion, reason) => {
    expect(readCompletion(JSON.parse(ok(completion)))).toEqual({ ok: false, reason });
  });
});

test('a refusal is an answer', async () => {
  const { ask } = server('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no logging here"}}');
  const reason = 'Error −32601: no logging here';
  expect(await setLevel(ask, 'debug')).toEqual({ ok: false, exchange: 7, reason });
  expect(await complete(ask, '2026-07-28', asked, never)).toEqual({ ok: false, exchange: 7, reason });
});

test('without a connection nothing is sent', async () => {
  expect(await setLevel(() => null, 'debug')).toEqual({ ok: false, exchange: null, reason: 'Not connected' });
});
