import { describe, expect, it } from 'vitest';
import { legacySpeech } from '../eras/legacy/codec.ts';
import { modernSpeech } from '../eras/modern/codec.ts';
import { readAsked } from './asked.ts';
import { deviationsOf } from './deviations.ts';
import { draftRequest, type RoundDraft } from './draft.ts';

const speech = modernSpeech({
  revision: '2026-07-28',
  clientInfo: () => '{"name":"x"}',
  capabilities: () => '{}',
});
const meta =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x"},"io.modelcontextprotocol/clientCapabilities":{},"progressToken":7}';
const subject = { method: 'tools/call', name: 'pay', argumentsText: '{ "n": 9007199254740993, "m": 1.0 }' };
const result = (members: string) =>
  readAsked(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",${members}}}`);
const echo: RoundDraft = { answers: [], state: { kind: 'echo' } };
const text = (...input: Parameters<typeof draftRequest> extends [unknown, unknown, ...infer R] ? R : never) =>
  draftRequest(speech, '7', ...input).text;

describe('the body of the next request', () => {
  it('sends arguments as typed, digits and spaces included', () => {
    expect(text(subject, null, null)).toBe(
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"pay","arguments":{ "n": 9007199254740993, "m": 1.0 },${meta}}}`,
    );
  });

  it.each([
    [
      'merged after the keys of the protocol, as typed',
      '{ "com.example/a": 1.0 }',
      false,
      '"progressToken":7,"com.example/a":1.0}',
    ],
    ['which stay', '{"progressToken":"x"}', false, '"progressToken":7}'],
    [
      'unless they are to be replaced',
      '{"progressToken":"x"}',
      true,
      '"io.modelcontextprotocol/clientCapabilities":{},"progressToken":"x"}',
    ],
    ['or the whole is no object', '[1]', false, '"_meta":[1]}'],
  ])('sends what a person adds to _meta: %s', (_rule, metaText, metaReplaces, end) => {
    expect(text({ ...subject, metaText, metaReplaces }, null, null)).toContain(`${end}}`);
  });

  it('lets the version header follow a version that is replaced on purpose', () => {
    const metaText = '{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}';
    const headersOf = (metaReplaces: boolean) =>
      draftRequest(speech, '7', { ...subject, metaText, metaReplaces }, null, null).headers;
    expect(headersOf(false)).toContainEqual(['MCP-Protocol-Version', '2026-07-28']);
    expect(headersOf(true)).toContainEqual(['MCP-Protocol-Version', '2099-01-01']);
  });

  const states = [
    ['escapes and surrogates', String.raw`" a\u0000\ud83d\ude00\"\\ "`],
    ['an empty string', '""'],
    ['text that looks like JSON', String.raw`"{\"a\":1.0}"`],
    ['200 kB', `"${'x'.repeat(200_000)}"`],
  ] as const;
  it.each(states)('echoes a state of %s as the token that came', (_rule, token) => {
    const asked = result(`"requestState": ${token} `);
    expect(text(subject, asked, echo)).toContain(`,"requestState":${token},"_meta"`);
  });

  it('sends no state where none came, and no answers where nothing was asked', () => {
    const body = text(subject, result('"inputRequests":{}'), echo);
    expect(body).not.toContain('requestState');
    expect(body).not.toContain('inputResponses');
  });

  it('sends answers as typed, under keys as sent', () => {
    const asked = result('"inputRequests":{"__proto__":{"method":"roots/list"},"":{"method":"roots/list"}}');
    const body = text(subject, asked, {
      answers: [
        ['__proto__', '{ "roots" : [] }'],
        ['', '{"n":1e400}'],
      ],
      state: { kind: 'echo' },
    });
    expect(body).toContain('"inputResponses":{"__proto__":{ "roots" : [] },"":{"n":1e400}}');
  });

  it('leaves a key out that is to be left out, and keeps the member', () => {
    const asked = result('"inputRequests":{"a":{"method":"roots/list"}}');
    expect(text(subject, asked, { answers: [['a', null]], state: { kind: 'echo' } })).toContain(
      '"inputResponses":{},',
    );
  });

  it('sends an edited state as a string', () => {
    expect(text(subject, null, { answers: [], state: { kind: 'edit', value: 'a"b' } })).toContain(
      String.raw`"requestState":"a\"b"`,
    );
  });

  it('names a resource by its URI', () => {
    expect(
      text({ method: 'resources/read', name: 'file:///a%20b', argumentsText: '' }, null, null),
    ).toContain('"params":{"uri":"file:///a%20b","_meta"');
  });
});

describe('headers', () => {
  const headersOf = (rawText: string) =>
    draftRequest(speech, '7', subject, null, { ...echo, rawText }).headers.map(
      ([name, value]) => `${name}: ${value}`,
    );

  it('follow a raw body that parses', () => {
    const raw =
      '{"id":1,"method":"prompts/get","params":{"name":"zürich","_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}}}';
    expect(headersOf(raw)).toEqual(
      expect.arrayContaining([
        'MCP-Protocol-Version: 2027-01-01',
        'Mcp-Method: prompts/get',
        'Mcp-Name: =?base64?esO8cmljaA==?=',
      ]),
    );
  });

  it('stay as they were for a raw body that does not', () => {
    expect(headersOf('not JSON')).toEqual(
      expect.arrayContaining(['Mcp-Method: tools/call', 'Mcp-Name: pay']),
    );
    expect(draftRequest(speech, '7', subject, null, { ...echo, rawText: 'not JSON' }).problem).toBeDefined();
  });

  it.each([
    ['plain', 'pay', 'pay'],
    ['inner spaces', 'a b', 'a b'],
    ['leading space', ' a', '=?base64?IGE=?='],
    ['tab', '\ta', '=?base64?CWE=?='],
    ['non-ASCII', '日本', '=?base64?5pel5pys?='],
    ['the wrapper itself', '=?base64?QQ==?=', '=?base64?PT9iYXNlNjQ/UVE9PT89?='],
    ['empty', '', ''],
  ])('Mcp-Name for a name with %s', (_rule, name, expected) => {
    const { headers } = draftRequest(speech, '7', { ...subject, name }, null, null);
    expect(headers.find(([each]) => each === 'Mcp-Name')?.[1]).toBe(expected);
  });

  it.each([
    ['2025-11-25', ['MCP-Protocol-Version: 2025-11-25', 'Mcp-Session-Id: s']],
    ['2025-06-18', ['MCP-Protocol-Version: 2025-06-18', 'Mcp-Session-Id: s']],
    ['2025-03-26', ['Mcp-Session-Id: s']],
  ])('of a %s request', (revision, expected) => {
    const { headers } = draftRequest(legacySpeech(revision, 's'), '7', subject, null, null);
    expect(headers.slice(2).map(([name, value]) => `${name}: ${value}`)).toEqual(expected);
  });
});

describe('deviations', () => {
  const asked = result(
    '"inputRequests":{"a":{"method":"roots/list"},"b":{"method":"roots/list"}},"requestState":"s"',
  );
  const kinds = (draft: RoundDraft, from: typeof asked | null = asked, invalid = new Map<string, string>()) =>
    deviationsOf(
      speech,
      from,
      draft,
      draftRequest(speech, '7', subject, from, draft),
      invalid,
      new Set(['1']),
    ).map(({ kind, key }) => (key === undefined ? kind : `${kind} ${key}`));
  const both = [
    ['a', '{}'],
    ['b', '{}'],
  ] as const;

  it.each<[string, RoundDraft, readonly string[]]>([
    ['none for all answers and an echo', { answers: both, state: { kind: 'echo' } }, []],
    ['state left out', { answers: both, state: { kind: 'omit' } }, ['state missing']],
    ['state changed', { answers: both, state: { kind: 'edit', value: 't' } }, ['state changed']],
    ['an edit to the same value is none', { answers: both, state: { kind: 'edit', value: 's' } }, []],
    [
      'a key left out',
      {
        answers: [
          ['a', '{}'],
          ['b', null],
        ],
        state: { kind: 'echo' },
      },
      ['key missing b'],
    ],
    ['a key added', { answers: [...both, ['c', '1']], state: { kind: 'echo' } }, ['key extra c']],
  ])('%s', (_rule, draft, expected) => {
    expect(kinds(draft)).toEqual(expected);
  });

  it('state invented', () => {
    expect(kinds({ answers: [], state: { kind: 'edit', value: 'x' } }, result('"inputRequests":{}'))).toEqual(
      ['state invented'],
    );
  });

  it('an answer that does not fit its schema', () => {
    expect(kinds({ answers: both, state: { kind: 'echo' } }, asked, new Map([['a', 'no']]))).toEqual([
      'answer not valid a',
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    ['not JSON', 'x', ['raw request', 'not JSON']],
    [
      'id reused, no _meta, no answers, no state',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay"}}',
      ['raw request', 'id reused', 'meta missing', 'state missing', 'key missing a', 'key missing b'],
    ],
  ])('a raw request: %s', (_rule, rawText, expected) => {
    expect(kinds({ ...echo, rawText })).toEqual(expected);
  });

  it('headers edited away from the body', () => {
    const drafted = draftRequest(speech, '7', subject, asked, { answers: both, state: { kind: 'echo' } });
    const headers = drafted.headers.map(
      ([name, value]) => [name, name === 'Mcp-Name' ? 'other' : value] as const,
    );
    expect(kinds({ answers: both, state: { kind: 'echo' }, headers })).toEqual(['header differs']);
  });
});

describe('headers that repeat arguments', () => {
  const mirroring = {
    ...speech,
    parameterHeaders: (tool: string, argumentsText: string) =>
      tool === 'pay' ? [['Mcp-Param-A', argumentsText] as const] : [],
  };
  const mirrored = (drafted: { headers: readonly (readonly [string, string])[] }) =>
    drafted.headers.filter(([name]) => name.startsWith('Mcp-Param-'));
  const body = (name: string, args: string) =>
    `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;

  it('go with the first request and with every further one', () => {
    const asked = result('"requestState":"s"');
    expect(mirrored(draftRequest(mirroring, '7', subject, null, null))).toEqual([
      ['Mcp-Param-A', subject.argumentsText],
    ]);
    expect(mirrored(draftRequest(mirroring, '7', subject, asked, echo))).toEqual([
      ['Mcp-Param-A', subject.argumentsText],
    ]);
  });

  it.each([
    ['follow an edited body', body('pay', '{ "m": 2 }'), [['Mcp-Param-A', '{ "m": 2 }']]],
    ['of another tool, too', body('echo', '{}'), []],
    ['stay where the body is no JSON', '{', [['Mcp-Param-A', subject.argumentsText]]],
  ])('%s', (_rule, rawText, headers) => {
    expect(mirrored(draftRequest(mirroring, '7', subject, null, { ...echo, rawText }))).toEqual(headers);
  });

  it('are not there for another method, or in an era without them', () => {
    const prompt = { ...subject, method: 'prompts/get' };
    expect(mirrored(draftRequest(mirroring, '7', prompt, null, null))).toEqual([]);
    expect(mirrored(draftRequest(legacySpeech('2025-11-25', null), '7', subject, null, null))).toEqual([]);
  });

  it.each([
    ['changed', [['Mcp-Param-A', 'other']]],
    ['left out', []],
  ] as const)('are a deviation where one is %s by hand', (_rule, edited) => {
    const headers = [...mirroring.headers('tools/call', 'pay'), ...edited];
    const draft: RoundDraft = { ...echo, headers };
    const drafted = draftRequest(mirroring, '7', subject, null, draft);
    expect(deviationsOf(mirroring, null, draft, drafted, new Map(), new Set())).toMatchObject([
      { kind: 'header differs', text: 'Mcp-Param-A differs from the body' },
    ]);
  });
});
