import { describe, expect, test } from 'vitest';
import { keepText, type BodyRef } from '../base/body.ts';
import type { ListingView } from './listings.ts';
import { readTools, type ToolEntry } from './tools.ts';

function listing(pages: readonly (string | BodyRef | null)[], over: Partial<ListingView> = {}): ListingView {
  return {
    listing: 1,
    connection: 1,
    method: 'tools/list',
    at: 0,
    pages: pages.map((page, index) => ({
      page: index + 1,
      exchange: 10 + index,
      result: typeof page === 'string' ? keepText(page) : page,
      receivedAt: page === null ? null : 1000,
    })),
    ended: { how: 'complete' },
    findings: [],
    ...over,
  };
}

const answer = (tools: string) => `{"jsonrpc":"2.0","id":1,"result":{"tools":${tools}}}`;
const schema = '{"type":"object"}';
const plain = (name: string) => `{"name":"${name}","inputSchema":${schema}}`;

async function only(tool: string): Promise<ToolEntry> {
  const { entries: tools } = await readTools(
    listing([answer(`[${plain('before')},${tool},${plain('after')}]`)]),
  );
  expect(tools.map(({ name }) => name).filter((_, index) => index !== 1)).toEqual(['before', 'after']);
  const found = tools[1];
  if (!found) throw new Error('the entry is not listed');
  return found;
}

describe('a broken entry is listed with path and reason, and hides no other', () => {
  const cases: readonly [entry: string, name: string, path: string, reason: string][] = [
    ['null', '', 'tools[1]', 'Is null, not an object'],
    ['true', '', 'tools[1]', 'Is true, not an object'],
    ['[]', '', 'tools[1]', 'Is an array, not an object'],
    ['"echo"', '', 'tools[1]', 'Is a string, not an object'],
    [`{"inputSchema":${schema}}`, '', 'tools[1].name', 'name is missing'],
    [`{"name":7,"inputSchema":${schema}}`, '', 'tools[1].name', 'name is a number, not a string'],
    [`{"name":null,"inputSchema":${schema}}`, '', 'tools[1].name', 'name is null, not a string'],
    [`{"name":"","inputSchema":${schema}}`, '', 'tools[1].name', 'name is empty'],
    [`{"name":"  ","inputSchema":${schema}}`, '  ', 'tools[1].name', 'name is blank'],
    ['{"name":"a"}', 'a', 'tools[1].inputSchema', 'inputSchema is missing'],
    ['{"name":"a","inputSchema":null}', 'a', 'tools[1].inputSchema', 'inputSchema is null, not an object'],
    ['{"name":"a","inputSchema":true}', 'a', 'tools[1].inputSchema', 'inputSchema is true, not an object'],
    [
      '{"name":"a","inputSchema":{}}',
      'a',
      'tools[1].inputSchema.type',
      'type is missing; arguments are always an object',
    ],
    [
      '{"name":"a","inputSchema":{"type":"string"}}',
      'a',
      'tools[1].inputSchema.type',
      'type says "string"; arguments are always an object',
    ],
    [
      `{"name":"a","inputSchema":${schema},"outputSchema":"x"}`,
      'a',
      'tools[1].outputSchema',
      'outputSchema is a string, not an object',
    ],
    [
      `{"name":"a","inputSchema":${schema},"annotations":[]}`,
      'a',
      'tools[1].annotations',
      'annotations is an array, not an object',
    ],
    [
      `{"name":"a","inputSchema":${schema},"annotations":{"readOnlyHint":"yes"}}`,
      'a',
      'tools[1].annotations.readOnlyHint',
      'readOnlyHint is a string, not true or false',
    ],
    [
      `{"name":"a","inputSchema":${schema},"description":5}`,
      'a',
      'tools[1].description',
      'description is a number, not a string',
    ],
    [
      `{"name":"a","inputSchema":${schema},"title":{}}`,
      'a',
      'tools[1].title',
      'title is an object, not a string',
    ],
  ];
  test.each(cases)('%s', async (entry, name, path, reason) => {
    const found = await only(entry);
    expect(found).toMatchObject({ index: 1, page: 1, path: 'tools[1]', name, raw: entry });
    expect(found.problems).toEqual([{ path, reason }]);
  });

  test('several problems are all named', async () => {
    const found = await only('{"name":"","annotations":3}');
    expect(found.problems.map(({ path }) => path)).toEqual([
      'tools[1].name',
      'tools[1].inputSchema',
      'tools[1].annotations',
    ]);
  });
});

describe('a good entry', () => {
  test('keeps its text to the character: digits, key order, white space, escapes', async () => {
    const input = '{ "type" : "object", "properties": {"n": {"maximum": 9007199254740993, "default": 1.0}} }';
    const raw = `{"description":"caf\\u00e9", "inputSchema" :${input},\r\n "outputSchema":{}, "name":"a"}`;
    expect(await only(raw)).toEqual({
      index: 1,
      page: 1,
      path: 'tools[1]',
      key: 'a',
      name: 'a',
      title: null,
      description: 'café',
      raw,
      inputSchema: input,
      outputSchema: '{}',
      annotations: {},
      problems: [],
      twin: null,
    });
  });

  test('annotations keep what was said, also false', async () => {
    const found = await only(
      `{"name":"a","inputSchema":${schema},"annotations":{"readOnlyHint":false,"openWorldHint":true,"title":"A","x":1}}`,
    );
    expect(found.annotations).toEqual({ readOnlyHint: false, openWorldHint: true });
    expect(found.problems).toEqual([]);
  });

  test.each(['__proto__', 'constructor', '<img src=x onerror=alert(1)>', 'a b'])('named %s', async (name) => {
    const found = await only(plain(name));
    expect(found).toMatchObject({ name, problems: [], twin: null });
  });

  test('a key that repeats: the last one counts', async () => {
    expect((await only(`{"name":"x","name":"a","inputSchema":${schema}}`)).name).toBe('a');
  });

  test('a schema nested very deep is read', async () => {
    const deep = `{"type":"object","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect((await only(`{"name":"a","inputSchema":${deep}}`)).inputSchema).toBe(deep);
  });
});

test('twins are told apart over all pages, nameless entries are none', async () => {
  const { entries: tools } = await readTools(
    listing([answer(`[${plain('a')},${plain('b')},null]`), answer(`[{"name":""},${plain('a')},null]`)]),
  );
  expect(tools.map(({ index, page, path, name, twin }) => [index, page, path, name, twin])).toEqual([
    [0, 1, 'tools[0]', 'a', { nth: 1, of: 2 }],
    [1, 1, 'tools[1]', 'b', null],
    [2, 1, 'tools[2]', '', null],
    [3, 2, 'tools[0]', '', null],
    [4, 2, 'tools[1]', 'a', { nth: 2, of: 2 }],
    [5, 2, 'tools[2]', '', null],
  ]);
});

describe('a page that can’t be read is named, the others are listed', () => {
  const cases: readonly [page: string, reason: string][] = [
    ['<html>', 'Not JSON. Expected a value at line 1, column 1'],
    ['', 'Not JSON. Expected a value at line 1, column 1'],
    ['null', 'The answer is neither a result nor an error'],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 'The result has no tools'],
    ['{"jsonrpc":"2.0","id":1,"result":null}', 'The result has no tools'],
    [answer('{}'), 'tools is an object, not an array'],
    [
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no tools"}}',
      'The server answered error −32601: no tools',
    ],
  ];
  test.each(cases)('%s', async (page, reason) => {
    const { entries: tools, failedPages } = await readTools(
      listing([answer(`[${plain('a')}]`), page, answer(`[${plain('b')}]`)]),
    );
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(failedPages).toEqual([{ page: 2, exchange: 11, reason }]);
  });

  test('an answer that never came', async () => {
    const ended = { how: 'failed', detail: 'Failed to fetch' } as const;
    expect((await readTools(listing([null], { ended }))).failedPages).toEqual([
      { page: 1, exchange: 10, reason: 'Failed to fetch' },
    ]);
  });

  test('one that is still under way is neither', async () => {
    expect(await readTools(listing([answer(`[${plain('a')}]`), null], { ended: null }))).toMatchObject({
      entries: [{ name: 'a' }],
      failedPages: [],
    });
  });

  test('an array body: the answer in it counts', async () => {
    const notification = '{"jsonrpc":"2.0","method":"notifications/message"}';
    const { entries: tools } = await readTools(listing([`[${notification},${answer(`[${plain('a')}]`)}]`]));
    expect(tools.map(({ name }) => name)).toEqual(['a']);
  });
});

test('a page is read once, however often the listing is read again', async () => {
  let reads = 0;
  const kept = keepText(answer(`[${plain('a')}]`));
  const page: BodyRef = {
    bytes: kept.bytes,
    peek: () => undefined,
    text: () => {
      reads += 1;
      return kept.text();
    },
  };
  await readTools(listing([page]));
  const again = await readTools(listing([page, answer(`[${plain('a')}]`)]));
  expect(reads).toBe(1);
  expect(again.entries.map(({ twin }) => twin?.nth)).toEqual([1, 2]);
});

test('10,000 tools in one page are read in bearable time', async () => {
  const properties = Array.from(
    { length: 6 },
    (_, at) => `"p${at}":{"type":"string","description":"property ${at}"}`,
  );
  const tools = Array.from(
    { length: 10_000 },
    (_, at) =>
      `{"name":"tool_${at}","description":"does ${at}","inputSchema":{"type":"object","properties":{${properties.join()}}}}`,
  );
  const page = keepText(answer(`[${tools.join()}]`));
  const start = performance.now();
  expect((await readTools(listing([page]))).entries).toHaveLength(10_000);
  // A tenth of it where nothing else runs; what must not be is a cost that grows with the square.
  expect(performance.now() - start).toBeLessThan(5000);
}, 20_000);
