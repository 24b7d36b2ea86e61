import type { Finding } from '../wire-log/notes.ts';
import type { Recording } from '../wire-log/recording.ts';
import { createView, type View } from './view.ts';

/** Findings by the exchange they are about. */
export interface FindingsByExchange {
  readonly count: number;
  /** Empty where there are none. */
  of(exchange: number): readonly Finding[];
  /** The worst of them, or null. */
  worst(exchange: number): Finding['severity'] | null;
}

const RANK = { error: 3, warning: 2, info: 1 } as const;

/** The findings of a recording. One about a round is one about that round's exchange; others about no exchange are left out. */
export function createFindingsView(recording: Recording): View<FindingsByExchange> {
  const found = new Map<number, Finding[]>();
  const rounds = new Map<string, number>();
  let count = 0;
  const of = (exchange: number): readonly Finding[] => found.get(exchange) ?? [];
  const worst = (exchange: number): Finding['severity'] | null =>
    of(exchange).reduce<Finding['severity'] | null>(
      (so, { severity }) => (so === null || RANK[severity] > RANK[so] ? severity : so),
      null,
    );

  return createView(
    recording,
    (entry) => {
      if (entry.type === 'round') rounds.set(`${entry.call} ${entry.round}`, entry.exchange);
      if (entry.type !== 'finding') return false;
      const { finding } = entry;
      const exchange = finding.exchange ?? rounds.get(`${finding.call} ${finding.round}`);
      if (exchange === undefined) return false;
      const known = found.get(exchange);
      if (known) known.push(finding);
      else found.set(exchange, [finding]);
      count += 1;
      return true;
    },
    () => ({ count, of, worst }),
  );
}
