import { findCapability, type Side } from './capabilities.ts';
import { ERROR_CODES } from './errors.ts';
import { findExtension } from './extensions.ts';
import { FIELD_OWNERS } from './fields.ts';
import { listOf } from './lists.ts';
import { findMetaKey, META_PROTOCOL_VERSION } from './meta-keys.ts';
import { formsOfMethod } from './methods.ts';
import { isKnownTerm, META_OWNER, type Term } from './terms.ts';

/** Words of the protocol that stand in one kind of object of a message. */
export interface TermGroup {
  /** What the object is called. */
  readonly title: string;
  /** Each once, in the order of the message. */
  readonly terms: readonly Term[];
}

/** An object that is still to be looked at. */
interface Visit {
  readonly value: unknown;
  readonly owner: string;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The words of the protocol in a message, or in an array of messages: what has a place in some revision. What servers and
 * clients add of their own is left out. `methodOf`: the method of the request with this id, whose result a message may be.
 * Null where the text is not JSON.
 */
export function termsIn(
  text: string,
  methodOf: (id: unknown) => string | undefined = () => undefined,
): readonly TermGroup[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const found = new Found();
  // A queue: however deep the message, the stack stays flat, and what stands higher comes first.
  const waiting: Visit[] = [];
  for (const message of Array.isArray(read) ? (read as unknown[]) : [read]) {
    if (!isMembers(message)) continue;
    visit({ value: message, owner: 'Message' }, found, waiting);
    waiting.push(...bodiesOf(message, found, methodOf));
  }
  for (let at = 0; at < waiting.length; at += 1) {
    const next = waiting[at];
    if (next) visit(next, found, waiting);
  }
  return found.groups();
}

/** The params and the result of a message; a method and an error code are noted. */
function bodiesOf(message: Members, found: Found, methodOf: (id: unknown) => string | undefined): Visit[] {
  const visits: Visit[] = [];
  if (typeof message.method === 'string') {
    found.method(message.method);
    visits.push({ value: message.params, owner: paramsOwner(message.method, message.params) });
  }
  if (isMembers(message.result)) {
    visits.push({ value: message.result, owner: resultOwner(message.result, methodOf(message.id)) });
  }
  if (isMembers(message.error) && typeof message.error.code === 'number') {
    const { code } = message.error;
    if (isKnownTerm({ kind: 'error', code })) found.add('Error code', { kind: 'error', code });
    // What data holds with this code is an input the person is asked for.
    if (ERROR_CODES.some((row) => row.code === code && row.name === 'URLElicitationRequired')) {
      const elicitations = isMembers(message.error.data) ? message.error.data.elicitations : undefined;
      visits.push({ value: elicitations, owner: 'params elicitation/create' });
    }
  }
  return visits;
}

function visit({ value, owner }: Visit, found: Found, waiting: Visit[]): void {
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) if (isMembers(each)) waiting.push({ value: each, owner });
    return;
  }
  if (!isMembers(value)) return;
  if (owner === 'Input request' && typeof value.method === 'string') {
    found.method(value.method);
    waiting.push({ value: value.params, owner: paramsOwner(value.method, value.params) });
  }
  const named = alternative(owner, value);
  const object = named === undefined ? undefined : FIELD_OWNERS.get(named);
  if (named === undefined || !object) return;
  for (const [name, inside] of Object.entries(value)) {
    const fact = Object.hasOwn(object.members, name) ? object.members[name] : undefined;
    if (!fact) continue;
    found.add(object.title, { kind: 'field', owner: named, name });
    if (name === '_meta') metaKeys(inside, found);
    else if (name === 'capabilities')
      capabilities(inside, named === 'params initialize' ? 'client' : 'server', found);
    else if (fact.of !== undefined && fact.map && isMembers(inside)) {
      waiting.push({ value: Object.values(inside), owner: fact.of });
    } else if (fact.of !== undefined) waiting.push({ value: inside, owner: fact.of });
  }
}

/** Which of several an object is, by what it holds; `owner` itself where that is one. */
function alternative(owner: string, value: Members): string | undefined {
  if (owner === 'Content') return typeof value.type === 'string' ? CONTENT.get(value.type) : undefined;
  if (owner === 'Input response') return answerOwner(value);
  return owner;
}

const CONTENT: ReadonlyMap<string, string> = new Map([
  ['text', 'Text content'],
  ['image', 'Image content'],
  ['audio', 'Audio content'],
  ['resource', 'Embedded resource'],
  ['resource_link', 'Resource link'],
  ['tool_use', 'Tool use'],
  ['tool_result', 'Tool result'],
]);

/** What a client answers with says itself what it answers. */
function answerOwner(value: Members): string | undefined {
  if ('action' in value) return 'result elicitation/create';
  if ('roots' in value) return 'result roots/list';
  return 'role' in value && 'content' in value ? 'result sampling/createMessage' : undefined;
}

function paramsOwner(method: string, params: unknown): string {
  const own = `params ${method}`;
  if (FIELD_OWNERS.has(own)) return own;
  if (listOf(method) || method === 'tasks/list') return 'params list';
  if (method === 'resources/unsubscribe') return 'params resources/subscribe';
  if (method === 'notifications/tasks/status') return 'Task';
  // The tasks of the extension have members of their own.
  const modern = isMembers(params) && isMembers(params._meta) && META_PROTOCOL_VERSION in params._meta;
  return method.startsWith('tasks/') && !modern ? 'params tasks' : 'Params';
}

function resultOwner(result: Members, method: string | undefined): string {
  if (result.resultType === 'input_required') return 'result input_required';
  if (method === undefined) return answerOwner(result) ?? 'Result';
  const own = `result ${method}`;
  if ('resultType' in result) return FIELD_OWNERS.has(own) && result.resultType !== 'task' ? own : 'Result';
  if (method === 'tasks/get' || method === 'tasks/cancel') return 'Task';
  if (isMembers(result.task) && 'taskId' in result.task) return 'result task';
  return FIELD_OWNERS.has(own) ? own : 'Result';
}

function metaKeys(meta: unknown, found: Found): void {
  if (!isMembers(meta)) return;
  for (const [name, value] of Object.entries(meta)) {
    if (!findMetaKey(name)) continue;
    found.add(META_OWNER, { kind: 'field', owner: META_OWNER, name });
    if (name.endsWith('/clientCapabilities')) capabilities(value, 'client', found);
  }
}

function capabilities(declared: unknown, side: Side, found: Found): void {
  const title = `Capabilities of the ${side}`;
  const waiting: { value: unknown; path: readonly string[] }[] = [{ value: declared, path: [] }];
  for (let at = 0; at < waiting.length; at += 1) {
    const next = waiting[at];
    if (!next || !isMembers(next.value)) continue;
    for (const [key, value] of Object.entries(next.value)) {
      const path = [...next.path, key];
      if (next.path.length === 1 && next.path[0] === 'extensions') {
        if (findExtension(key)) found.add(title, { kind: 'extension', id: key });
      } else if (findCapability(side, path)) {
        found.add(title, { kind: 'capability', side, path });
        waiting.push({ value, path });
      }
    }
  }
}

/** Words as they are found, each once. */
class Found {
  readonly #groups = new Map<string, Map<string, Term>>();

  add(title: string, term: Term): void {
    let group = this.#groups.get(title);
    if (!group) this.#groups.set(title, (group = new Map()));
    // Two objects of one title may have a member of one name; the first is as good as the other.
    const key = 'name' in term ? term.name : JSON.stringify(term);
    if (!group.has(key)) group.set(key, term);
  }

  method(name: string): void {
    if (formsOfMethod(name).length > 0) this.add('Method', { kind: 'method', name });
  }

  /** What is asked comes before what it is made of. */
  groups(): readonly TermGroup[] {
    const rank = (title: string) => (title === 'Method' ? 0 : title === 'Error code' ? 1 : 2);
    return [...this.#groups]
      .map(([title, terms]) => ({ title, terms: [...terms.values()] }))
      .sort((a, b) => rank(a.title) - rank(b.title));
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
