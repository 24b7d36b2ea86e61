import { describe, expect, test, vi } from 'vitest';
import type { JsonPath } from '../../../engine/base/json/document.ts';
import { withTyped, withValue, withoutValue } from '../../../engine/schema/form-text.ts';
import { AnswerDraft } from './answer-draft.svelte.ts';
import { readAsked, readServerRequest } from './asked.ts';

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

describe('what is suggested', () => {
  const asked = form('"ok":{"type":"boolean","default":true}', '["ok"]');

  test('comes back on demand, also over what is no JSON', () => {
    const { draft, onchange } = draftOf(asked);
    const suggestion = draft.text;
    expect(draft.isWritten).toBe(false);
    draft.write('{"action":"accept","content":{"ok":"wrong"}}');
    expect(draft.isWritten).toBe(true);
    draft.refill();
    expect(draft.text).toBe(suggestion);
    expect(draft.isWritten).toBe(false);
    draft.write('{');
    draft.refill();
    expect(draft.text).toBe(suggestion);
    expect(onchange).toHaveBeenCalledTimes(4);
  });

  test('is that of the choice', () => {
    const { draft } = draftOf(asked);
    draft.choose('decline');
    expect(draft.isWritten).toBe(false);
    draft.write('{"action":"decline","content":{"ok":true}}');
    draft.refill();
    expect(asJson(draft.text)).toEqual({ action: 'decline' });
    draft.choose('omit');
    expect(draft.isWritten).toBe(false);
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
  /** One edit of the form, at a path of the answer. */
  function edit(
    draft: AnswerDraft,
    path: JsonPath,
    write: { value: string } | { typed: string } | 'remove',
  ): void {
    const form = draft.formText ?? expect.unreachable('the text is not JSON');
    const edited =
      write === 'remove'
        ? withoutValue(form, path)
        : 'value' in write
          ? withValue(form, path, write.value)
          : withTyped(form, path, write.typed, 'not yet');
    draft.change(edited.ok ? edited.value : expect.unreachable(edited.message));
  }

  const keysOf = (draft: AnswerDraft) =>
    draft.form
      ?.places(draft.formText?.root)
      .map(({ path, node }) => [path, node.properties.map(({ key }) => key)]);

  test('an elicitation is filled in below content', () => {
    const { draft } = draftOf(
      form('"n":{"type":"integer"},"__proto__":{"type":"string"},"":{"type":"string"}'),
    );
    expect(keysOf(draft)).toEqual([[['content'], ['n', '__proto__', '']]]);
  });

  test('one member changes, the rest keeps its characters', () => {
    const { draft } = draftOf(form('"n":{"type":"integer"},"s":{"type":"string"}'));
    draft.write('{ "action":"accept",  "content":{"n":9007199254740993, "s":"a"} }');
    edit(draft, ['content', 's'], { value: '"b"' });
    expect(draft.text).toBe('{ "action":"accept",  "content":{"n":9007199254740993, "s":"b"} }');
    edit(draft, ['content', 's'], 'remove');
    expect(draft.text).toBe('{ "action":"accept",  "content":{"n":9007199254740993} }');
  });

  test('a number on its way stays as typed, is sent as typed, and the other fields stay', () => {
    const { draft } = draftOf(form('"n":{"type":"number"},"s":{"type":"string"}'));
    draft.write('{"action":"accept","content":{"s":"a"}}');
    edit(draft, ['content', 'n'], { typed: '1.' });
    expect(draft.drafts).toMatchObject([{ path: ['content', 'n'], raw: '1.' }]);
    expect(draft.sent).toBe('{"action":"accept","content":{"s":"a", "n": 1.}}');
    edit(draft, ['content', 's'], { value: '"b"' });
    edit(draft, ['content', 'n'], { value: '1.50' });
    expect(asJson(draft.text)).toEqual({ action: 'accept', content: { s: 'b', n: 1.5 } });
    expect(draft.text).toContain('1.50');
  });

  test('content that is not there is made', () => {
    const { draft } = draftOf(form('"s":{"type":"string"}'));
    draft.write('{"action":"accept"}');
    edit(draft, ['content', 's'], { value: '"x"' });
    expect(asJson(draft.text)).toEqual({ action: 'accept', content: { s: 'x' } });
  });

  test('a text that is not JSON stops the form and is kept', () => {
    const { draft } = draftOf(form('"s":{"type":"string"}'));
    draft.write('{"action":');
    expect(draft.formText).toBeNull();
    expect(draft.sent).toBe('{"action":');
  });

  test('what was wrong stays in sight while it is judged again', () => {
    const { draft } = draftOf(form('"s":{"type":"string"}'));
    const problem = { from: 0, to: 1, pointer: '/content/s', message: 'm' };
    draft.check = { kind: 'not valid', problems: [problem] };
    draft.check = { kind: 'checking' };
    expect(draft.problems).toEqual([problem]);
    draft.check = { kind: 'valid' };
    expect(draft.problems).toEqual([]);
  });

  test('sampling begins with a form of its own', () => {
    const { draft } = draftOf('{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}');
    expect([draft.form, draft.tab]).toEqual([null, 'form']);
  });

  test('a schema of which no form can be made begins as JSON', () => {
    const { draft } = draftOf(
      '{"method":"elicitation/create","params":{"mode":"form","requestedSchema":{"type":"string"}}}',
    );
    expect([draft.form, draft.tab]).toEqual([null, 'json']);
  });
});

describe('an error as the answer to a legacy server', () => {
  const legacy = (method: string) => {
    const message = `{"jsonrpc":"2.0","id":0,"method":"${method}","params":{"message":"m"}}`;
    return new AnswerDraft(readServerRequest(message, null, '0'), '0', () => undefined);
  };

  test.each([
    ['elicitation/create', { code: -1, message: 'User rejected' }],
    ['sampling/createMessage', { code: -1, message: 'User rejected' }],
    ['roots/list', { code: -32601, message: 'Method not found: roots/list' }],
    ['com.example/x', { code: -32601, message: 'Method not found: com.example/x' }],
  ])('to %s', (method, error) => {
    const draft = legacy(method);
    draft.choose('error');
    expect(draft.choice).toBe('error');
    expect(asJson(draft.text)).toEqual(error);
    expect(draft.form?.places(draft.formText?.root)).toHaveLength(2);
  });

  test('is kept apart from the result, whatever it says', () => {
    const draft = legacy('elicitation/create');
    draft.choose('decline');
    draft.choose('error');
    draft.write('{"action":"accept"}');
    expect(draft.choice).toBe('error');
    draft.choose('omit');
    expect(draft.sent).toBeNull();
    draft.choose('decline');
    expect(asJson(draft.text)).toEqual({ action: 'decline' });
    draft.choose('error');
    expect(draft.text).toBe('{"action":"accept"}');
  });
});
