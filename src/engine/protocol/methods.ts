import { TASKS_EXTENSION } from './extensions.ts';
import { existsIn } from './revisions.ts';
import type { SpecPage } from './spec-links.ts';

/** A method of the protocol, in the revisions that have it in this form. */
export interface Method {
  readonly name: string;
  /** `input request`: not sent on its own, but carried in `inputRequests` of a result. */
  readonly kind: 'request' | 'notification' | 'input request';
  readonly direction: 'client to server' | 'server to client' | 'both';
  /** First revision that has it in this form. */
  readonly since: string;
  /** First revision that no longer has it in this form. */
  readonly until?: string;
  /** Its result may be `input_required`. */
  readonly rounds?: true;
  /** The member of `params` that `Mcp-Name` repeats. */
  readonly nameField?: 'name' | 'uri' | 'taskId';
  /** The extension that defines it, where the core protocol does not. */
  readonly extension?: string;
  /** Sentence case, no full stop. */
  readonly meaning: string;
  readonly page: SpecPage;
}

const ALWAYS = '2024-11-05';
const MODERN = '2026-07-28';

/** Every method of every revision. One that changed its form has a row for each form. */
export const METHODS: readonly Method[] = [
  request('server/discover', MODERN, 'Asks for versions, capabilities and identity', 'handshake'),
  request('initialize', ALWAYS, 'Opens a session: settles version and capabilities', 'handshake', MODERN),
  {
    name: 'notifications/initialized',
    kind: 'notification',
    direction: 'client to server',
    since: ALWAYS,
    until: MODERN,
    meaning: 'Ends the handshake',
    page: 'handshake',
  },
  {
    name: 'ping',
    kind: 'request',
    direction: 'both',
    since: ALWAYS,
    until: MODERN,
    meaning: 'Asks whether the other side is there',
    page: 'ping',
  },
  request('tools/list', ALWAYS, 'Lists tools', 'tools'),
  ...withRounds('tools/call', 'name', 'Calls a tool', 'tools'),
  request('resources/list', ALWAYS, 'Lists resources', 'resources'),
  request('resources/templates/list', ALWAYS, 'Lists templates for resource URIs', 'resources'),
  ...withRounds('resources/read', 'uri', 'Reads a resource', 'resources'),
  request('resources/subscribe', ALWAYS, 'Asks to be told when a resource changes', 'subscriptions', MODERN),
  request('resources/unsubscribe', ALWAYS, 'Ends a subscription', 'subscriptions', MODERN),
  request('prompts/list', ALWAYS, 'Lists prompts', 'prompts'),
  ...withRounds('prompts/get', 'name', 'Gets a prompt', 'prompts'),
  request('completion/complete', ALWAYS, 'Asks for values of an argument', 'completion'),
  request('logging/setLevel', ALWAYS, 'Sets which log messages the server sends', 'logging', MODERN),
  request('subscriptions/listen', MODERN, 'Opens a stream of change notifications', 'subscriptions'),
  ...carriedInResults('elicitation/create', '2025-06-18', 'Asks the person', 'elicitation'),
  ...carriedInResults('sampling/createMessage', ALWAYS, 'Asks the model of the client', 'sampling'),
  ...carriedInResults('roots/list', ALWAYS, 'Asks which folders matter', 'roots'),
  {
    name: 'notifications/cancelled',
    kind: 'notification',
    direction: 'both',
    since: ALWAYS,
    meaning: 'Gives up a request',
    page: 'cancellation',
  },
  {
    name: 'notifications/progress',
    kind: 'notification',
    direction: 'both',
    since: ALWAYS,
    until: MODERN,
    meaning: 'Says how far a request has come',
    page: 'progress',
  },
  told('notifications/progress', MODERN, 'Says how far a request has come', 'progress'),
  told('notifications/message', ALWAYS, 'Carries a log message', 'logging'),
  told('notifications/tools/list_changed', ALWAYS, 'Says that the list of tools changed', 'tools'),
  told(
    'notifications/resources/list_changed',
    ALWAYS,
    'Says that the list of resources changed',
    'resources',
  ),
  told('notifications/resources/updated', ALWAYS, 'Says that a resource changed', 'subscriptions'),
  told('notifications/prompts/list_changed', ALWAYS, 'Says that the list of prompts changed', 'prompts'),
  told(
    'notifications/subscriptions/acknowledged',
    MODERN,
    'Says which changes the stream will tell',
    'subscriptions',
  ),
  told(
    'notifications/elicitation/complete',
    '2025-11-25',
    'Says that the interaction at a link is over',
    'elicitation',
    MODERN,
  ),
  {
    name: 'notifications/roots/list_changed',
    kind: 'notification',
    direction: 'client to server',
    since: ALWAYS,
    until: MODERN,
    meaning: 'Says that the list of roots changed',
    page: 'roots',
  },
  task('tasks/get', 'Asks how a task stands'),
  task('tasks/result', 'Waits for the result of a task'),
  task('tasks/list', 'Lists tasks'),
  task('tasks/cancel', 'Cancels a task'),
  {
    name: 'notifications/tasks/status',
    kind: 'notification',
    direction: 'both',
    since: '2025-11-25',
    until: MODERN,
    meaning: 'Says that the status of a task changed',
    page: 'tasks',
  },
  ofTasksExtension('tasks/get', 'Asks how a task stands'),
  ofTasksExtension('tasks/update', 'Answers the input requests of a task'),
  ofTasksExtension('tasks/cancel', 'Cancels a task'),
  {
    ...told('notifications/tasks', MODERN, 'Says how a task stands', 'extensions'),
    extension: TASKS_EXTENSION,
  },
];

function request(name: string, since: string, meaning: string, page: SpecPage, until?: string): Method {
  const row: Method = { name, kind: 'request', direction: 'client to server', since, meaning, page };
  return until === undefined ? row : { ...row, until };
}

function told(name: string, since: string, meaning: string, page: SpecPage, until?: string): Method {
  return {
    ...request(name, since, meaning, page, until),
    kind: 'notification',
    direction: 'server to client',
  };
}

/** A request whose result may ask for input from 2026-07-28 on. */
function withRounds(name: string, nameField: 'name' | 'uri', meaning: string, page: SpecPage): Method[] {
  return [
    { ...request(name, ALWAYS, meaning, page, MODERN), nameField },
    { ...request(name, MODERN, meaning, page), nameField, rounds: true },
  ];
}

/** A request of the server that travels inside a result from 2026-07-28 on. */
function carriedInResults(name: string, since: string, meaning: string, page: SpecPage): Method[] {
  return [
    { name, kind: 'request', direction: 'server to client', since, until: MODERN, meaning, page },
    { name, kind: 'input request', direction: 'server to client', since: MODERN, meaning, page },
  ];
}

function task(name: string, meaning: string): Method {
  return { ...request(name, '2025-11-25', meaning, 'tasks', MODERN), direction: 'both' };
}

function ofTasksExtension(name: string, meaning: string): Method {
  return {
    ...request(name, MODERN, meaning, 'extensions'),
    extension: TASKS_EXTENSION,
    // SEP-2663, "Streamable HTTP: Routing Headers".
    nameField: 'taskId',
  };
}

/** `name` as `version` has it; undefined where that revision does not have it. */
export function findMethod(name: string, version: string): Method | undefined {
  return METHODS.find((method) => method.name === name && existsIn(version, method));
}

/** Every revision's form of `name`, oldest first; empty for a method no revision has. */
export function formsOfMethod(name: string): readonly Method[] {
  return METHODS.filter((method) => method.name === name);
}

/** The member of `params` that names what a request is about, in any revision: `Mcp-Name` repeats it. */
export function nameFieldOf(name: string): 'name' | 'uri' | 'taskId' | undefined {
  return METHODS.find((method) => method.name === name && method.nameField !== undefined)?.nameField;
}
