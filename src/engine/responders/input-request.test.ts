import { describe, expect, test } from 'vitest';
import { readInputRequest } from './input-request.ts';

const elicit = (params: string): string => `{"method":"elicitation/create","params":${params}}`;

describe('an input request is read from its text', () => {
  test.each<[text: string, request: ReturnType<typeof readInputRequest>]>([
    [
      elicit('{"message":"m","requestedSchema":{ "type": "object" }}'),
      { kind: 'form', requestedSchema: '{ "type": "object" }' },
    ],
    [elicit('{"mode":"form","requestedSchema":1.0}'), { kind: 'form', requestedSchema: '1.0' }],
    [elicit('{"message":"m"}'), { kind: 'form', requestedSchema: undefined }],
    ['{"method":"elicitation/create"}', { kind: 'form', requestedSchema: undefined }],
    [elicit('{"mode":"url","url":"https://example.com"}'), { kind: 'url' }],
    [elicit('{"mode":"voice"}'), { kind: 'unknown', why: 'The elicitation mode "voice" is not known' }],
    [elicit('{"mode":7}'), { kind: 'unknown', why: 'The elicitation mode 7 is not known' }],
    ['{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}', { kind: 'sampling' }],
    ['{"method":"roots/list"}', { kind: 'roots' }],
    ['{"method":"tools/call"}', { kind: 'unknown', why: 'The method tools/call is not known' }],
    ['{"method":""}', { kind: 'unknown', why: 'The method  is not known' }],
    ['{"method":7}', { kind: 'unknown', why: 'The input request has no method' }],
    ['{}', { kind: 'unknown', why: 'The input request has no method' }],
    ['[]', { kind: 'unknown', why: 'The input request is not an object' }],
    ['null', { kind: 'unknown', why: 'The input request is not an object' }],
    ['{', { kind: 'unknown', why: 'The input request is not JSON' }],
  ])('%s', (text, request) => {
    expect(readInputRequest(text)).toEqual(request);
  });
});
