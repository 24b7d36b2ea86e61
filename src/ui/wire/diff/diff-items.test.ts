import { describe, expect, test } from 'vitest';
import { diffLists, type ListEnd } from '../../../engine/diff/list-diff.ts';
import { reportLists, type DiffReport, type ReportedDifference } from '../../../engine/diff/report.ts';
import { breakingOnly, chunksOf, groupsOf, type DiffGroup } from './diff-items.ts';
import { valueParts } from './value-parts.ts';

const ends = { from: { title: 'before' }, to: { title: 'after', revision: '2026-07-28' } };

function tools(before: readonly object[], after: readonly object[]): DiffReport {
  const end = (entries: readonly object[]): ListEnd => ({
    entries: entries.map((entry) => ({
      key: String((entry as Record<string, unknown>)['name']),
      raw: JSON.stringify(entry),
    })),
  });
  const lists = { before: end(before), after: end(after) };
  const compared = diffLists('tools', lists.before, lists.after);
  if (!compared.ok) throw new Error(compared.message);
  return reportLists(compared.value, lists, ends.from, ends.to);
}

const closed = { type: 'object' };
const tool = (name: string, more: object = {}) => ({ name, inputSchema: closed, ...more });
const shape = (groups: readonly DiffGroup[]) =>
  groups.map(({ title, items }) => [title, ...items.map(({ name, lines }) => `${name} ${lines.length}`)]);

describe('of a list', () => {
  test('what went stands first, then what is renamed, what changed by its tool, what is new, what moved, what is only written otherwise', () => {
    const report = tools(
      [
        tool('gone'),
        tool('old', { description: 'the same words' }),
        tool('changed', { title: 'A', inputSchema: { type: 'object', maxProperties: 2 } }),
        tool('order'),
        tool('stays'),
        tool('moved'),
      ],
      [
        tool('moved'),
        tool('young', { description: 'the same words' }),
        tool('changed', { title: 'B', inputSchema: { type: 'object', maxProperties: 1 } }),
        { inputSchema: closed, name: 'order' },
        tool('stays'),
        tool('came'),
      ],
    );
    expect(shape(groupsOf(report))).toEqual([
      ['1 tool gone', 'gone 1'],
      ['1 tool renamed, probably', 'young 1'],
      ['1 tool changed', 'changed 2'],
      ['1 tool new', 'came 1'],
      ['1 tool at another place', 'moved 1'],
      ['Written otherwise, with the same value', 'order 0'],
    ]);
    const [gone, renamed, changed, came, , forms] = groupsOf(report);
    expect(gone?.items[0]).toMatchObject({
      before: '{"name":"gone","inputSchema":{"type":"object"}}',
      after: undefined,
    });
    expect(renamed?.items[0]?.note).toBe('was "old"');
    expect(changed?.items[0]?.severity).toBe('breaking');
    expect(came?.items[0]?.lines[0]).toMatchObject({ before: undefined, after: undefined });
    expect(forms?.items[0]?.forms).toBe('Only key order differs');
    expect(forms?.items[0]?.after).toBe('{"inputSchema":{"type":"object"},"name":"order"}');
  });

  test.each([
    ['{"name":"a","title":"A"}', '{"title":"A","name":"a"}', 'Only key order differs'],
    ['{"name":"a","title":"A"}', '{"title": "A", "name": "a"}', 'Only key order and white space differ'],
    [
      '{"name":"a","title":"A"}',
      '{ "name": "a" , "title": "\\u0041" }',
      'Only white space and escapes differ',
    ],
    ['{"name":"a","title":"A"}', '{"title":"B","name":"a"}', 'Also key order differs'],
  ])('%s to %s: %s', (before, after, words) => {
    const list = (raw: string): ListEnd => ({ entries: [{ key: 'a', raw }] });
    const compared = diffLists('tools', list(before), list(after));
    if (!compared.ok) throw new Error(compared.message);
    const lists = { before: list(before), after: list(after) };
    const [group] = groupsOf(reportLists(compared.value, lists, ends.from, ends.to));
    expect(group?.items.map(({ forms }) => forms)).toEqual([words]);
  });

  test('two entries of one name stay apart', () => {
    const report = tools(
      [tool('a', { title: '1' }), tool('a', { title: '2' })],
      [tool('a', { title: '3' }), tool('a', { title: '4' })],
    );
    const [changed] = groupsOf(report);
    expect(changed?.items.map(({ after }) => after?.includes('"3"'))).toEqual([true, false]);
    expect(new Set(changed?.items.map(({ key }) => key)).size).toBe(2);
  });

  test('breaking only: of an entry all that breaks and nothing else', () => {
    const report = tools(
      [tool('a', { title: 'A' }), tool('b', { title: 'B' }), tool('gone')],
      [
        tool('a', { title: 'C', inputSchema: { type: 'object', required: ['x'] } }),
        tool('b', { title: 'D' }),
      ],
    );
    expect(shape(breakingOnly(groupsOf(report)))).toEqual([
      ['1 tool gone', 'gone 1'],
      ['2 tools changed', 'a 1'],
    ]);
  });
});

describe('of handshakes', () => {
  const difference = (path: string, more: Partial<ReportedDifference> = {}): ReportedDifference => ({
    severity: 'breaking',
    kind: 'changed',
    group: 'Server declares',
    path,
    segments: [path],
    sentence: 'It differs.',
    before: '1',
    after: '2',
    ...more,
  });
  const report = (differences: readonly ReportedDifference[]): DiffReport => ({
    ...ends,
    subject: 'handshake',
    differences,
    forms: [{ where: 'server', form: 'key order', count: 2 }],
    same: 0,
  });

  test('they stand by side, each with its own texts, whatever the server calls them', () => {
    const groups = groupsOf(report([difference('a'), difference('a', { group: 'Server' }), difference('b')]));
    expect(groups.map(({ title, items }) => [title, items.length])).toEqual([
      ['Server declares', 2],
      ['Server', 1],
      ['Written otherwise, with the same value', 1],
    ]);
    expect(new Set(groups.flatMap(({ items }) => items.map(({ key }) => key))).size).toBe(4);
    expect(groups[2]?.items[0]?.forms).toBe('Only key order differs, in 2 places');
  });

  test.each([
    [{}, ['breaking']],
    [{ deprecatedSince: '2026-07-28' }, ['breaking', 'deprecated 2026-07-28']],
    [{ extension: { id: 'x', since: '2026-07-28' } }, ['breaking', 'extension']],
    [{ extension: { id: 'x', since: '2027-01-01' } }, ['breaking', 'extension from 2027-01-01']],
    [{ assumes: 'only-named-properties' as const }, ['breaking', 'for what the schema names']],
  ])('%j is marked %j', (more, chips) => {
    const [group] = groupsOf(report([difference('a', more)]));
    expect(group?.items[0]?.lines[0]?.chips.map(({ text }) => text)).toEqual(chips);
  });
});

test('a long diff is drawn in pieces; of a closed group the heading alone is', () => {
  const many = tools(
    Array.from({ length: 60 }, (_, index) => tool(`gone ${index}`)),
    Array.from({ length: 30 }, (_, index) => tool(`new ${index}`)),
  );
  const pieces = (open: (group: string) => boolean) =>
    chunksOf(groupsOf(many), open, 25).map(({ segments }) =>
      segments
        .map(({ group, heading, items }) => `${heading ? '# ' : ''}${group.key} ${items.length}`)
        .join(', '),
    );
  expect(pieces(() => true)).toEqual(['# removed 25', 'removed 25', 'removed 10, # added 15', 'added 15']);
  expect(pieces((group) => group === 'added')).toEqual(['# removed 0, # added 25', 'added 5']);
});

describe('a changed value in running text', () => {
  const told = (before: string | undefined, after: string | undefined) =>
    valueParts(before, after)
      .map(({ as, text }) => ({ same: text, del: `-${text}-`, ins: `+${text}+`, cut: `(${text})` })[as])
      .join('');
  test.each([
    ['"1.3.2"', '"1.4.0"', '-1.3.2-+1.4.0+'],
    ['false', 'true', '-false-+true+'],
    [undefined, '{"a":1.0}', '+{"a":1.0}+'],
    ['[1]', undefined, '-[1]-'],
    ['"Read it first."', '"Read it first. Ask."', 'Read it first.+ Ask.+'],
    ['"Ask. Read it."', '"Read it."', '-Ask. -Read it.'],
    ['{"listChanged":true}', '{}', '{-"listChanged":true-}'],
  ])('%s to %s', (before, after, expected) => {
    expect(told(before, after)).toBe(expected);
  });

  test('with a little of what is alike around it, and no more', () => {
    const long = 'a '.repeat(200);
    expect(told(`"${long}x"`, `"${long}y"`)).toMatch(/^\(…\)[a ]{60}-x-\+y\+$/);
  });

  test('of a very long one the beginning, and how much there is', () => {
    expect(told(undefined, `"${'b'.repeat(1000)}"`)).toMatch(/^\+b{600}\+\(… 400 more characters\)$/);
  });
});
