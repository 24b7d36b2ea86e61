/** Which notifications a client asks for with `subscriptions/listen` (2026-07-28, basic/patterns/subscriptions, "Notification Filter"). */
export interface SubscriptionFilter {
  readonly toolsListChanged: boolean;
  readonly promptsListChanged: boolean;
  readonly resourcesListChanged: boolean;
  /** URIs whose `notifications/resources/updated` are asked for. */
  readonly resourceSubscriptions: readonly string[];
  /** Tasks whose `notifications/tasks` are asked for (SEP-2663). */
  readonly taskIds?: readonly string[];
}

/** The notification that says how a task stands. */
export const TASK_STATUS = 'notifications/tasks';

/** The members that ask for changes of a list, with the notification that tells them. */
export const LIST_CHANGES = [
  ['toolsListChanged', 'notifications/tools/list_changed'],
  ['promptsListChanged', 'notifications/prompts/list_changed'],
  ['resourcesListChanged', 'notifications/resources/list_changed'],
] as const;

/** Asks for nothing. */
export const NO_SUBSCRIPTION: SubscriptionFilter = {
  toolsListChanged: false,
  promptsListChanged: false,
  resourcesListChanged: false,
  resourceSubscriptions: [],
};

/** JSON text of a filter. What is not asked for has no member. */
export function filterText(filter: SubscriptionFilter): string {
  const members: string[] = [];
  for (const [name] of LIST_CHANGES) if (filter[name]) members.push(`"${name}":true`);
  const uris = filter.resourceSubscriptions;
  if (uris.length > 0) members.push(`"resourceSubscriptions":${JSON.stringify(uris)}`);
  const tasks = filter.taskIds ?? [];
  if (tasks.length > 0) members.push(`"taskIds":${JSON.stringify(tasks)}`);
  return `{${members.join(',')}}`;
}

/** The filter that a value says; what it says in another form counts as not said. */
export function readFilter(value: unknown): SubscriptionFilter {
  if (typeof value !== 'object' || value === null) return NO_SUBSCRIPTION;
  const said = value as Readonly<Record<string, unknown>>;
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  const tasks = texts(said['taskIds']);
  return {
    toolsListChanged: said['toolsListChanged'] === true,
    promptsListChanged: said['promptsListChanged'] === true,
    resourcesListChanged: said['resourcesListChanged'] === true,
    resourceSubscriptions: texts(said['resourceSubscriptions']),
    ...(tasks.length > 0 ? { taskIds: tasks } : {}),
  };
}

/** What `one` asks for and `other` does not, a name each: `toolsListChanged`, the URI of a resource, or the id of a task. */
export function beyond(one: SubscriptionFilter, other: SubscriptionFilter): readonly string[] {
  const lists = LIST_CHANGES.flatMap(([name]) => (one[name] && !other[name] ? [name] : []));
  const rest = (those: readonly string[] = [], these: readonly string[] = []) =>
    those.filter((each) => !these.includes(each));
  return [
    ...lists,
    ...rest(one.resourceSubscriptions, other.resourceSubscriptions),
    ...rest(one.taskIds, other.taskIds),
  ];
}

/** Whether a notification is among those asked for. `uri`: of `notifications/resources/updated`; of `notifications/tasks` the id of the task. */
export function asksFor(filter: SubscriptionFilter, method: string, uri: string | undefined): boolean {
  const change = LIST_CHANGES.find(([, told]) => told === method);
  if (change) return filter[change[0]];
  if (method === TASK_STATUS) return uri !== undefined && (filter.taskIds ?? []).includes(uri);
  if (method !== 'notifications/resources/updated') return false;
  // A server may tell of a part of what was subscribed to ("Resource Updated", server/resources).
  return uri === undefined
    ? filter.resourceSubscriptions.length > 0
    : filter.resourceSubscriptions.some((asked) => uri === asked || uri.startsWith(asked));
}
