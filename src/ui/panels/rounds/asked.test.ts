import { describe, expect, test } from 'vitest';
import { readAnswers, readAsked, readServerRequest } from './asked.ts';

const result = (members: string) =>
  `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"${members}}}`;

describe('what a result asks for', () => {
  test('requests keep their text, order and keys, also __proto__ and the empty one', () => {
    const roots = '{ "method":"roots/list" }';
    const asked = readAsked(result(`,"inputRequests":{"b":${roots},"__proto__":${roots},"":${roots}}`));
    expect(asked.requests.map(({ key }) => key)).toEqual(['b', '__proto__', '']);
    expect(asked.requests.map(({ raw }) => raw)).toEqual([roots, roots, roots]);
    expect(asked.requests[0]?.kind).toBe('roots');
  });

  test('a key that came twice is shown once, the last one, and marked', () => {
    const asked = readAsked(result(',"inputRequests":{"a":{"method":"roots/list"},"a":{"method":"x"}}'));
    expect(asked.requests).toMatchObject([{ key: 'a', method: 'x', kind: 'unknown', repeated: true }]);
  });

  test.each([
    ['', null],
    [',"requestState":""', { raw: '""', value: '' }],
    [
      ',"requestState":" a\\u0000\\ud83d\\ude00\\"\\\\ "',
      { raw: '" a\\u0000\\ud83d\\ude00\\"\\\\ "', value: ' a\u0000😀"\\ ' },
    ],
    [',"requestState":{"a":1}', { raw: '{"a":1}', value: null }],
  ])('the state %j is told apart from the others', (members, state) => {
    expect(readAsked(result(members)).state).toEqual(state);
  });

  test('an empty map is named, an absent one is not', () => {
    expect(readAsked(result(',"inputRequests":{}')).named).toBe(true);
    expect(readAsked(result('')).named).toBe(false);
  });

  test('an elicitation without a mode is a form; one with a URL keeps it as text', () => {
    const asked = readAsked(
      result(
        ',"inputRequests":{"f":{"method":"elicitation/create","params":{"message":"Hi"}},"u":{"method":"elicitation/create","params":{"mode":"url","url":"javascript:1"}}}',
      ),
    );
    expect(asked.requests).toMatchObject([
      { mode: 'form', message: 'Hi', url: null },
      { mode: 'url', message: null, url: 'javascript:1' },
    ]);
  });

  test.each([
    '<html>',
    '[]',
    'null',
    '{"error":{"code":1}}',
    '{"result":7}',
    '{"result":{"inputRequests":[1]}}',
  ])('%s asks nothing', (text) => {
    expect(readAsked(text).requests).toEqual([]);
  });

  test('an input request that is no object is kept as it came', () => {
    expect(readAsked(result(',"inputRequests":{"n":null}')).requests).toMatchObject([
      { key: 'n', raw: 'null', method: null, kind: 'unknown' },
    ]);
  });
});

test('the answers of a request are the exact texts it carried', () => {
  const sent = readAnswers('{"params":{"inputResponses":{"a":{"n": 1.0},"__proto__":2},"requestState":"s"}}');
  expect([...sent.answers]).toEqual([
    ['a', '{"n": 1.0}'],
    ['__proto__', '2'],
  ]);
  expect(sent.state).toBe('"s"');
  expect(readAnswers('not JSON')).toEqual({ answers: new Map(), state: null });
});

describe('a request of a legacy server', () => {
  test.each([
    ['elicitation/create', 'elicitation'],
    ['sampling/createMessage', 'sampling'],
    ['roots/list', 'roots'],
    ['ping', 'ping'],
    ['com.example/x', 'unknown'],
  ])('%s is %s', (method, kind) => {
    expect(readServerRequest(`{"id":1,"method":"${method}"}`, null, '1')).toMatchObject({
      ...{ key: '1', method, kind, legacy: true },
    });
  });

  test.each([
    ['a message, with the space around it', ' {"id":1, "n":1.0}\n', null, ' {"id":1, "n":1.0}\n'],
    ['an item of an array', '[{"id":0}, {"id":1, "n":1.0}]', 1, '{"id":1, "n":1.0}'],
    ['a message after a BOM', '\ufeff{"id":1}', null, '{"id":1}'],
    ['what is not JSON', '{', null, '{'],
    ['an item that is not there', '[]', 3, '[]'],
  ])('is shown as it travelled: %s', (_, message, item, raw) => {
    expect(readServerRequest(message, item, '1').raw).toBe(raw);
  });

  test('in MRTR a ping is none of the methods', () => {
    expect(readAsked('{"result":{"inputRequests":{"a":{"method":"ping"}}}}').requests[0]?.kind).toBe(
      'unknown',
    );
  });
});
