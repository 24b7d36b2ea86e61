import { describe, expect, test } from 'vitest';
import { validateText } from '../schema/compile.ts';
import { schemaOfAnswer } from './schema-of-answer.ts';

const form = (requestedSchema: string): string =>
  `{"method":"elicitation/create","params":{"message":"m","requestedSchema":${requestedSchema}}}`;

/** The problems of an answer as `text they mark | message`; null where the answer is valid. */
function problems(request: string, answer: string): string[] | null {
  const validation = validateText(schemaOfAnswer(request), answer);
  if (validation.verdict === 'undecided') return [`undecided: ${validation.reason}`];
  if (validation.verdict === 'valid') return null;
  return validation.problems.map(({ from, to, message }) => `${answer.slice(from, to)} | ${message}`);
}

const age = form(
  '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"age":{"type":"integer","minimum":18},"name":{"type":"string"}},"required":["age"]}',
);
const url =
  '{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com","message":"m"}}';
const sampling = '{"method":"sampling/createMessage","params":{}}';
const roots = '{"method":"roots/list"}';

describe('valid', () => {
  test.each([
    [age, '{"action":"accept","content":{"age":18}}'],
    [age, '{"action":"accept","content":{"age":30,"name":"Monalisa Octocat","more":1},"_meta":{}}'],
    [age, '{"action":"decline"}'],
    [age, '{"action":"cancel"}'],
    [form('{"type":"object","properties":{}}'), '{"action":"accept","content":{}}'],
    ['{"method":"elicitation/create","params":{"message":"m"}}', '{"action":"accept"}'],
    [url, '{"action":"accept"}'],
    [url, '{"action":"decline"}'],
    // Examples of the specification
    [
      sampling,
      '{"role":"assistant","content":{"type":"text","text":"The capital of France is Paris."},"model":"claude-3-sonnet-20240307","stopReason":"endTurn"}',
    ],
    [
      sampling,
      '{"role":"assistant","content":[{"type":"tool_use","id":"call_abc123","name":"get_weather","input":{"city":"Paris"}},{"type":"text","text":""}],"model":"m","stopReason":"toolUse"}',
    ],
    [
      sampling,
      '{"role":"assistant","content":{"type":"image","data":"aGk=","mimeType":"image/png"},"model":"m"}',
    ],
    [
      sampling,
      '{"role":"assistant","content":[{"type":"audio","data":"aGk=","mimeType":"audio/wav"}],"model":"m"}',
    ],
    [sampling, '{"role":"assistant","content":[],"model":"m"}'],
    [
      roots,
      '{"roots":[{"uri":"file:///home/user/repos/frontend","name":"Frontend Repository"},{"uri":"file:///b"}]}',
    ],
    [roots, '{"roots":[]}'],
    ['{"method":"new/method"}', '{"anything":1}'],
  ])('%s %s', (request, answer) => {
    expect(problems(request, answer)).toBeNull();
  });
});

describe('not valid, at its place', () => {
  test.each<[request: string, answer: string, found: string[]]>([
    [age, '{"action":"accept","content":{"age":17}}', ['17 | Must be at least 18']],
    [age, '{"action":"accept","content":{"age":"18"}}', ['"18" | Expected an integer, got a string']],
    [age, '{"action":"accept","content":{}}', ['{} | Missing required property age']],
    [age, '{"action":"accept"}', ['{"action":"accept"} | Missing required property content']],
    [age, '{"action":"decline","content":{"age":18}}', ['{"age":18} | Not allowed here']],
    [
      age,
      '{"action":"agree","content":{}}',
      ['"agree" | Not one of accept, decline, cancel', '{} | Not allowed here'],
    ],
    [age, '{}', ['{} | Missing required property action']],
    [age, '"accept"', ['"accept" | Expected an object, got a string']],
    [url, '{"action":"accept","content":{}}', ['{} | Not allowed here']],
    [
      sampling,
      '{"role":"assistant","content":{"type":"text"},"model":"m"}',
      ['{"type":"text"} | Missing required property text'],
    ],
    [
      sampling,
      '{"role":"assistant","content":[{"type":"text","text":""},{"type":"video"}],"model":"m"}',
      ['"video" | Not one of text, image, audio, tool_use'],
    ],
    [
      sampling,
      '{"role":"system","content":{"type":"text","text":"a"},"model":"m"}',
      ['"system" | Not one of assistant, user'],
    ],
    [
      sampling,
      '{"role":"assistant","content":"a"}',
      [
        '{"role":"assistant","content":"a"} | Missing required property model',
        '"a" | Expected an object or an array, got a string',
      ],
    ],
    [
      sampling,
      '{"role":"assistant","content":{"type":"image","data":"a b","mimeType":"image/png"},"model":"m"}',
      ['"a b" | Not base64'],
    ],
    [roots, '{"roots":[{"uri":"a b"}]}', ['"a b" | Not a URI']],
    [roots, '{"root":[]}', ['{"root":[]} | Missing required property roots']],
    ['{"method":"new/method"}', '1', ['1 | Expected an object, got a number']],
  ])('%s %s', (request, answer, found) => {
    expect(problems(request, answer)).toEqual(found);
  });
});

describe('the requested schema keeps its meaning inside', () => {
  test('its references mean itself, its id and dialect are no obstacle', () => {
    const request = form(
      '{"$id":"https://canary.example/s","$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"c":{"$ref":"#/definitions/C"}},"definitions":{"C":{"enum":["x"]}}}',
    );
    expect(problems(request, '{"action":"accept","content":{"c":"x"}}')).toBeNull();
    expect(problems(request, '{"action":"accept","content":{"c":"y"}}')).toEqual(['"y" | Not one of x']);
  });

  test.each<[schema: string, content: string, found: string[] | null]>([
    ['true', '{"a":1}', null],
    ['false', '{}', ['{} | Not allowed here']],
    ['{"type":"object","properties":{"a":{"type":"integer","maximum":9007199254740993}}}', '{"a":1}', null],
    [
      '{"$ref":"https://canary.example/x"}',
      '{}',
      ['undecided: The schema refers to https://canary.example/x, which is not fetched'],
    ],
    [
      '{"type":"objekt"}',
      '{}',
      [
        'undecided: The schema is not valid at /$defs/content/type: Not one of array, boolean, integer, "null", number, object, string',
      ],
    ],
  ])('%s', (schema, content, found) => {
    expect(problems(form(schema), `{"action":"accept","content":${content}}`)).toEqual(found);
  });

  test('a schema that is not one, or is too deep, is undecided', () => {
    for (const schema of ['7', '"x"', '{"not":'.repeat(100_000) + '{}' + '}'.repeat(100_000)]) {
      expect(validateText(schemaOfAnswer(form(schema)), '{"action":"accept","content":{}}').verdict).toBe(
        'undecided',
      );
    }
  });
});
