import { describe, expect, test } from 'vitest';
import { validateText } from '../schema/compile.ts';
import { withDefaults } from './defaults.ts';
import { schemaOfAnswer } from './schema-of-answer.ts';

const asked = (properties: string, required = '[]'): string =>
  `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","required":${required},"properties":{${properties}}}}}`;
const every = asked(
  '"s":{"type":"string","default":""},"n":{"type":"number","default":1.0},"i":{"type":"integer","default":0},"b":{"type":"boolean","default":false},"e":{"type":"string","enum":["x","y"],"default":"y"},"o":{"type":"string","oneOf":[{"const":"#f00","title":"Red"}],"default":"#f00"},"m":{"type":"array","items":{"type":"string","enum":["p"]},"default":["p"]},"none":{"type":"string"}',
  '["s","b"]',
);

describe('what is left absent gets its default', () => {
  test.each<[rule: string, request: string, answer: string, text: string, keys: readonly string[]]>([
    [
      'every kind, falsy ones too',
      every,
      '{"action":"accept","content":{}}',
      '{"action":"accept","content":{"s": "","n": 1.0,"i": 0,"b": false,"e": "y","o": "#f00","m": ["p"]}}',
      ['s', 'n', 'i', 'b', 'e', 'o', 'm'],
    ],
    [
      'only what is absent: null and the empty string are answers',
      asked(
        '"a":{"type":"string","default":"x"},"b":{"type":"string","default":"y"},"c":{"type":"string","default":"z"}',
      ),
      '{ "action": "accept", "content": { "b": "", "a": null } }',
      '{ "action": "accept", "content": { "b": "", "a": null, "c": "z" } }',
      ['c'],
    ],
    [
      'a key of any name',
      asked('"__proto__":{"type":"string","default":"x"}'),
      '{"action":"accept","content":{}}',
      '{"action":"accept","content":{"__proto__": "x"}}',
      ['__proto__'],
    ],
    [
      'not a default that does not fit',
      asked('"a":{"type":"string","default":7}'),
      '{"action":"accept","content":{}}',
      '{"action":"accept","content":{}}',
      [],
    ],
    ['not when declined', every, '{"action":"decline"}', '{"action":"decline"}', []],
    ['not when cancelled', every, '{"action":"cancel","content":{}}', '{"action":"cancel","content":{}}', []],
    ['not without content', every, '{"action":"accept"}', '{"action":"accept"}', []],
    ['not in what is no JSON', every, '{"action":"accept","content":{', '{"action":"accept","content":{', []],
    [
      'nothing where there is no default',
      asked('"a":{"type":"string"}'),
      '{"action":"accept","content":{}}',
      '{"action":"accept","content":{}}',
      [],
    ],
    [
      'nothing at a URL',
      '{"method":"elicitation/create","params":{"mode":"url","url":"x","default":1}}',
      '{"action":"accept"}',
      '{"action":"accept"}',
      [],
    ],
  ])('%s', (_rule, request, answer, text, keys) => {
    expect(withDefaults(request, answer)).toEqual({ text, keys });
  });

  test('before it is judged: a required property with a default is not missing', () => {
    const { text } = withDefaults(every, '{"action":"accept","content":{}}');
    expect(validateText(schemaOfAnswer(every), '{"action":"accept","content":{}}').verdict).toBe('invalid');
    expect(validateText(schemaOfAnswer(every), text)).toEqual({ verdict: 'valid' });
  });
});
