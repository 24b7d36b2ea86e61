import type { ListMethod } from '../protocol/lists.ts';
import type { MessageSummary } from '../wire/events.ts';
import type { Recording } from '../wire-log/recording.ts';
import { createView, type View } from './view.ts';

/** The lists that a notification says have changed. */
const TOLD: Readonly<Record<string, readonly ListMethod[]>> = {
  'notifications/tools/list_changed': ['tools/list'],
  'notifications/prompts/list_changed': ['prompts/list'],
  'notifications/resources/list_changed': ['resources/list', 'resources/templates/list'],
};

/** When the server last said that a list changed, by the method that lists it: milliseconds since the Unix epoch. */
export type ListNews = ReadonlyMap<ListMethod, number>;

/** The newest `list_changed` of each list, on whatever stream it came. */
export function createListNewsView(recording: Recording): View<ListNews> {
  const news = new Map<ListMethod, number>();
  const hear = (at: number, messages: readonly MessageSummary[]): boolean => {
    let changed = false;
    for (const { kind, method = '' } of messages) {
      if (kind !== 'notification' || !Object.hasOwn(TOLD, method)) continue;
      for (const list of TOLD[method] ?? []) news.set(list, at);
      changed = true;
    }
    return changed;
  };
  return createView(
    recording,
    (entry) => (entry.type === 'sse' || entry.type === 'body' ? hear(entry.at, entry.messages) : false),
    () => new Map(news),
  );
}
