import { expect, test } from 'vitest';
import type { Finding } from '../wire-log/notes.ts';
import { Recording } from '../wire-log/recording.ts';
import { createFindingsView } from './findings.ts';

const finding = (over: Partial<Finding>): Finding => ({ rule: 'x', severity: 'info', text: 'X', ...over });

test('findings stand with the exchange they are about, also those about a round', () => {
  const recording = new Recording();
  const view = createFindingsView(recording);
  const add = (over: Partial<Finding>) =>
    recording.append({ type: 'finding', at: 0, finding: finding(over) });
  expect(view.read().worst(1)).toBeNull();

  recording.append({
    type: 'round',
    at: 0,
    call: 1,
    round: 2,
    parent: null,
    exchange: 9,
    by: 'hand',
    manual: true,
    raw: false,
    answers: [],
    deviations: [],
  });
  add({ exchange: 1 });
  add({ exchange: 1, severity: 'error' });
  add({ exchange: 1, severity: 'warning' });
  add({ call: 1, round: 2, severity: 'warning' });
  add({ call: 1, round: 3 });
  add({ listing: 1 });

  const found = view.read();
  expect(found.count).toBe(4);
  expect(found.of(1).map(({ severity }) => severity)).toEqual(['info', 'error', 'warning']);
  expect([found.worst(1), found.worst(9), found.worst(2)]).toEqual(['error', 'warning', null]);
  expect(found.of(2)).toEqual([]);
});
