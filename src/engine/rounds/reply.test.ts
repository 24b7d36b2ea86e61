import { describe, expect, test } from 'vitest';
import { legacySpeech } from '../eras/legacy/codec.ts';
import { draftReply, replyDeviations, type ReplyDraft } from './reply.ts';

const speech = legacySpeech('2025-11-25', 's1');

describe('the response to a request of a legacy server', () => {
  test.each<[string, string, ReplyDraft, string]>([
    [
      'a result, to the character',
      '0',
      { kind: 'result', text: '{ "action" : "accept" }' },
      '{"jsonrpc":"2.0","id":0,"result":{ "action" : "accept" }}',
    ],
    [
      'an error',
      '"a"',
      { kind: 'error', text: '{"code":-1,"message":"no"}' },
      '{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"no"}}',
    ],
    [
      'an id beyond a double keeps its digits',
      '9007199254740993',
      { kind: 'result', text: '{}' },
      '{"jsonrpc":"2.0","id":9007199254740993,"result":{}}',
    ],
    ['raw text', '0', { kind: 'result', text: '{}', rawText: '{ oops' }, '{ oops'],
  ])('is %s', (_, key, draft, text) => {
    expect(draftReply(speech, key, draft).text).toBe(text);
  });

  test('carries the session, or the headers a person edited', () => {
    expect(draftReply(speech, '0', { kind: 'result', text: '{}' }).headers).toContainEqual([
      'Mcp-Session-Id',
      's1',
    ]);
    const headers = [['X', 'y']] as const;
    expect(draftReply(speech, '0', { kind: 'result', text: '{}', headers }).headers).toEqual(headers);
  });
});

describe('what a reply does against the rules', () => {
  test.each<[string, ReplyDraft, string | null, readonly string[]]>([
    ['nothing', { kind: 'result', text: '{}' }, null, []],
    ['an answer that does not fit', { kind: 'result', text: '{}' }, 'no action', ['answer not valid']],
    ['a text that is not JSON', { kind: 'error', text: '{' }, null, ['not JSON']],
    ['raw text', { kind: 'result', text: '', rawText: '{"id":0,"result":{}}' }, null, ['raw request']],
    [
      'raw text with another id',
      { kind: 'result', text: '', rawText: '{"id":"0","result":{}}' },
      null,
      ['raw request', 'key missing'],
    ],
    [
      'raw text that is not JSON',
      { kind: 'result', text: '', rawText: '{' },
      null,
      ['raw request', 'not JSON'],
    ],
  ])('%s', (_, draft, invalid, kinds) => {
    expect(replyDeviations('0', draft, invalid).map(({ kind }) => kind)).toEqual(kinds);
  });
});
