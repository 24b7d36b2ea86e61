import { describe, expect, it } from 'vitest';
import { Stop } from '../wire/exchange.ts';
import { summarise } from '../wire/message.ts';
import { judgeRound } from './judge.ts';

const head = { status: 200, mediaType: 'application/json', headers: [], url: 'http://x/', redirected: false };
const judge = (text: string, method = 'tools/call', revision = '2026-07-28') => {
  const value: unknown = JSON.parse(text);
  return judgeRound(
    {
      kind: 'message',
      head,
      message: { summary: summarise(value, text), value, text, item: null, event: null },
    },
    method,
    revision,
  );
};
const result = (members: string, method?: string) =>
  judge(`{"jsonrpc":"2.0","id":1,"result":{${members}}}`, method);

describe('what a result means', () => {
  it.each<[string, string, object, string?]>([
    ['no resultType is complete', '"content":[]', { kind: 'complete' }],
    ['complete', '"resultType":"complete"', { kind: 'complete' }],
    ['a tool that failed is complete', '"isError":true', { kind: 'complete', isError: true }],
    ['complete without content', '', { kind: 'complete' }],
    [
      'input required',
      '"resultType":"input_required","inputRequests":{"__proto__":{},"a":{}},"requestState":""',
      { kind: 'input required', keys: ['__proto__', 'a'], hasState: true },
    ],
    [
      'state only',
      '"resultType":"input_required","requestState":"s"',
      { kind: 'input required', keys: [], hasState: true },
    ],
    [
      'an empty map',
      '"resultType":"input_required","inputRequests":{}',
      { kind: 'input required', keys: [], hasState: false },
    ],
    ['neither member is against the rules', '"resultType":"input_required"', { kind: 'unusable' }],
    ['a map that is none', '"resultType":"input_required","inputRequests":[]', { kind: 'unusable' }],
    ['an unknown type', '"resultType":"other"', { kind: 'unusable' }],
    [
      'a task that was not declared',
      '"resultType":"task","taskId":"t","status":"working"',
      { kind: 'unusable' },
    ],
    [
      'a method that must not ask',
      '"resultType":"input_required","requestState":"s"',
      { kind: 'unusable' },
      'tools/list',
    ],
  ])('%s', (_rule, members, expected, method) => {
    expect(result(members, method)).toMatchObject(expected);
  });

  it('a result that is no object is unusable', () => {
    expect(judge('{"id":1,"result":7}')).toMatchObject({ kind: 'unusable' });
  });

  it('an error carries its code and message', () => {
    expect(judge('{"id":1,"error":{"code":-32602,"message":"no"}}')).toEqual({
      kind: 'error',
      errorCode: -32602,
      message: 'no',
    });
  });

  it('−32042 of 2025-11-25 carries the elicitations to complete first', () => {
    const text =
      '{"id":1,"error":{"code":-32042,"message":"no","data":{"elicitations":[{"mode":"url","elicitationId":"e","url":"https://x"}]}}}';
    expect(judge(text, 'tools/call', '2025-11-25')).toMatchObject({ kind: 'error', elicitations: ['e'] });
    expect(judge(text)).not.toHaveProperty('elicitations');
  });

  it('says what was received instead of an answer', () => {
    expect(
      judgeRound(
        {
          kind: 'none',
          evidence: {
            kind: 'answered',
            head: { ...head, status: 404 },
            bytes: 9,
            content: { kind: 'text', problem: '' },
            preview: 'Not found\nreally',
          },
        },
        'tools/call',
        '2026-07-28',
      ),
    ).toEqual({
      kind: 'no answer',
      how: 'http',
      reason: 'The server answered 404 with a body that is not JSON: Not found',
    });
  });

  it.each([
    ['as JSON', 'application/json', { kind: 'messages', messages: [] }],
    ['in a stream', 'text/event-stream', { kind: 'stream', messages: 1 }],
  ] as const)('names both ids where the answer carries another one: %s', (_how, mediaType, content) => {
    const evidence = {
      kind: 'answered',
      head: { ...head, mediaType },
      bytes: 9,
      content,
      preview: '{"jsonrpc":"2.0","id":54,"result":{}}',
    } as const;
    const otherId = { asked: '4', answered: '54', answer: { kind: 'result' } } as const;
    expect(judgeRound({ kind: 'none', evidence, otherId }, 'tools/call', '2026-07-28')).toEqual({
      kind: 'no answer',
      how: 'http',
      reason: 'The server answered 200 with a result with id 54; asked with id 4',
    });
  });

  it('names an answer with another id that came before the connection broke', () => {
    const evidence = { kind: 'cut', head, bytes: 9, detail: 'network error' } as const;
    const otherId = { asked: '4', answered: undefined, answer: { kind: 'result' } } as const;
    expect(judgeRound({ kind: 'none', evidence, otherId }, 'tools/call', '2026-07-28')).toMatchObject({
      how: 'cut',
      reason: expect.stringContaining('; what had come is a result without an id; asked with id 4'),
    });
  });

  it('names an answer with another id that came before the time limit', () => {
    const evidence = { kind: 'stopped', stop: new Stop('time-limit', 'Time is up'), head, bytes: 9 } as const;
    const otherId = { asked: '4', answered: '"4"', answer: { kind: 'result' } } as const;
    expect(judgeRound({ kind: 'none', evidence, otherId }, 'tools/call', '2026-07-28')).toMatchObject({
      how: 'time limit',
      reason: expect.stringContaining(
        'what had come is a result with id "4", a string instead of a number; asked with id 4',
      ),
    });
  });
});
