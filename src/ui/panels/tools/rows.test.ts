import { describe, expect, test } from 'vitest';
import type { ListingView } from '../../../engine/views/listings.ts';
import type { ToolEntry } from '../../../engine/views/tools.ts';
import { progressFraction } from '../../wire/call/log-lines.ts';
import { annotationChips, countText, filterTools, openFailures, toolKey, toolRow } from './rows.ts';

function tool(over: Partial<ToolEntry>): ToolEntry {
  return {
    index: 0,
    page: 1,
    path: 'tools[0]',
    key: 'a',
    name: 'scale',
    title: null,
    description: null,
    raw: '{}',
    inputSchema: '{}',
    outputSchema: null,
    annotations: {},
    problems: [],
    twin: null,
    ...over,
  };
}

const missing = { path: 'tools[6].inputSchema', reason: 'inputSchema is missing' };

describe('a tool as a line', () => {
  test('twins are told apart, the second one marked', () => {
    expect(toolRow(tool({ twin: { nth: 1, of: 2 } }))).toMatchObject({
      name: 'scale',
      nth: '1 of 2',
      chips: [],
    });
    expect(toolRow(tool({ twin: { nth: 2, of: 2 } })).chips).toEqual([{ text: 'same name', tone: 'wait' }]);
  });

  test('a broken one shows its path and why', () => {
    const row = toolRow(tool({ name: '', path: 'tools[6]', problems: [missing] }));
    expect(row).toMatchObject({ name: 'tools[6]', note: 'inputSchema is missing', broken: true });
    expect(toolRow(tool({ path: 'tools[6]', problems: [missing] }))).toMatchObject({
      name: 'scale',
      nth: 'tools[6]',
    });
  });

  test.each([
    [{ readOnlyHint: true, destructiveHint: true }, ['read only']],
    [{ destructiveHint: true, idempotentHint: true }, ['destructive', 'idempotent']],
    [{ openWorldHint: false }, ['closed world']],
    [{ readOnlyHint: false }, []],
  ])('%j is %j', (annotations, chips) => {
    expect(annotationChips(tool({ annotations })).map(({ text }) => text)).toEqual(chips);
  });
});

test('keys stay apart for twins, for nameless entries and for odd names', () => {
  const keys = [
    tool({}),
    tool({ twin: { nth: 2, of: 2 } }),
    tool({ name: '', index: 1 }),
    tool({ name: '', index: 2 }),
    tool({ name: '__proto__' }),
  ].map(toolKey);
  expect(new Set(keys).size).toBe(5);
});

test('the filter looks at name, title, description and path, without regard to case', () => {
  const tools = [
    tool({ name: 'a', title: 'Alpha' }),
    tool({ name: 'b', description: 'second ONE' }),
    tool({ name: '', path: 'tools[6]', problems: [missing] }),
  ];
  const found = (needle: string) => filterTools(tools, needle).map((each) => toolRow(each).name);
  expect(found('')).toEqual(['a', 'b', 'tools[6]']);
  expect(found(' alpha ')).toEqual(['a']);
  expect(found('one')).toEqual(['b']);
  expect(found('TOOLS[6]')).toEqual(['tools[6]']);
  expect(found('zzz')).toEqual([]);
});

test('a page that failed and was read since is no failure any more, and one page', () => {
  const listing = (...exchanges: (readonly [page: number, exchange: number])[]): ListingView => ({
    listing: 1,
    connection: 1,
    method: 'tools/list',
    at: 0,
    pages: exchanges.map(([page, exchange]) => ({ page, exchange, result: null, receivedAt: null })),
    ended: { how: 'complete' },
    findings: [],
  });
  const list = { entries: [tool({})], hints: [], failedPages: [{ page: 2, exchange: 8, reason: 'no' }] };
  expect(openFailures(list, listing([1, 7], [2, 8]))).toHaveLength(1);
  expect(openFailures(list, listing([1, 7], [2, 8], [2, 9]))).toEqual([]);
  expect(countText(list, listing([1, 7], [2, 8], [2, 9]))).toBe('1 in 2 pages');
});

test('the count names pages and broken entries', () => {
  const listing = (pages: number): ListingView => ({
    listing: 1,
    connection: 1,
    method: 'tools/list',
    at: 0,
    pages: Array.from({ length: pages }, (_, page) => ({
      page: page + 1,
      exchange: page,
      result: null,
      receivedAt: null,
    })),
    ended: { how: 'complete' },
    findings: [],
  });
  const list = (...tools: ToolEntry[]) => ({ entries: tools, failedPages: [], hints: [] });
  expect(countText(list(tool({}), tool({ problems: [missing] })), listing(2))).toBe('2 in 2 pages, 1 broken');
  expect(countText(list(tool({})), listing(1))).toBe('1');
});

test.each([
  ['2 of 3, testing', 2 / 3],
  ['7 of 4', 1],
  ['0.5 of 1', 0.5],
  ['3', null],
  ['1 of 0', null],
  [null, null],
])('%s is %s', (line, fraction) => {
  expect(progressFraction(line)).toBe(fraction);
});
