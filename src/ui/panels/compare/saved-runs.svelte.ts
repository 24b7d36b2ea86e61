import { readRun } from '../../../engine/comparison/column-facts.ts';
import { finishedComparison } from '../../../engine/comparison/finished.ts';
import { openRunFile } from '../../../engine/comparison/open-run-file.ts';
import { isSamePlan } from '../../../engine/comparison/repeat.ts';
import { makeSavedRun, SAVED_RUNS, type SavedRun } from '../../../engine/comparison/saved-run.ts';
import type { Kept, Store } from '../../../engine/store/store.ts';
import type { App } from '../../app.ts';
import { KeptList } from '../../kept-list.svelte.ts';
import { moment } from '../../when.ts';
import { Ran } from './ran.svelte.ts';
import { placeOf } from './titles.ts';

const lists = new WeakMap<Store, KeptList<SavedRun>>();

/** Runs that were named and kept: to be looked at with no server, and run again. */
export class SavedRuns {
  readonly #app: App;
  readonly list: KeptList<SavedRun>;

  constructor(app: App) {
    this.#app = app;
    this.list = lists.get(app.store) ?? new KeptList(app.store, SAVED_RUNS);
    lists.set(app.store, this.list);
  }

  /** Keeps a run that is over; null, or why it was not kept. */
  async save({ comparison }: Ran, name: string): Promise<string | null> {
    const { plan, snapshot } = comparison;
    const { columns, startedAt, endedAt } = snapshot;
    const content = {
      plan,
      columns: columns.map(({ runs }) => runs.map(({ run }) => run)),
      startedAt,
      endedAt: endedAt ?? startedAt,
    };
    try {
      return await this.list.keep(await makeSavedRun(content, name, this.#app.clientInfo));
    } catch {
      return "It can't be saved: a body can't be read from where it is kept";
    }
  }

  /**
   * What a file of a saved run holds, or why it is not opened. `name`: what it is called where it is kept. Where the run that was `shown` is an
   * earlier one with the same plan, it is compared with that.
   */
  async open(file: Blob, name: string | undefined, shown: Ran | null): Promise<Ran | string> {
    const opened = await openRunFile(file.stream());
    if (!opened.ok) return opened.message;
    const { plan, columns, startedAt, endedAt, warnings } = opened.value;
    const facts = await Promise.all(columns.map((runs) => Promise.all(runs.map(readRun))));
    const last = shown && isSamePlan(shown.comparison.plan, plan) ? shown.asBefore() : null;
    return new Ran(finishedComparison(plan, facts, startedAt, endedAt), {
      title: `${name ?? opened.value.name}, ran ${moment(endedAt, Date.now())}`,
      from: name === undefined ? 'file' : 'saved',
      before: last && last.endedAt < endedAt ? last : null,
      against: 'before',
      warnings,
    });
  }
}

/** `deploy.acme.dev/mcp, 4 columns, echo, today 14:31`. */
export function aboutRun({ value }: Kept<SavedRun>, now: number): string {
  const { url, columns, calls, endedAt } = value;
  return [
    placeOf(url),
    `${columns.length} columns`,
    ...(calls.length > 0 ? [calls.join(' and ')] : ['no calls']),
    moment(endedAt, now),
  ].join(', ');
}
