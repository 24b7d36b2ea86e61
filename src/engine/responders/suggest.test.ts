import { describe, expect, test } from 'vitest';
import { validateText } from '../schema/compile.ts';
import { schemaOfAnswer } from './schema-of-answer.ts';
import { answerFor, rootsAnswer, samplingAnswer, suggestAnswer } from './suggest.ts';

const form = (requestedSchema: string): string =>
  `{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":${requestedSchema}}}`;

describe('a suggestion is valid against what the request asks for', () => {
  test.each<[request: string, text: string]>([
    [
      form('{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}'),
      '{"action":"accept","content":{"name":"text"}}',
    ],
    [
      form(
        '{"type":"object","properties":{"name":{"type":"string"},"email":{"type":"string","format":"email"},"age":{"type":"number","minimum":18}},"required":["name","email"]}',
      ),
      '{"action":"accept","content":{"name":"text","email":"user@example.com"}}',
    ],
    // Defaults, the falsy ones too, in their own digits
    [
      form(
        '{"type":"object","properties":{"a":{"type":"boolean","default":false},"b":{"type":"integer","default":0},"c":{"type":"string","default":""},"d":{"type":"number","default":1.0},"e":{"type":"string"}}}',
      ),
      '{"action":"accept","content":{"a":false,"b":0,"c":"","d":1.0}}',
    ],
    // Every kind of choice
    [
      form(
        '{"type":"object","required":["a","b","c","d"],"properties":{"a":{"type":"string","enum":["x","y"]},"b":{"type":"string","oneOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]},"c":{"type":"array","minItems":1,"items":{"type":"string","enum":["p","q"]}},"d":{"type":"array","minItems":2,"maxItems":2,"items":{"anyOf":[{"const":"r","title":"R"},{"const":"s","title":"S"}]}}}}',
      ),
      '{"action":"accept","content":{"a":"x","b":"#f00","c":["p"],"d":["r","s"]}}',
    ],
    [
      form(
        '{"type":"object","properties":{"c":{"type":"string","enum":["x","y"],"enumNames":["X","Y"],"default":"y"},"m":{"type":"array","items":{"type":"string","enum":["p","q"]},"default":["q"]}}}',
      ),
      '{"action":"accept","content":{"c":"y","m":["q"]}}',
    ],
    [form('{"type":"object","properties":{"note":{"type":"string"}}}'), '{"action":"accept","content":{}}'],
    [form('{"type":"object","properties":{}}'), '{"action":"accept","content":{}}'],
    // A default that does not fit its own schema is left out
    [
      form('{"type":"object","properties":{"a":{"type":"string","default":7}}}'),
      '{"action":"accept","content":{}}',
    ],
    [
      form(
        '{"type":"object","properties":{"code":{"type":"string","pattern":"^[A-Z]{2}$"}},"required":["code"]}',
      ),
      '{"action":"accept","content":{"code":"AA"}}',
    ],
    [
      form(
        '{"type":"object","required":["p"],"properties":{"p":{"$ref":"#/$defs/P"}},"$defs":{"P":{"type":"string","minLength":1}}}',
      ),
      '{"action":"accept","content":{"p":"text"}}',
    ],
    // What may say anything says something, as long as it has to be and no longer
    [
      form(
        '{"type":"object","required":["a","b","c"],"properties":{"a":{"type":"string","minLength":6},"b":{"type":"string","maxLength":2},"c":{"type":"string","maxLength":0}}}',
      ),
      '{"action":"accept","content":{"a":"textxx","b":"te","c":""}}',
    ],
    ['{"method":"elicitation/create","params":{"message":"Sure?"}}', '{"action":"accept","content":{}}'],
    [
      '{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com","message":"m"}}',
      '{"action":"accept"}',
    ],
    [
      '{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":100}}',
      '{"role":"assistant","content":{"type":"text","text":"This is a test answer."},"model":"roundtrip","stopReason":"endTurn"}',
    ],
    ['{"method":"roots/list"}', '{"roots":[]}'],
  ])('%s', (request, text) => {
    expect(suggestAnswer(request)).toEqual({ text, valid: true });
    expect(validateText(schemaOfAnswer(request), text)).toEqual({ verdict: 'valid' });
  });
});

describe('where no valid answer is known, the reason is given', () => {
  test.each<[request: string, text: string, why: string]>([
    ['{"method":"tools/call"}', '{}', 'The method tools/call is not known'],
    ['{', '{}', 'The input request is not JSON'],
    [
      form('{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"(?=x)"}}}'),
      '{"action":"accept","content":{"a":""}}',
      'No text is known that matches the schema',
    ],
    [form('{"type":"string"}'), '{"action":"accept","content":{}}', 'The schema does not ask for an object'],
    [form('false'), '{"action":"accept","content":{}}', 'The schema does not ask for an object'],
    [
      form('{"$ref":"https://canary.example/x"}'),
      '{"action":"accept","content":{}}',
      'The schema does not ask for an object',
    ],
    [
      form('{"type":"object","required":["a"],"properties":{"a":{"$ref":"https://canary.example/x"}}}'),
      '{"action":"accept","content":{"a":null}}',
      'The reference https://canary.example/x is not resolved',
    ],
    [
      '{"method":"elicitation/create","params":{"mode":"voice"}}',
      '{}',
      'The elicitation mode "voice" is not known',
    ],
  ])('%s', (request, text, why) => {
    expect(suggestAnswer(request)).toEqual({ text, valid: false, why });
  });

  test('a schema without bounds does not take without bounds', () => {
    const deep = form(
      `{"type":"object","required":["a"],"properties":{"a":${'{"items":'.repeat(100_000)}{}${'}'.repeat(100_000)}}}`,
    );
    expect(suggestAnswer(deep).text).toBe('{"action":"accept","content":{"a":[]}}');
  });
});

test('an elicitation can be declined and cancelled, without content', () => {
  const request = form(
    '{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"(?=x)"}}}',
  );
  for (const action of ['decline', 'cancel'] as const) {
    const answer = answerFor(action, request);
    expect(answer).toEqual({ text: `{"action":"${action}"}`, valid: true });
    expect(validateText(schemaOfAnswer(request), answer.text)).toEqual({ verdict: 'valid' });
  }
});

test('what the person configured is text, whatever it holds', () => {
  expect(JSON.parse(samplingAnswer('"\n\u2028</script>'))).toEqual({
    role: 'assistant',
    content: { type: 'text', text: '"\n\u2028</script>' },
    model: 'roundtrip',
    stopReason: 'endTurn',
  });
  expect(rootsAnswer([{ uri: 'file:///a' }, { uri: 'file:///b', name: '' }])).toBe(
    '{"roots":[{"uri":"file:///a"},{"uri":"file:///b","name":""}]}',
  );
});
