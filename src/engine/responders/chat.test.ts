import { describe, expect, test } from 'vitest';
import { validateText } from '../schema/compile.ts';
import { askChat, chatRequest, samplingAnswerFrom } from './chat.ts';
import { schemaOfAnswer } from './schema-of-answer.ts';

const request = (params: object) => JSON.stringify({ method: 'sampling/createMessage', params });
const user = (content: unknown) => ({ role: 'user', content });

describe('a sampling request as a chat completion', () => {
  test.each<[string, object, object]>([
    [
      'text, prompt and limits',
      {
        systemPrompt: 'be brief',
        messages: [user({ type: 'text', text: 'hi' })],
        maxTokens: 5,
        temperature: 0.5,
        stopSequences: ['x'],
        includeContext: 'none',
      },
      {
        model: 'm',
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        ],
        max_tokens: 5,
        temperature: 0.5,
        stop: ['x'],
      },
    ],
    [
      'image and audio',
      {
        messages: [
          user([
            { type: 'image', data: 'QQ==', mimeType: 'image/png' },
            { type: 'audio', data: 'Qg==', mimeType: 'audio/mpeg' },
          ]),
        ],
      },
      {
        model: 'm',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: 'data:image/png;base64,QQ==' } },
              { type: 'input_audio', input_audio: { data: 'Qg==', format: 'mp3' } },
            ],
          },
        ],
      },
    ],
    [
      'tools, their calls and their results',
      {
        messages: [
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'c1', name: 'get', input: { city: 'Paris' } }],
          },
          user({ type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: '18' }] }),
        ],
        tools: [{ name: 'get', description: 'd', inputSchema: { type: 'object' } }],
        toolChoice: { mode: 'required' },
      },
      {
        model: 'm',
        messages: [
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'get', arguments: '{"city":"Paris"}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'c1', content: '18' },
        ],
        tools: [
          { type: 'function', function: { name: 'get', description: 'd', parameters: { type: 'object' } } },
        ],
        tool_choice: 'required',
      },
    ],
    ['nothing at all', {}, { model: 'm', messages: [] }],
  ])('%s', (_what, params, body) => {
    expect(JSON.parse(chatRequest(request(params), 'm'))).toEqual(body);
  });
});

describe('a chat completion as a sampling answer', () => {
  const reply = (message: object, finish = 'stop') =>
    JSON.stringify({ model: 'real-1', choices: [{ message, finish_reason: finish }] });
  test.each<[string, string, object]>([
    [
      'a text',
      reply({ content: 'hello' }),
      {
        role: 'assistant',
        content: { type: 'text', text: 'hello' },
        model: 'real-1',
        stopReason: 'endTurn',
      },
    ],
    [
      'a text cut off',
      reply({ content: '' }, 'length'),
      { role: 'assistant', content: { type: 'text', text: '' }, model: 'real-1', stopReason: 'maxTokens' },
    ],
    [
      'calls of tools',
      reply(
        {
          content: null,
          tool_calls: [
            { id: 'a', function: { name: 'f', arguments: '{"n":1.0}' } },
            { id: 'b', function: { name: 'g', arguments: '' } },
          ],
        },
        'tool_calls',
      ),
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'f', input: { n: 1 } },
          { type: 'tool_use', id: 'b', name: 'g', input: {} },
        ],
        model: 'real-1',
        stopReason: 'toolUse',
      },
    ],
    [
      'no model and another reason',
      '{"choices":[{"message":{"content":"x"},"finish_reason":"content_filter"}]}',
      { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm', stopReason: 'content_filter' },
    ],
  ])('%s', (_what, text, answer) => {
    const made = samplingAnswerFrom(text, 'm');
    expect(made.ok && JSON.parse(made.value)).toEqual(answer);
    expect(made.ok && validateText(schemaOfAnswer(request({})), made.value)).toEqual({ verdict: 'valid' });
  });
});

describe('asking', () => {
  const ask = (
    answer: () => Promise<globalThis.Response>,
    key = 'sk-secret',
    url = 'https://chat.example/v1',
  ) => {
    const seen: [string, RequestInit | undefined][] = [];
    const stopper = new AbortController();
    const asked = askChat({
      fetch: (input, init) => {
        seen.push([String(input), init]);
        return answer();
      },
      endpoint: { url, model: 'm' },
      key,
      requestText: request({}),
      signal: stopper.signal,
    });
    return { asked, seen, stopper };
  };
  const answering = (status: number, text: string) => () =>
    Promise.resolve(new globalThis.Response(text, { status }));

  test('sends the key as a bearer token and no cookie', async () => {
    const { asked, seen } = ask(answering(200, '{"choices":[{"message":{"content":"x"}}]}'));
    expect((await asked).ok).toBe(true);
    expect(seen[0]?.[0]).toBe('https://chat.example/v1');
    expect(seen[0]?.[1]?.headers).toMatchObject({ Authorization: 'Bearer sk-secret' });
    expect(seen[0]?.[1]?.credentials).toBe('omit');
    const bare = ask(answering(200, '{}'), '');
    await bare.asked;
    expect(bare.seen[0]?.[1]?.headers).not.toHaveProperty('Authorization');
  });

  test.each<[string, () => Promise<globalThis.Response>, RegExp]>([
    [
      'a refusal',
      answering(401, '{"error":{"message":"Bad key sk-secret"}}'),
      /answered 401: Bad key ‹key›$/,
    ],
    ['another refusal', answering(404, 'no such model'), /answered 404: no such model$/],
    ['an empty refusal', answering(503, ''), /answered 503$/],
    ['no JSON', answering(200, '<html>'), /answered something that is not JSON$/],
    ['other JSON', answering(200, '{"choices":[]}'), /without choices\[0\]\.message$/],
    [
      'bad arguments',
      answering(200, '{"choices":[{"message":{"tool_calls":[{"function":{"arguments":"[1]"}}]}}]}'),
      /no JSON object$/,
    ],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), /could not be reached.*CORS/],
  ])('%s fails with the reason', async (_what, answer, reason) => {
    const result = await ask(answer).asked;
    expect(result).toMatchObject({ ok: false });
    expect(!result.ok && result.message).toMatch(reason);
    expect(!result.ok && result.message).not.toContain('sk-secret');
  });

  test('an endpoint without an address is not asked', async () => {
    const { asked, seen } = ask(answering(200, ''), '', ' ');
    expect(await asked).toMatchObject({ ok: false, message: 'The chat endpoint has no address' });
    expect(seen).toEqual([]);
  });
});
