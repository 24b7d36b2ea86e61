import { expect, test } from 'vitest';
import type { RunFacts } from '../../../engine/comparison/column-facts.ts';
import type { MatrixRow, RowSubject } from '../../../engine/comparison/matrix.ts';
import { createDiffer } from '../../../engine/diff/differ.ts';
import { behindMarks } from './behind-marks.ts';

const differ = createDiffer(() => {
  throw new Error('So little needs no worker');
});

/** A column that connected and lists these tools, or one that was refused. */
function column(tools: readonly object[] | null): RunFacts {
  const entries = tools?.map((each) => ({
    key: String((each as { name: string }).name),
    raw: JSON.stringify(each),
  }));
  const outcome = tools ? { kind: 'connected', revision: '2025-11-25', era: 'legacy' } : { kind: 'failed' };
  return {
    handshake: { outcome, attempts: [], diagnosis: tools ? null : { short: 'refused', title: 'Refused' } },
    exchanges: new Map(),
    settled: { problem: 'not read' },
    lists: new Map(
      entries
        ? [['tools/list', { list: { entries, failedPages: [] }, listing: { ended: { how: 'complete' } } }]]
        : [],
    ),
    calls: [],
  } as unknown as RunFacts;
}

const row = (key: string, label: string, subject: RowSubject, marks: readonly boolean[]): MatrixRow => ({
  key,
  group: '',
  label,
  code: false,
  subject,
  cells: marks.map((mark, index) => ({
    content: { kind: 'text', text: '' },
    difference: mark ? { kind: 'changed', from: index - 1 } : null,
  })),
});

const closed = { type: 'object' };
const columns = [
  column([{ name: 'a', inputSchema: closed }]),
  column([
    { name: 'a', inputSchema: closed },
    { name: 'b', inputSchema: closed },
  ]),
  column([{ name: 'b', inputSchema: closed }]),
  column(null),
];
const rows = [
  row('negotiated', 'Negotiated as', { kind: 'handshake' }, [false, false, false, true]),
  row('tools/list', 'Tools', { kind: 'list', method: 'tools/list' }, [false, true, true, false]),
  row('tools/list kept', 'Tools may be kept', { kind: 'list', method: 'tools/list' }, [
    false,
    false,
    true,
    false,
  ]),
];
const look = (isOver: () => boolean) =>
  behindMarks(
    rows,
    'left neighbour',
    (at, from) => {
      const facts = columns[typeof from === 'number' ? from : at];
      return facts && { title: String(at), facts };
    },
    differ,
    isOver,
  );

test('a cell is breaking where what it is about breaks: a tool that is gone, a column that does not connect', async () => {
  const behind = await look(() => false);
  expect([...(behind?.breaking ?? [])].map(([key, at]) => [key, ...at])).toEqual([
    ['tools/list', 2],
    ['negotiated', 3],
  ]);
});

test('two cells over the same two lists count once', async () => {
  expect((await look(() => false))?.counts).toMatchObject({ breaking: 2, compatible: 1 });
});

test('what nobody wants any more comes to nothing', async () => {
  expect(await look(() => true)).toBeNull();
});
