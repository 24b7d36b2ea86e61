import { describe, expect, test, vi } from 'vitest';
import { AnswerDraft } from './answer-draft.svelte.ts';
import { readAsked } from './asked.ts';

function draftOf(request: string) {
  const [asked] = readAsked(`{"result":{"inputRequests":{"k":${request}}}}`).requests;
  if (!asked) expect.unreachable('no request');
  const onchange = vi.fn();
  return { draft: new AnswerDraft(asked, asked.key, onchange), onchange };
}

const form = (properties: string, required = '[]') =>
  `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{${properties}},"required":${required}}}}`;

const asJson = (text: string) => JSON.parse(text) as unknown;

describe('what is prefilled', () => {
  test('an elicitation is accepted with what its schema requires', () => {
    const { draft } = draftOf(form('"ok":{"type":"boolean"}', '["ok"]'));
    expect(draft.choice).toBe('accept');
    expect(draft.tab).toBe('form');
    expect(asJson(draft.text)).toEqual({ action: 'accept', content: { ok: false } });
  });

  test.each([
    ['roots', '{"method":"roots/list"}', { roots: [] }],
    ['a method nobody knows', '{"method":"com.example/x"}', {}],
    ['no object at all', '7', {}],
  ])('%s has JSON alone', (_, request, answer) => {
    const { draft } = draftOf(request);
    expect(draft.choice).toBe('answer');
    expect(draft.form).toBeNull();
    expect(draft.tab).toBe('json');
    expect(asJson(draft.text)).toEqual(answer);
  });

  test('a URL needs no form and no content', () => {
    const { draft } = draftOf(
      '{"method":"elicitation/create","params":{"mode":"url","url":"https://a.example"}}',
    );
    expect(draft.tab).toBe('form');
    expect(asJson(draft.text)).toEqual({ action: 'accept' });
  });
});

describe('choices', () => {
  test('each keeps its own text, and Omit sends nothing', () => {
    const { draft, onchange } = draftOf(form('"a":{"type":"string"}'));
    draft.write('{"action":"accept","content":{"a":"typed"}}');
    draft.choose('decline');
    expect(asJson(draft.text)).toEqual({ action: 'decline' });
    draft.choose('omit');
    expect(draft.sent).toBeNull();
    draft.choose('accept');
    expect(draft.sent).toBe('{"action":"accept","content":{"a":"typed"}}');
    expect(onchange).toHaveBeenCalledTimes(4);
  });

  test('the choice follows what was typed, and stays where the text says nothing', () => {
    const { draft } = draftOf(form(''));
    draft.write('{"action":"cancel"}');
    expect(draft.choice).toBe('cancel');
    draft.write('{"action":"canc');
    expect(draft.choice).toBe('accept');
    expect(draft.text).toBe('{"action":"canc');
  });

  test('back from Omit the text is the same', () => {
    const { draft } = draftOf('{"method":"roots/list"}');
    draft.write('{"roots": 1.0}');
    draft.choose('omit');
    draft.choose('answer');
    expect(draft.sent).toBe('{"roots": 1.0}');
  });
});

describe('the form edits the text and rewrites nothing else', () => {
  test('one member changes, the rest keeps its characters', () => {
    const { draft } = draftOf(form('"n":{"type":"integer"},"s":{"type":"string"}'));
    draft.write('{ "action":"accept",  "content":{"n":9007199254740993, "s":"a"} }');
    draft.writeField('s', '"b"');
    expect(draft.text).toBe('{ "action":"accept",  "content":{"n":9007199254740993, "s":"b"} }');
    draft.writeField('s', undefined);
    expect(draft.text).toBe('{ "action":"accept",  "content":{"n":9007199254740993} }');
  });

  test('a number on its way stays as typed, is sent as typed, and the other fields stay', () => {
    const { draft } = draftOf(form('"n":{"type":"number"},"s":{"type":"string"}'));
    draft.write('{"action":"accept","content":{"s":"a"}}');
    draft.writeField('n', '1.');
    expect(draft.fields.get('n')).toBe('1.');
    expect(draft.fields.get('s')).toBe('"a"');
    expect(draft.formWorks).toBe(true);
    expect(draft.sent).toBe('{"action":"accept","content":{"s":"a", "n": 1.}}');
    draft.writeField('s', '"b"');
    draft.writeField('n', '1.50');
    expect(asJson(draft.text)).toEqual({ action: 'accept', content: { s: 'b', n: 1.5 } });
    expect(draft.text).toContain('1.50');
  });

  test('content that is not there is made', () => {
    const { draft } = draftOf(form('"s":{"type":"string"}'));
    draft.write('{"action":"accept"}');
    draft.writeField('s', '"x"');
    expect(asJson(draft.text)).toEqual({ action: 'accept', content: { s: 'x' } });
  });

  test('fields named __proto__ and by nothing are fields', () => {
    const { draft } = draftOf(form('"__proto__":{"type":"string"},"":{"type":"string"}'));
    draft.write('{"action":"accept","content":{}}');
    draft.writeField('__proto__', '"p"');
    draft.writeField('', '"e"');
    expect(draft.text).toContain('"__proto__": "p"');
    expect([...draft.fields]).toEqual([
      ['__proto__', '"p"'],
      ['', '"e"'],
    ]);
  });

  test('a text that is not JSON stops the form and is kept', () => {
    const { draft } = draftOf(form('"s":{"type":"string"}'));
    draft.write('{"action":');
    expect(draft.formWorks).toBe(false);
    expect(draft.sent).toBe('{"action":');
  });

  test('sampling has a form over its text, model and stop reason', () => {
    const { draft } = draftOf('{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}');
    draft.writeField('text', '"said"');
    draft.writeField('model', '"m"');
    expect(asJson(draft.text)).toMatchObject({
      role: 'assistant',
      model: 'm',
      content: { type: 'text', text: 'said' },
    });
    draft.write('{"role":"assistant","model":"m","content":[{"type":"text","text":"a"}]}');
    draft.writeField('text', '"b"');
    expect(draft.text).toBe('{"role":"assistant","model":"m","content":[{"type":"text","text":"b"}]}');
  });
});
