import { describe, expect, it } from 'vitest';
import { readMessages } from './message.ts';

const summaries = (text: string) => {
  const content = readMessages(text);
  return content.kind === 'messages' ? content.messages.map(({ summary }) => summary) : content.kind;
};

describe('what a body is', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['white space', ' \r\n', 'empty'],
    ['null', 'null', 'null'],
    ['not JSON', '{"jsonrpc":', 'text'],
    [
      'a number is no message',
      '7',
      [{ kind: 'invalid', problem: 'A message is a JSON object; this is not one' }],
    ],
    [
      'an object with none of the members',
      '{}',
      [{ kind: 'invalid', problem: 'Neither a method, a result nor an error' }],
    ],
    ['a request', '{"jsonrpc":"2.0","id":0,"method":"ping"}', [{ kind: 'request', id: '0', method: 'ping' }]],
    [
      'a request names its tool',
      '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"__proto__"}}',
      [{ kind: 'request', id: '"a"', method: 'tools/call', name: '__proto__' }],
    ],
    [
      'a read names its URI',
      '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///a%20b"}}',
      [{ kind: 'request', id: '1', method: 'resources/read', name: 'file:///a%20b' }],
    ],
    ['a notification', '{"jsonrpc":"2.0","method":"x"}', [{ kind: 'notification', method: 'x' }]],
    [
      'progress is one line',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"total":3,"message":"copying"}}',
      [{ kind: 'notification', method: 'notifications/progress', progress: '1 of 3, copying' }],
    ],
    [
      'an error with id null',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}',
      [{ kind: 'error', id: 'null', errorCode: -32600, errorMessage: 'no' }],
    ],
    [
      'keys of input requests in order, whatever they are called',
      '{"id":1,"result":{"resultType":"input_required","inputRequests":{"__proto__":{},"":{},"b":{}},"requestState":"s😀"}}',
      [
        {
          kind: 'result',
          id: '1',
          resultType: 'input_required',
          inputKeys: ['__proto__', '', 'b'],
          stateLength: 3,
        },
      ],
    ],
    [
      'an id keeps digits that a double can not hold',
      '{"jsonrpc":"2.0","id":9007199254740993,"result":{}}',
      [{ kind: 'result', id: '9007199254740993' }],
    ],
    [
      'also in an array',
      '[{"id":9007199254740993,"result":{}},{"id":1e400,"result":{}}]',
      [
        { kind: 'result', id: '9007199254740993' },
        { kind: 'result', id: '1e400' },
      ],
    ],
    [
      'an array gives a message an item',
      '[{"id":1,"result":{}},{"method":"n"}]',
      [
        { kind: 'result', id: '1' },
        { kind: 'notification', method: 'n', problem: 'jsonrpc is not "2.0"' },
      ],
    ],
    ['a BOM before the object', '\uFEFF{"id":1,"result":{}}', [{ kind: 'result', id: '1' }]],
  ])('%s', (_rule, text, expected) => {
    expect(summaries(text)).toEqual(expected);
  });

  it('reads 100 000 levels of nesting without a stack overflow', () => {
    const deep = `{"id":1,"result":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect(summaries(deep)).toEqual([{ kind: 'result', id: '1' }]);
  });
});
