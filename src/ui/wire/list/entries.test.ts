import { expect, test } from 'vitest';
import type { ListEntry } from '../../../engine/views/list-pages.ts';
import type { ListingView } from '../../../engine/views/listings.ts';
import { countText, entryKey, entryRow, filterEntries, openFailures } from './entries.ts';

const missing = { path: 'tools[6].inputSchema', reason: 'inputSchema is missing' };

function entry(over: Partial<ListEntry>): ListEntry {
  return {
    index: 0,
    page: 1,
    path: 'tools[0]',
    key: 'scale',
    name: '',
    title: null,
    description: null,
    raw: '{}',
    problems: [],
    twin: null,
    ...over,
  };
}

test('keys stay apart for twins, for nameless entries and for odd names', () => {
  const keys = [
    entry({}),
    entry({ twin: { nth: 2, of: 2 } }),
    entry({ key: '', index: 1 }),
    entry({ key: '', index: 2 }),
    entry({ key: '__proto__' }),
  ].map(entryKey);
  expect(new Set(keys).size).toBe(5);
});

test('the filter looks at name, title, description and path, without regard to case', () => {
  const tools = [
    entry({ key: 'a', title: 'Alpha' }),
    entry({ key: 'b', description: 'second ONE' }),
    entry({ key: '', path: 'tools[6]', problems: [missing] }),
  ];
  const found = (needle: string) => filterEntries(tools, needle).map((each) => entryRow(each, '').name);
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
  const list = { entries: [entry({})], hints: [], failedPages: [{ page: 2, exchange: 8, reason: 'no' }] };
  expect(openFailures(list, listing([1, 7], [2, 8]))).toHaveLength(1);
  expect(openFailures(list, listing([1, 7], [2, 8], [2, 9]))).toEqual([]);
  expect(countText(list, listing([1, 7], [2, 8], [2, 9]), 1)).toBe('1 in 2 pages');
});

test('the count names pages, broken entries, and how many of them are shown', () => {
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
  const list = (...tools: ListEntry[]) => ({ entries: tools, failedPages: [], hints: [] });
  expect(countText(list(entry({}), entry({ problems: [missing] })), listing(2), 2)).toBe(
    '2 in 2 pages, 1 broken',
  );
  expect(countText(list(entry({})), listing(1), 1)).toBe('1');
  expect(countText(list(entry({}), entry({})), listing(1), 0)).toBe('0 of 2');
});
