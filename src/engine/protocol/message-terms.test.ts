import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { termsIn } from './message-terms.ts';
import type { Term } from './terms.ts';

const shown = (term: Term) => {
  switch (term.kind) {
    case 'capability':
      return term.path.join('.');
    case 'extension':
      return term.id;
    case 'error':
      return String(term.code);
    default:
      return term.name;
  }
};
const read = (message: unknown, method?: string) =>
  Object.fromEntries(
    (termsIn(JSON.stringify(message), () => method) ?? []).map(({ title, terms }) => [
      title,
      terms.map(shown),
    ]),
  );

test('a request: its method, its params, its _meta and what it declares there', () => {
  const message = {
    jsonrpc: '2.0',
    id: 4,
    method: 'tools/call',
    params: {
      name: 'deploy',
      arguments: { title: 'x', ttlMs: 1 },
      inputResponses: {
        'when?': { action: 'accept', content: { at: 'now' } },
        dirs: { roots: [{ uri: 'file:///a' }] },
      },
      vendor: true,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {
          elicitation: { url: {} },
          mine: {},
          extensions: { 'io.modelcontextprotocol/tasks': {}, 'com.example/x': {} },
        },
        'com.example/trace': 1,
      },
    },
  };
  expect(read(message)).toEqual({
    Method: ['tools/call'],
    Message: ['jsonrpc', 'id', 'method', 'params'],
    'params of tools/call': ['name', 'arguments', 'inputResponses', '_meta'],
    _meta: ['io.modelcontextprotocol/protocolVersion', 'io.modelcontextprotocol/clientCapabilities'],
    'Capabilities of the client': [
      'elicitation',
      'extensions',
      'elicitation.url',
      'io.modelcontextprotocol/tasks',
    ],
    'Answer of the person': ['action', 'content'],
    'Answer with the roots': ['roots'],
    Root: ['uri'],
  });
});

test('a result that asks: what is asked is a method too', () => {
  const message = {
    jsonrpc: '2.0',
    id: 4,
    result: {
      resultType: 'input_required',
      requestState: 'x',
      inputRequests: {
        a: {
          method: 'elicitation/create',
          params: {
            message: 'When?',
            requestedSchema: {
              type: 'object',
              properties: { at: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] } },
            },
          },
        },
      },
    },
  };
  expect(read(message, 'tools/call')).toEqual({
    Method: ['elicitation/create'],
    Message: ['jsonrpc', 'id', 'result'],
    'result that asks for input': ['resultType', 'requestState', 'inputRequests'],
    'params of elicitation/create': ['message', 'requestedSchema'],
    'Input request': ['method', 'params'],
    requestedSchema: ['type', 'properties'],
    'Field of the form': ['type', 'oneOf'],
    Choice: ['const', 'title'],
  });
});

test.each([
  [
    'a list: each member once, however many entries',
    {
      id: 1,
      result: {
        tools: [{ name: 'a' }, { name: 'b', annotations: { readOnlyHint: true, mine: 1 } }],
        ttlMs: 0,
      },
    },
    'tools/list',
    {
      'result of tools/list': ['tools', 'ttlMs'],
      Tool: ['name', 'annotations'],
      annotations: ['readOnlyHint'],
    },
  ],
  [
    'content by its type; an unknown one is left out',
    {
      id: 1,
      result: {
        content: [
          { type: 'text', text: 'a', x: 1 },
          { type: 'hologram', text: 'b' },
          { type: 'resource', resource: { uri: 'a:b', blob: '' } },
        ],
      },
    },
    'tools/call',
    {
      'result of tools/call': ['content'],
      Text: ['type', 'text'],
      'Embedded resource': ['type', 'resource'],
      Contents: ['uri', 'blob'],
    },
  ],
  [
    'an error with its code',
    { id: 1, error: { code: -32602, message: 'no' } },
    undefined,
    { 'Error code': ['-32602'], error: ['code', 'message'] },
  ],
  [
    'a code of the server',
    { id: 1, error: { code: -32000, message: 'no' } },
    undefined,
    { error: ['code', 'message'] },
  ],
  [
    'an answer of the client tells itself what it answers',
    { id: 1, result: { role: 'assistant', content: { type: 'text', text: 'a' }, model: 'm' } },
    undefined,
    { 'Answer of the model': ['role', 'content', 'model'], Text: ['type', 'text'] },
  ],
  ['a result of nobody knows what', { id: 1, result: { tools: [] } }, undefined, {}],
  [
    'a task of 2025-11-25',
    { id: 1, result: { task: { taskId: 't', status: 'working', pollInterval: 1 } } },
    'tools/call',
    { result: ['task'], Task: ['taskId', 'status', 'pollInterval'] },
  ],
  [
    'a task of the extension has members of its own',
    { id: 1, result: { resultType: 'task', taskId: 't', status: 'working' } },
    'tools/call',
    { result: ['resultType'] },
  ],
  [
    'keys of the language',
    { id: 1, result: JSON.parse('{"__proto__":{"tools":[]},"constructor":1}') as unknown },
    'tools/list',
    {},
  ],
  ['a method of the server', { method: 'acme/x', params: { name: 'a' } }, undefined, {}],
])('%s', (_, message, method, expected) => {
  const found = read(message, method);
  delete found.Message;
  expect(found).toEqual(expected);
});

test('an array of messages is one list', () => {
  const found = read([
    { id: 1, method: 'ping' },
    { id: 2, method: 'tools/list' },
  ]);
  expect(found.Method).toEqual(['ping', 'tools/list']);
});

test.each(['', '{', 'null', '1', '"a"', '[]', '[[]]'])('%j holds nothing', (text) => {
  expect(termsIn(text) ?? []).toEqual([]);
});

test('a message as deep as one likes', () => {
  const deep = '{"type":"tool_result","content":['.repeat(20_000) + ']}'.repeat(20_000);
  const text = `{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":${deep}}]}}`;
  expect(termsIn(text)?.map(({ title }) => title)).toContain('Result of a tool');
});

const examples = join(import.meta.dirname, '../../../../shared/spec/2026-07-28/examples');
test.skipIf(!existsSync(examples))('what the official examples of tools hold is found whole', () => {
  const folder = join(examples, 'ListToolsResult');
  for (const file of readdirSync(folder)) {
    const result = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
    expect(read({ id: 1, result }, 'tools/list')['result of tools/list']).toEqual(Object.keys(result));
  }
});
