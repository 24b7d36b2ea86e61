import { describe, expect, test } from 'vitest';
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
  ])('%j %s', (settings, request, response) => {
    expect(respond({ ...defaultResponders, ...settings }, request)).toEqual(response);
  });
});
