import { describe, expect, test } from 'vitest';
import { readSampling } from './sampling-request.ts';

const asks = (params: object) => JSON.stringify({ method: 'sampling/createMessage', params });
const user = (content: unknown) => ({ role: 'user', content });
const text = (said: string) => ({ type: 'text', text: said });
const use = (id: string) => ({ type: 'tool_use', id, name: 'get', input: { city: 'Paris' } });
const result = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [text('18')] });

test('everything a request says is read, to the digit', () => {
  const request = `{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],
    "systemPrompt":"be brief","maxTokens":100,"temperature":0.10,"stopSequences":["a","b"],"includeContext":"none",
    "modelPreferences":{"hints":[{"name":"claude"},{"name":"gpt"}],"costPriority":0.3,"speedPriority":0,"intelligencePriority":1.0},
    "tools":[{"name":"get","description":"d","inputSchema":{"type":"object"}}],"toolChoice":{"mode":"required"},"metadata":{"x":1}}}`;
  expect(readSampling(request, '2026-07-28')).toMatchObject({
    systemPrompt: 'be brief',
    messages: [
      { role: 'user', list: false, blocks: [{ kind: 'content', block: { kind: 'text', text: 'hi' } }] },
    ],
    facts: [
      ['maxTokens', '100'],
      ['temperature', '0.10'],
      ['stopSequences', '"a", "b"'],
      ['model hints', 'claude, gpt'],
      ['costPriority', '0.3'],
      ['speedPriority', '0'],
      ['intelligencePriority', '1.0'],
      ['includeContext', 'none'],
      ['toolChoice', 'required'],
      ['metadata', '{"x":1}'],
    ],
    tools: [{ name: 'get', description: 'd', schema: '{"type":"object"}' }],
    notices: [],
  });
});

test('every kind of block is told from the others', () => {
  const { messages } = readSampling(
    asks({
      maxTokens: 1,
      messages: [
        user([
          text('a'),
          { type: 'image', data: 'QQ==', mimeType: 'image/png' },
          { type: 'audio', data: 'QQ==', mimeType: 'audio/wav' },
          { type: 'video' },
        ]),
        { role: 'assistant', content: [use('1')] },
        user({ ...result('1'), isError: true, structuredContent: { n: 1 } }),
      ],
    }),
    '2026-07-28',
  );
  expect(messages[0]?.blocks.map((each) => (each.kind === 'content' ? each.block.kind : each.kind))).toEqual([
    'text',
    'image',
    'audio',
    'other',
  ]);
  expect(messages[1]?.blocks).toEqual([{ kind: 'use', id: '1', name: 'get', input: '{"city":"Paris"}' }]);
  expect(messages[2]).toMatchObject({
    list: false,
    blocks: [
      { kind: 'result', toolUseId: '1', isError: true, structured: '{"n":1}', blocks: [{ text: '18' }] },
    ],
  });
});

describe('what the revision does not provide for is said', () => {
  test.each<[object, string, RegExp[]]>([
    [{ messages: [user(text('a'))], maxTokens: 1 }, '2025-06-18', []],
    [{ messages: [user([text('a')])], maxTokens: 1 }, '2025-06-18', [/Message 1: the content is an array/]],
    [{ messages: [user([text('a')])], maxTokens: 1 }, '2025-11-25', []],
    [{ messages: [], maxTokens: 1, tools: [] }, '2025-06-18', [/tools and toolChoice are of 2025-11-25/]],
    [{ messages: [] }, '2026-07-28', [/maxTokens is missing/]],
    [
      { messages: [], maxTokens: 1, includeContext: 'allServers' },
      '2025-11-25',
      [/includeContext "allServers": Deprecated since 2025-11-25\. Omit includeContext or use "none"/],
    ],
    [
      { messages: [user([text('a'), result('1')])], maxTokens: 1 },
      '2026-07-28',
      [/Message 1: results of tools stand beside other content/],
    ],
    [
      { messages: [{ role: 'assistant', content: [use('1'), use('2')] }, user([result('1')])], maxTokens: 1 },
      '2026-07-28',
      [/Message 1: the use 2 of a tool has no result/],
    ],
  ])('%j in %s', (params, revision, notices) => {
    const found = readSampling(asks(params), revision).notices;
    expect(found).toHaveLength(notices.length);
    notices.forEach((notice, index) => expect(found[index]).toMatch(notice));
  });

  test.each(['{', '7', '{"params":{"messages":7}}', '{"params":{"messages":[7,{"content":7}]}}'])(
    '%s is read as far as it goes',
    (request) => {
      expect(readSampling(request, '2026-07-28').tools).toEqual([]);
    },
  );
});
