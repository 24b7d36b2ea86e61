import { describe, expect, test } from 'vitest';
import { answerableOf } from './answerable.ts';
import { defaultResponders, respond, type ResponderSettings } from './responders.ts';

const form =
  '{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","default":"x"}}}}}';
const hard =
  '{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"(?=x)"}}}}}';
const url =
  '{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com","message":"m"}}';
const sampling = '{"method":"sampling/createMessage","params":{}}';
const roots = '{"method":"roots/list"}';
const askAll: ResponderSettings = { elicitation: 'ask', sampling: 'ask', roots: 'ask' };

describe('the settings decide', () => {
  test.each<[settings: Partial<ResponderSettings>, request: string, response: ReturnType<typeof respond>]>([
    [{}, form, { kind: 'answer', text: '{"action":"accept","content":{"a":"x"}}' }],
    [{}, url, { kind: 'answer', text: '{"action":"accept"}' }],
    [{}, roots, { kind: 'answer', text: '{"roots":[]}' }],
    [{ elicitation: 'decline' }, form, { kind: 'answer', text: '{"action":"decline"}' }],
    [{ elicitation: 'cancel' }, url, { kind: 'answer', text: '{"action":"cancel"}' }],
    [{ elicitation: 'decline' }, hard, { kind: 'answer', text: '{"action":"decline"}' }],
    [
      { sampling: { kind: 'text', text: 'hi' } },
      sampling,
      {
        kind: 'answer',
        text: '{"role":"assistant","content":{"type":"text","text":"hi"},"model":"roundtrip","stopReason":"endTurn"}',
      },
    ],
    [
      { roots: { kind: 'list', roots: [{ uri: 'file:///work', name: 'work' }] } },
      roots,
      { kind: 'answer', text: '{"roots":[{"uri":"file:///work","name":"work"}]}' },
    ],
    [askAll, form, { kind: 'ask' }],
    [askAll, url, { kind: 'ask' }],
    [askAll, sampling, { kind: 'ask' }],
    [askAll, roots, { kind: 'ask' }],
    [{}, hard, { kind: 'ask', why: 'No text is known that matches the schema' }],
    [{}, '{"method":"tools/call"}', { kind: 'fail', reason: 'The method tools/call is not known' }],
    [askAll, '{"method":"tools/call"}', { kind: 'fail', reason: 'The method tools/call is not known' }],
    [{}, '[]', { kind: 'fail', reason: 'The input request is not an object' }],
    [{ elicitation: 'off' }, form, { kind: 'ask', why: 'The responder for elicitation is off' }],
    [{ sampling: 'off' }, sampling, { kind: 'ask', why: 'The responder for sampling is off' }],
    [{ roots: 'off' }, roots, { kind: 'ask', why: 'The responder for roots is off' }],
    [
      { sampling: { kind: 'endpoint', url: 'https://x', model: 'm' } },
      sampling,
      { kind: 'endpoint', endpoint: { url: 'https://x', model: 'm' } },
    ],
    [
      { sampling: { kind: 'script', text: '[]' } },
      sampling,
      { kind: 'ask', why: 'The script has 0 answers, and this is request 1' },
    ],
    [
      { sampling: { kind: 'script', text: '{' } },
      sampling,
      { kind: 'ask', why: expect.stringContaining("The script can't be read: Not JSON") as string },
    ],
  ])('%j %s', (settings, request, response) => {
    expect(respond({ ...defaultResponders, ...settings }, request)).toEqual(response);
  });
});

describe('sampling', () => {
  const asks = (messages: unknown) =>
    JSON.stringify({ method: 'sampling/createMessage', params: { messages } });
  const textOf = (settings: ResponderSettings['sampling'], request: string, turn?: number) => {
    const response = respond({ ...defaultResponders, sampling: settings }, request, turn);
    return response.kind === 'answer'
      ? (JSON.parse(response.text) as { content: unknown }).content
      : response;
  };

  test.each<[messages: unknown, said: string]>([
    [[{ role: 'user', content: { type: 'text', text: 'one' } }], 'one'],
    [
      [
        { role: 'user', content: { type: 'text', text: 'one' } },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'two' },
            { type: 'image', data: 'QQ==', mimeType: 'image/png' },
          ],
        },
      ],
      'two\n[image]',
    ],
    [[], ''],
    [7, ''],
  ])('echo says the last of %j', (messages, said) => {
    expect(textOf({ kind: 'echo' }, asks(messages))).toEqual({ type: 'text', text: said });
  });

  test('a script has an answer for each turn, and asks once it has none', () => {
    const script = {
      kind: 'script' as const,
      text: '["first", {"role":"assistant","model":"m","content":{"type":"tool_use","id":"1","name":"n","input":{}}}]',
    };
    expect(textOf(script, asks([]), 1)).toEqual({ type: 'text', text: 'first' });
    expect(textOf(script, asks([]), 2)).toMatchObject({ type: 'tool_use' });
    expect(textOf(script, asks([]), 3)).toEqual({
      kind: 'ask',
      why: 'The script has 2 answers, and this is request 3',
    });
  });
});

test.each<[Partial<ResponderSettings>, Partial<ReturnType<typeof answerableOf>>]>([
  [{}, { elicitation: true, sampling: true, samplingTools: false, roots: true }],
  [{ elicitation: 'off' }, { elicitation: false }],
  [{ sampling: 'off' }, { sampling: false, samplingTools: false }],
  [{ sampling: 'ask' }, { sampling: true, samplingTools: true }],
  [{ sampling: { kind: 'script', text: '[]' } }, { samplingTools: true }],
  [{ sampling: { kind: 'echo' } }, { sampling: true, samplingTools: false }],
  [{ roots: 'off' }, { roots: false }],
  [
    { roots: 'ask', elicitation: 'ask' },
    { roots: true, elicitation: true },
  ],
])('with %j, %j is answered', (settings, answerable) => {
  expect(answerableOf({ ...defaultResponders, ...settings })).toMatchObject(answerable);
});
