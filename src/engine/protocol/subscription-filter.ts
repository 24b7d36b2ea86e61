/** Which notifications a client asks for with `subscriptions/listen` (2026-07-28, basic/patterns/subscriptions, "Notification Filter"). */
export interface SubscriptionFilter {
  readonly toolsListChanged: boolean;
  readonly promptsListChanged: boolean;
  readonly resourcesListChanged: boolean;
  /** URIs whose `notifications/resources/updated` are asked for. */
  readonly resourceSubscriptions: readonly string[];
}

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
  return `{${members.join(',')}}`;
}

/** The filter that a value says; what it says in another form counts as not said. */
export function readFilter(value: unknown): SubscriptionFilter {
  if (typeof value !== 'object' || value === null) return NO_SUBSCRIPTION;
  const said = value as Readonly<Record<string, unknown>>;
  const uris = said['resourceSubscriptions'];
  return {
    toolsListChanged: said['toolsListChanged'] === true,
    promptsListChanged: said['promptsListChanged'] === true,
    resourcesListChanged: said['resourcesListChanged'] === true,
    resourceSubscriptions: Array.isArray(uris)
      ? uris.filter((uri): uri is string => typeof uri === 'string')
      : [],
  };
}

/** What `one` asks for and `other` does not, a name each: `toolsListChanged`, or the URI of a resource. */
export function beyond(one: SubscriptionFilter, other: SubscriptionFilter): readonly string[] {
  const lists = LIST_CHANGES.flatMap(([name]) => (one[name] && !other[name] ? [name] : []));
  return [...lists, ...one.resourceSubscriptions.filter((uri) => !other.resourceSubscriptions.includes(uri))];
}

/** Whether a notification is among those asked for. `uri`: of `notifications/resources/updated`. */
export function asksFor(filter: SubscriptionFilter, method: string, uri: string | undefined): boolean {
  const change = LIST_CHANGES.find(([, told]) => told === method);
  if (change) return filter[change[0]];
  if (method !== 'notifications/resources/updated') return false;
  // A server may tell of a part of what was subscribed to ("Resource Updated", server/resources).
  return uri === undefined
    ? filter.resourceSubscriptions.length > 0
    : filter.resourceSubscriptions.some((asked) => uri === asked || uri.startsWith(asked));
}
