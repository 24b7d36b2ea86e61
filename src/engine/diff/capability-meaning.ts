import { isActive, type CapabilityNode } from '../capabilities/nodes.ts';
import { findCapability, type CapabilityFact, type Side } from '../protocol/capabilities.ts';
import { findExtension, TASKS_EXTENSION } from '../protocol/extensions.ts';
import { existsIn } from '../protocol/revisions.ts';

/** One end of a comparison of capabilities. */
export interface CapabilityEnd {
  readonly revision: string;
  readonly nodes: readonly CapabilityNode[];
}

/** A capability that differs between two ends. */
export interface CapabilityChange {
  readonly side: Side;
  readonly path: readonly string[];
  readonly before: CapabilityNode | undefined;
  readonly after: CapabilityNode | undefined;
}

/** What a change of a capability means, in one or more sentences. */
export function capabilityMeaning(change: CapabilityChange, from: CapabilityEnd, to: CapabilityEnd): string {
  const { side, path } = change;
  const [top = '', key] = path;
  if (top === 'extensions' && key !== undefined) return extensionMeaning(change, key, from, to);
  if (top === 'experimental' && key !== undefined) return experimentalMeaning(change, key);
  const fact = findCapability(side, path);
  if (fact === undefined) return unknownMeaning(change);
  return isEmptyMap(change) ? 'Nothing changes: it names none.' : knownMeaning(change, fact, from, to);
}

/** `extensions` or `experimental` that came or went with nothing in it. */
function isEmptyMap({ path, before, after }: CapabilityChange): boolean {
  const only = before === undefined ? after : after === undefined ? before : undefined;
  const isMap = path.length === 1 && (path[0] === 'extensions' || path[0] === 'experimental');
  return isMap && only !== undefined && only.valueText.startsWith('{');
}

function knownMeaning(
  change: CapabilityChange,
  fact: CapabilityFact,
  from: CapabilityEnd,
  to: CapabilityEnd,
): string {
  const was = change.before !== undefined && isActive(change.before.valueText);
  const is = change.after !== undefined && isActive(change.after.valueText);
  if (!was && !is) {
    return 'Nothing changes: to leave it out and to say no are the same.';
  }
  if (was && is) {
    return `Its value changed, its meaning did not: ${lowerFirst(fact.meaning)}.`;
  }
  if (is) {
    const parts = partSentences(change.side, change.path, to.nodes);
    return [fact.appeared, ...parts, ...appearedNotes(fact, from, to)].join(' ');
  }
  if (fact.movedTo !== undefined && !existsIn(to.revision, fact)) return movedAway(fact, fact.movedTo, to);
  return [fact.disappeared, ...lackNote(fact, to)].join(' ');
}

/** Sentences for the active parts of a capability that came as a whole. */
function partSentences(side: Side, path: readonly string[], nodes: readonly CapabilityNode[]): string[] {
  return nodes
    .filter((node) => node.path.length > path.length && path.every((key, at) => node.path[at] === key))
    .filter((node) => !node.hasParts && isActive(node.valueText))
    .flatMap((node) => findCapability(side, node.path)?.appeared ?? []);
}

/** Why it was not there before, or why it should not be there now. */
function appearedNotes(fact: CapabilityFact, from: CapabilityEnd, to: CapabilityEnd): string[] {
  if (!existsIn(to.revision, fact)) {
    return [`${to.revision}, which this connection speaks, does not define it.`];
  }
  if (existsIn(from.revision, fact)) return [];
  if (fact.movedTo !== undefined && hasExtension(from.nodes, fact.movedTo)) {
    return [`In ${from.revision} ${lowerFirst(titleOf(fact))} are the extension ${fact.movedTo}.`];
  }
  return lackNote(fact, from);
}

function lackNote(fact: CapabilityFact, end: CapabilityEnd): string[] {
  return existsIn(end.revision, fact) ? [] : [`${end.revision} does not have it.`];
}

function movedAway(fact: CapabilityFact, extension: string, to: CapabilityEnd): string {
  const went = `${titleOf(fact)} went from the core protocol into the extension ${extension} in ${fact.until ?? to.revision}`;
  return hasExtension(to.nodes, extension)
    ? `${went}, where they are declared now.`
    : `${went}, which is not declared. ${fact.disappeared}`;
}

function titleOf(fact: CapabilityFact): string {
  return fact.movedTo === TASKS_EXTENSION ? 'Tasks' : (fact.path[0] ?? '');
}

function extensionMeaning(
  change: CapabilityChange,
  id: string,
  from: CapabilityEnd,
  to: CapabilityEnd,
): string {
  const { side, path, before, after } = change;
  const known = findExtension(id);
  const name = known === undefined ? quote(id) : `${known.title} (${id})`;
  if (path.length > 2) return settingSentence(change, `the extension ${name}`);
  if (before !== undefined && after !== undefined) return `The settings of the extension ${name} changed.`;
  if (after === undefined) {
    const gone = `The ${side} no longer supports the extension ${name}`;
    if (isTasksOfCore(id, to))
      return `${gone}: ${to.revision} has tasks in its core protocol, where they are declared now.`;
    return [`${gone}; the other side must do without it.`, ...extensionNote(to)].join(' ');
  }
  const does = known === undefined ? '' : `: ${lowerFirst(known.meaning)}`;
  const sentence = `The ${side} now supports the extension ${name}${does}.`;
  if (isTasksOfCore(id, from)) return `${sentence} In ${from.revision} tasks are part of the core protocol.`;
  return [sentence, ...extensionNote(from)].join(' ');
}

function extensionNote({ revision }: CapabilityEnd): string[] {
  const fact = findCapability('server', ['extensions']);
  return fact === undefined || existsIn(revision, fact) ? [] : [`${revision} has no extensions.`];
}

/** Whether the extension is tasks, and this end has them in the core protocol. */
function isTasksOfCore(id: string, end: CapabilityEnd): boolean {
  return id === TASKS_EXTENSION && end.nodes.some((node) => node.path[0] === 'tasks');
}

function experimentalMeaning(change: CapabilityChange, key: string): string {
  const { side, path, before, after } = change;
  const name = `${quote(key)}, a feature outside the specification`;
  if (path.length > 2) return settingSentence(change, name);
  if (before !== undefined && after !== undefined) return `The settings of ${name}, changed.`;
  return after === undefined ? `The ${side} no longer has ${name}.` : `The ${side} now has ${name}.`;
}

function settingSentence({ path, before, after }: CapabilityChange, of: string): string {
  const setting = `setting ${quote(path.slice(2).join('.'))} of ${of}`;
  if (before === undefined) return `There is a new ${setting}.`;
  return after === undefined ? `The ${setting} is gone.` : `The ${setting} has another value.`;
}

function unknownMeaning({ side, path, before, after }: CapabilityChange): string {
  const name = `${quote(path.join('.'))}, which no revision of the specification defines`;
  if (before === undefined) return `The ${side} now declares ${name}.`;
  return after === undefined
    ? `The ${side} no longer declares ${name}.`
    : `The ${side} declares another value for ${name}.`;
}

function hasExtension(nodes: readonly CapabilityNode[], id: string): boolean {
  return nodes.some((node) => node.path.length === 2 && node.path[0] === 'extensions' && node.path[1] === id);
}

/** A key of the other side within a sentence. */
function quote(key: string): string {
  return JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}…` : key);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
