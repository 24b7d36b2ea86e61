import { describe, expect, test } from 'vitest';
import { atOnce } from '../../../engine/base/turn.ts';
import { opensInTab, readAnswer, type CallResult } from './content.ts';

function result(members: string): CallResult {
  const answer = atOnce(readAnswer(`{"jsonrpc":"2.0","id":1,"result":{${members}}}`));
  if (answer.kind !== 'result') expect.unreachable(JSON.stringify(answer));
  return answer.result;
}

const block = (text: string) => result(`"content":[${text}]`).blocks[0];

describe('content is read as text and never as anything that runs', () => {
  test('text keeps its markup and white space', () => {
    expect(block('{"type":"text","text":"<img onerror=x>\\n  a\\u0000"}')).toMatchObject({
      kind: 'text',
      text: '<img onerror=x>\n  a\u0000',
    });
  });

  test.each([
    [
      'an image',
      '{"type":"image","data":"QUJD","mimeType":"image/png"}',
      'image',
      'data:image/png;base64,QUJD',
    ],
    [
      'audio',
      '{"type":"audio","data":"QUJDRA==","mimeType":"audio/wav"}',
      'audio',
      'data:audio/wav;base64,QUJDRA==',
    ],
  ])('%s becomes a data URL', (_, text, kind, url) => {
    expect(block(text)).toMatchObject({ kind, data: { url } });
  });

  test.each([
    ['an image that claims to be HTML', '{"type":"image","data":"QUJD","mimeType":"text/html"}'],
    ['data that is not base64', '{"type":"image","data":"<svg>","mimeType":"image/svg+xml"}'],
    ['a media type with more in it', '{"type":"image","data":"QUJD","mimeType":"image/png,<script>"}'],
    ['an image without data', '{"type":"image","mimeType":"image/png"}'],
    ['a text without text', '{"type":"text"}'],
    ['a kind nobody knows', '{"type":"hologram"}'],
    ['a block without a type', '{}'],
    ['a block that is no object', '7'],
    ['a link without a URI', '{"type":"resource_link"}'],
    ['a resource without one', '{"type":"resource","resource":{}}'],
  ])('%s is shown raw', (_, text) => {
    expect(block(text)).toMatchObject({ kind: 'other', raw: text });
  });

  test('a resource is text or data, and HTML in it stays text', () => {
    expect(
      block('{"type":"resource","resource":{"uri":"a:b","mimeType":"text/html","text":"<script>"}}'),
    ).toMatchObject({ kind: 'resource', text: '<script>', data: null });
    expect(block('{"type":"resource","resource":{"uri":"a:b","blob":"QUJD"}}')).toMatchObject({
      kind: 'resource',
      text: null,
      data: { bytes: 3 },
    });
  });

  test.each([
    ['https://example.com', true],
    ['HTTP://example.com', true],
    ['javascript:alert(1)', false],
    [' javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    ['acme://release/1', false],
    ['', false],
  ])('%s opens: %s', (uri, opens) => {
    expect(opensInTab(uri)).toBe(opens);
  });
});

describe('structured content', () => {
  test('keeps its digits, and integers beyond the safe range are named', () => {
    const { structured } = result(
      '"content":[],"structuredContent":{"id":1915883588174806058,"n":1.0,"ok":9007199254740991}',
    );
    expect(structured).toEqual({
      raw: '{"id":1915883588174806058,"n":1.0,"ok":9007199254740991}',
      unsafe: ['1915883588174806058'],
    });
  });

  test.each(['null', '[]', '"x"'])('%s is shown as well', (raw) => {
    expect(result(`"structuredContent":${raw}`).structured?.raw).toBe(raw);
  });
});

test.each(['"content":[]', '', '"_meta":{}'])('{%s} is a completed, empty result', (members) => {
  expect(result(members)).toMatchObject({ empty: true, isError: false });
});

test('isError is read as the literal only', () => {
  expect(result('"isError":true').isError).toBe(true);
  expect(result('"isError":"true"').isError).toBe(false);
});

test('an error keeps its code, message and data as they came', () => {
  expect(atOnce(readAnswer('{"error":{"code":-32602,"message":"No","data":{"n":1.0}}}'))).toEqual({
    kind: 'error',
    error: { code: '-32602', message: 'No', data: '{"n":1.0}' },
  });
});

test.each(['', '<html>', '[]', '{}', '{"result":1}'])('%j can not be read, and says why', (text) => {
  expect(atOnce(readAnswer(text))).toMatchObject({ kind: 'unreadable' });
});

test('a million numbers do not overflow', () => {
  const many = `[${'1,'.repeat(200_000)}1]`;
  expect(result(`"structuredContent":${many}`).structured?.unsafe).toEqual([]);
});

test('in an array the message at the given place counts', () => {
  const body = '[{"jsonrpc":"2.0","method":"notifications/progress"},{"id":2,"result":{"content":[]}}]';
  expect(atOnce(readAnswer(body, 1))).toMatchObject({ kind: 'result' });
  expect(atOnce(readAnswer(body, 0))).toMatchObject({ kind: 'unreadable' });
});

describe('a resource that was read', () => {
  test('has contents of its own form, several of them, and says how long it may be kept', () => {
    const read = result(
      '"contents":[{"uri":"a:1","text":"<b>"},{"uri":"a:2","mimeType":"image/png","blob":"QUJD"},{"uri":"a:3"},{"text":"x"}],"ttlMs":5000,"cacheScope":"private"',
    );
    expect(read).toMatchObject({ ttlMs: 5000, cacheScope: 'private', messages: null, empty: false });
    expect(read.blocks).toMatchObject([
      { kind: 'resource', uri: 'a:1', text: '<b>', data: null },
      { kind: 'resource', uri: 'a:2', text: null, data: { url: 'data:image/png;base64,QUJD' } },
      { kind: 'other', reason: 'Neither text nor blob' },
      { kind: 'other', reason: 'uri is missing' },
    ]);
  });

  test('with nothing in it is told from one that is wrong', () => {
    expect(result('"contents":[]')).toMatchObject({ blocks: [], empty: true });
    expect(result('"contents":{}').blocks).toMatchObject([{ reason: 'contents is not an array' }]);
    expect(block('{"type":"resource","resource":{"uri":"a:b","blob":"<"}}')).toMatchObject({
      reason: 'blob is not base64',
    });
  });
});

describe('a prompt', () => {
  test('has messages with a role and content of any kind, one or several blocks', () => {
    const got = result(
      '"description":"d","messages":[{"role":"user","content":{"type":"text","text":"hi"}},{"role":"assistant","content":[{"type":"image","data":"QUJD","mimeType":"image/png"},{"type":"resource","resource":{"uri":"a:b","text":"t"}}]},{"content":{"type":"odd"}},{"role":"user"}]',
    );
    expect(got.description).toBe('d');
    expect(got.messages).toMatchObject([
      { role: 'user', blocks: [{ kind: 'text', text: 'hi' }] },
      { role: 'assistant', blocks: [{ kind: 'image' }, { kind: 'resource', text: 't' }] },
      { role: null, blocks: [{ kind: 'other', type: 'odd' }] },
      { role: 'user', blocks: [{ kind: 'other', reason: 'content is missing' }] },
    ]);
  });

  test('without messages is told from one whose messages are wrong', () => {
    expect(result('"messages":[]')).toMatchObject({ messages: [], empty: true });
    expect(result('"messages":{}')).toMatchObject({
      messages: null,
      blocks: [{ reason: 'messages is not an array' }],
    });
  });
});
