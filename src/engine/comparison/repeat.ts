import type { ConnectOptions, OwnHeader } from '../session/contract.ts';
import { holdsPlaceholder } from '../wire-log/secrets.ts';
import type { ComparisonColumn, ComparisonPlan } from './plan.ts';

/** A plan that is to be run once more. */
export interface Repeat {
  readonly plan: ComparisonPlan;
  /** What lacks its value, for it was a secret and nobody here knows it: `Authorization`, or `the URL`. Once each. */
  readonly lacking: readonly string[];
}

/**
 * The same plan again. Secrets that it lacks are taken from `here`, what the open connection was asked for, where that is the same URL: to
 * another they must not go. With `moved` it runs there, in place of where its first column did, with the headers of the connection.
 */
export function repeatOf(plan: ComparisonPlan, here: ConnectOptions | null, moved: boolean): Repeat {
  const home = plan.columns[0]?.options.url;
  const lacking = new Set<string>();
  const columns = plan.columns.map(({ title, options }): ComparisonColumn => {
    if (moved && here && options.url === home)
      return { title, options: { ...options, url: here.url, headers: here.headers } };
    if (holdsPlaceholder(options.url)) lacking.add('the URL');
    const known = here && here.url === options.url ? here.headers : [];
    const headers = options.headers.map((header): OwnHeader => {
      if (!holdsPlaceholder(header.value)) return header;
      const found = known.find(({ name }) => name.toLowerCase() === header.name.toLowerCase());
      if (!found) lacking.add(header.name);
      return found ?? header;
    });
    return { title, options: { ...options, headers } };
  });
  return { plan: { ...plan, columns }, lacking: [...lacking] };
}

/** Whether two plans do the same, so that what they came to can be compared column by column. */
export function isSamePlan(a: ComparisonPlan, b: ComparisonPlan): boolean {
  return (
    sameList(a.columns, b.columns, ({ title, options }) => [title, options.url, options.protocolVersion]) &&
    sameList(a.calls, b.calls, ({ subject, anyway }) => [
      subject.method,
      subject.name,
      subject.argumentsText,
      subject.metaText ?? null,
      subject.metaReplaces ?? false,
      anyway,
    ])
  );
}

function sameList<T>(a: readonly T[], b: readonly T[], key: (each: T) => unknown): boolean {
  return JSON.stringify(a.map(key)) === JSON.stringify(b.map(key));
}
