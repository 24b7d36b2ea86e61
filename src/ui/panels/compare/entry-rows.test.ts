import { expect, test } from 'vitest';
import { diffLists } from '../../../engine/diff/list-diff.ts';
import { entryRows } from './entry-rows.ts';

const tool = (name: string, schema: string) => ({
  key: name,
  raw: `{"name":"${name}","inputSchema":${schema}}`,
});

test('what a changed list means stands beside each difference, entries that came or went by their names', () => {
  const diff = diffLists(
    'tools',
    { entries: [tool('kept', '{"type":"object"}'), tool('gone', '{"type":"object","maxProperties":1}')] },
    { entries: [tool('kept', '{"type":"object","required":["x"]}'), tool('new', '{"type":"object"}')] },
  );
  if (!diff.ok) throw new Error(diff.message);
  const rows = entryRows(diff.value.differences);
  expect(rows.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    expect.stringMatching(/^(add|chg) tools\.kept\.inputSchema/),
    'rem tools.gone',
    'add tools.new',
  ]);
  expect(rows[0]?.chips).toEqual([{ text: 'breaking', tone: 'fail' }]);
  expect(rows.slice(1).every(({ before, after }) => before === undefined && after === undefined)).toBe(true);
  expect(rows.every(({ meaning }) => String(meaning).length > 0)).toBe(true);
});
