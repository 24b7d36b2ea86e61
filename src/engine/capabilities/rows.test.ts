import { describe, expect, test } from 'vitest';
import { readDeclared } from './declared.ts';
import { capabilityRows, type CapabilityRow } from './rows.ts';

function rows(server: unknown, client: unknown = {}, revision = '2025-11-25'): readonly CapabilityRow[] {
  const declared = readDeclared(JSON.stringify({ capabilities: server }), 'legacy');
  if (!declared.ok) throw new Error(declared.message);
  return capabilityRows(declared.value, JSON.stringify(client), revision);
}
const words = (each: readonly CapabilityRow[]) => each.map((row) => [row.name, row.declared.join(' ')]);

test('there is one row for each capability, the server first, in the order of the specification', () => {
  const all = rows({ logging: {}, prompts: {}, zzz: {}, tools: {} }, { roots: {}, elicitation: {} });
  expect(all.map((row) => `${row.side} ${row.name}`)).toEqual([
    'server tools',
    'server prompts',
    'server logging',
    'server zzz',
    'client elicitation',
    'client roots',
  ]);
});

test.each([
  [{ tools: {} }, [['tools', '{}']]],
  [{ tools: { listChanged: true } }, [['tools', 'listChanged']]],
  [{ resources: { subscribe: false, listChanged: true } }, [['resources', 'subscribe: false listChanged']]],
  [
    { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
    [['tasks', 'list cancel tools.call']],
  ],
  [{ tools: true }, [['tools', 'true']]],
  [{ tools: null }, [['tools', 'null']]],
  [{ extensions: {} }, [['extensions', '{}']]],
  [
    { extensions: { 'a.b/c': { x: 1 }, 'd.e/f': {} } },
    [
      ['a.b/c', 'x: 1'],
      ['d.e/f', '{}'],
    ],
  ],
  [{ experimental: { fast: { level: 2 } } }, [['experimental.fast', 'level: 2']]],
  [
    { extensions: { '': {} }, experimental: { '': { ' x': {} } }, '': {}, 'a ': {} },
    [
      ['experimental.""', '" x"'],
      ['""', '{}'],
      ['""', '{}'],
      ['"a "', '{}'],
    ],
  ],
])('what %j declares reads %j', (server, expected) => {
  expect(words(rows(server))).toEqual(expected);
});

describe('the meaning', () => {
  test.each([
    [{ tools: {} }, 'Offers tools'],
    [{ tools: { listChanged: true } }, 'Offers tools, and says when the list changes'],
    [{ tools: { listChanged: false } }, 'Offers tools'],
    [{ resources: { subscribe: true } }, 'Offers resources, and notifies subscribers'],
    [
      { resources: { subscribe: true, listChanged: true } },
      'Offers resources, notifies subscribers, and says when the list changes',
    ],
    [{ tasks: { requests: { tools: { call: {} } } } }, 'Runs requests as tasks that outlive them'],
    [{ nope: {} }, 'No revision of the specification has it'],
    [
      { extensions: { 'io.modelcontextprotocol/tasks': {} } },
      'Runs requests as tasks that outlive them, to be polled',
    ],
    [{ extensions: { 'com.acme/x': {} } }, 'An extension Roundtrip does not know'],
    [{ experimental: { x: {} } }, 'A feature outside the specification'],
  ])('of %j is %j', (server, meaning) => {
    expect(rows(server).map((row) => row.meaning)).toEqual([meaning]);
  });

  test.each([
    [{ elicitation: {} }, 'Asks the person'],
    [{ elicitation: { form: {} } }, 'Asks the person, by form'],
    [{ elicitation: { form: {}, url: {} } }, 'Asks the person, by form or by a link'],
    [{ sampling: { tools: {} } }, 'Lends its model to the server, with tools'],
    [{ roots: { listChanged: true } }, 'Tells which folders matter, and says when they change'],
  ])('of the client capability %j is %j', (client, meaning) => {
    expect(rows({}, client).map((row) => row.meaning)).toEqual([meaning]);
  });
});

describe('where it stands in time', () => {
  test('says since when, and since when deprecated', () => {
    expect(rows({ logging: {} })[0]).toMatchObject({
      since: '2024-11-05',
      deprecatedSince: '2026-07-28',
      outside: false,
    });
    expect(rows({ completions: {} })[0]).toMatchObject({ since: '2025-03-26' });
    expect(rows({ completions: {} })[0]).not.toHaveProperty('deprecatedSince');
  });

  test('names the extension a capability became', () => {
    expect(rows({ tasks: {} })[0]).toMatchObject({
      since: '2025-11-25',
      extension: { id: 'io.modelcontextprotocol/tasks', since: '2026-07-28' },
    });
  });

  test('marks what the revision of the connection does not have', () => {
    expect(rows({ tasks: {} }, {}, '2026-07-28')[0]).toMatchObject({ outside: true, unknown: false });
    expect(rows({ tasks: {} }, {}, '2025-06-18')[0]?.outside).toBe(true);
    expect(rows({}, { elicitation: {} }, '2025-03-26')[0]?.outside).toBe(true);
    expect(rows({ extensions: { 'a.b/c': {} } }, {}, '2025-11-25')[0]?.outside).toBe(true);
    expect(rows({ extensions: { 'a.b/c': {} } }, {}, '2026-07-28')[0]).toMatchObject({
      outside: false,
      unknown: true,
    });
  });

  test('has no first revision for what no revision has', () => {
    expect(rows({ nope: {} })[0]).toMatchObject({ since: null, unknown: true });
  });
});

test('keys of a server stay data', () => {
  expect(words(rows(JSON.parse('{"__proto__":{"x":true},"<img onerror>":{},"":1}')))).toEqual([
    ['__proto__', 'x'],
    ['<img onerror>', '{}'],
    ['""', '1'],
  ]);
});

test('a capability with very many parts shows some of them', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, true]));
  expect(rows({ many })[0]?.declared).toHaveLength(21);
});

test.each(['', 'nope', '[]', 'null'])('client capabilities that are no object (%j) have no rows', (text) => {
  const declared = readDeclared('{"capabilities":{}}', 'legacy');
  expect(declared.ok && capabilityRows(declared.value, text, '2025-11-25')).toEqual([]);
});
