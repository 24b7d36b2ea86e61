import { expect, test } from 'vitest';
import { finishedComparison } from '../../../engine/comparison/finished.ts';
import type { RunFacts } from '../../../engine/comparison/column-facts.ts';
import type { ComparisonPlan } from '../../../engine/comparison/plan.ts';
import { defaultResponders } from '../../../engine/responders/responders.ts';
import { Ran, type About } from './ran.svelte.ts';

const column = (title: string) => ({
  title,
  options: {
    url: 'https://a.example/mcp',
    protocolVersion: title,
    headers: [],
    profile: { name: '', clientInfo: { name: 'c', version: '1' }, capabilitiesText: null },
    timeLimitMs: 1000,
  },
});
const plan: ComparisonPlan = {
  columns: [column('2025-11-25'), column('2026-07-28')],
  calls: [],
  runs: 1,
  responders: defaultResponders,
  limits: { requests: 10, empty: 3 },
};
const facts = { lists: new Map(), calls: [] } as unknown as RunFacts;

/** A run of both columns, or of as many as came. */
function run(endedAt: number, about: Partial<About> = {}, came = 2): Ran {
  const columns = plan.columns.map((_, index) => (index < came ? [facts] : []));
  const comparison = finishedComparison(plan, columns, endedAt - 10, endedAt);
  return new Ran(comparison, { title: '', from: 'run', ...about });
}

test('the run before is the last that came to its end, however many were cancelled since', () => {
  const first = run(1_000);
  const cancelled = run(2_000, { before: first.asBefore() }, 1);
  const again = run(3_000, { before: cancelled.asBefore() }, 0);
  expect(again.asBefore()?.endedAt).toBe(1_000);
  expect(run(4_000, { before: again.asBefore() }).asBefore()?.endedAt).toBe(4_000);
});

test('a cancelled run is nobody’s run before', () => {
  expect(run(1_000, {}, 1).asBefore()).toBeNull();
});

test('cells are compared with the run before where that was asked for, and there is one', () => {
  const before = run(1_000).asBefore();
  expect(run(2_000, { before }).against).toBe('left');
  expect(run(2_000, { before, against: 'before' }).against).toBe('before');
  expect(run(2_000, { against: 'before' }).against).toBe('left');
});
