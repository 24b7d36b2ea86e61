/** The messages of a few exchanges as rows of a small table. */
import { exchangeRows, type MessageStep } from '../../engine/views/exchange-rows.ts';
import type { ExchangeView } from '../../engine/views/exchanges.ts';

export type MiniRow =
  | { readonly kind: 'message'; readonly key: string; readonly atMs: number; readonly step: MessageStep }
  | { readonly kind: 'fold'; readonly key: string; readonly text: string };

/** In order of time; times are milliseconds from the first. */
export function miniRows(views: readonly ExchangeView[]): MiniRow[] {
  const rows = views.flatMap((view) => exchangeRows({ view }, null)).sort((a, b) => a.at - b.at);
  const start = rows[0]?.at ?? 0;
  return rows.map(({ step, at }): MiniRow =>
    step.kind === 'fold'
      ? { kind: 'fold', key: step.key, text: `${step.count.toLocaleString('en')} ${step.noun}` }
      : { kind: 'message', key: step.key, atMs: Math.round(at - start), step },
  );
}

/** The row one wants to see first: the newest answer, else the newest row. */
export function firstChoice(rows: readonly MiniRow[]): MessageStep | null {
  const messages = rows.filter((row) => row.kind === 'message');
  const answer = messages.findLast(({ step }) => step.direction === 'in' && !step.slim && !step.oneWay);
  return (answer ?? messages.at(-1))?.step ?? null;
}
