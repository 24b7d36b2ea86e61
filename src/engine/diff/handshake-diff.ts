import { decodeString, parseDocument, sliceOf } from '../base/json/document.ts';
import { sameValue } from '../base/json/equal.ts';
import type { Declared, ServerInfo } from '../capabilities/declared.ts';
import { readCapabilities, type CapabilityNode } from '../capabilities/nodes.ts';
import { CAPABILITIES, findCapability, type Side } from '../protocol/capabilities.ts';
import { DEPRECATIONS } from '../protocol/deprecations.ts';
import { compareRevisions, type Era } from '../protocol/revisions.ts';
import { capabilityMeaning, type CapabilityChange, type CapabilityEnd } from './capability-meaning.ts';
import { kindOf, pathText, type HandshakeDifference } from './difference.ts';
import {
  cacheScopeMeaning,
  instructionsMeaning,
  serverInfoMeaning,
  supportedVersionsMeaning,
  ttlMeaning,
  versionMeaning,
} from './fact-meaning.ts';
import { capabilitySeverity, supportedVersionsSeverity, versionSeverity } from './handshake-severity.ts';
import type { Severity } from './severity.ts';

/** What a handshake settled, as far as it is compared. */
export interface HandshakeFacts {
  /** What the connection speaks. */
  readonly revision: string;
  readonly era: Era;
  readonly declared: Declared;
  /** What the client declared, as sent. */
  readonly clientCapabilitiesText: string;
}

/** What came of a comparison. */
export interface HandshakeDiff {
  /** The version, then capabilities of the server and of the client, then the other facts. */
  readonly differences: readonly HandshakeDifference[];
  /** How many facts are the same at both ends: capabilities without parts, and other facts present in both. */
  readonly sameCount: number;
}

/**
 * What is different in `after`, with the meaning of each difference. Values are compared as JSON: order of keys does not
 * matter, digits do. Where a server gave its identity does not matter either. What is there only once as a whole is one
 * difference, except that each extension and each experiment counts on its own.
 */
export function diffHandshakes(before: HandshakeFacts, after: HandshakeFacts): HandshakeDiff {
  const found = new Found();
  diffVersion(found, before, after);
  diffCapabilities(found, 'server', serverEnd(before), serverEnd(after));
  diffCapabilities(found, 'client', clientEnd(before), clientEnd(after));
  diffServerInfo(found, before.declared.serverInfo, after.declared.serverInfo);
  diffMembers(found, before.declared, after.declared);
  return { differences: found.differences, sameCount: found.same };
}

class Found {
  readonly differences: HandshakeDifference[] = [];
  same = 0;

  add(
    segments: readonly string[],
    before: string | undefined,
    after: string | undefined,
    severity: Severity,
    meaning: string,
    more: Pick<HandshakeDifference, 'deprecatedSince' | 'extension'> = {},
  ): void {
    this.differences.push({
      kind: kindOf(before, after),
      path: pathText(segments),
      segments,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      severity,
      meaning,
      ...more,
    });
  }

  /** What is declared is the same, and a revision speaks of it in another way. */
  deprecated(
    segments: readonly string[],
    meaning: string,
    more: Pick<HandshakeDifference, 'deprecatedSince' | 'extension'>,
  ): void {
    const path = pathText(segments);
    this.differences.push({ kind: 'changed', path, segments, severity: 'wording', meaning, ...more });
  }
}

function diffVersion(found: Found, before: HandshakeFacts, after: HandshakeFacts): void {
  if (before.revision === after.revision) {
    found.same += 1;
    return;
  }
  found.add(
    ['protocolVersion'],
    JSON.stringify(before.revision),
    JSON.stringify(after.revision),
    versionSeverity(before, after, after.declared.supportedVersions),
    versionMeaning(before, after),
  );
}

function serverEnd(facts: HandshakeFacts): CapabilityEnd {
  return { revision: facts.revision, nodes: facts.declared.capabilities };
}

function clientEnd(facts: HandshakeFacts): CapabilityEnd {
  return { revision: facts.revision, nodes: readCapabilities(facts.clientCapabilitiesText, 'client').nodes };
}

function diffCapabilities(found: Found, side: Side, from: CapabilityEnd, to: CapabilityEnd): void {
  const before = byPath(from.nodes);
  const after = byPath(to.nodes);
  for (const path of allPaths(side, from.nodes, to.nodes)) {
    const key = keyOf(path);
    const change: CapabilityChange = { side, path, before: before.get(key), after: after.get(key) };
    if (isInsideAChange(path, before, after)) continue;
    const deprecated = deprecation(change, from.revision, to.revision);
    if (deprecated !== null) found.deprecated([side, ...path], deprecated, marksOf(side, path));
    if (!differs(change)) {
      if (change.before?.hasParts === false && deprecated === null) found.same += 1;
      continue;
    }
    found.add(
      [side, ...path],
      change.before?.valueText,
      change.after?.valueText,
      capabilitySeverity(change, to),
      capabilityMeaning(change, from, to),
      marksOf(side, path),
    );
  }
}

/** What the revisions say of a capability that both ends declare, where one deprecates it and the other does not yet; else null. */
function deprecation(
  { side, path, before, after }: CapabilityChange,
  from: string,
  to: string,
): string | null {
  const since = findCapability(side, path)?.deprecatedSince;
  // Its parts are deprecated with it.
  if (since === undefined || path.length > 1 || before === undefined || after === undefined) return null;
  const [was, is] = [compareRevisions(since, from) <= 0, compareRevisions(since, to) <= 0];
  if (was === is) return null;
  if (was) return `Not deprecated yet in ${to}.`;
  const top = path[0] ?? '';
  const told = Object.hasOwn(DEPRECATIONS, top) ? DEPRECATIONS[top as keyof typeof DEPRECATIONS] : undefined;
  return `Deprecated in ${to}; it still works.${told ? ` ${told.migration}.` : ''}`;
}

/** Whether a node counts as different itself; that of its parts is told by them. */
function differs({ path, before, after }: CapabilityChange): boolean {
  if (before === undefined || after === undefined) {
    const only = before ?? after;
    return !(isMap(path) && only?.hasParts === true);
  }
  if (isObject(before) && isObject(after) && (before.hasParts || after.hasParts)) return false;
  return !sameValue(before.valueText, after.valueText);
}

/** Whether a node above is the difference already. */
function isInsideAChange(
  path: readonly string[],
  before: ReadonlyMap<string, CapabilityNode>,
  after: ReadonlyMap<string, CapabilityNode>,
): boolean {
  for (let length = 1; length < path.length; length++) {
    const above = path.slice(0, length);
    const was = before.get(keyOf(above));
    const is = after.get(keyOf(above));
    if (was === undefined || is === undefined) {
      if (!isMap(above)) return true;
    } else if (!isObject(was) || !isObject(is)) return true;
  }
  return false;
}

/** Extensions and experiments: a map by identifier, whose entries are facts of their own. */
function isMap(path: readonly string[]): boolean {
  return path.length === 1 && (path[0] === 'extensions' || path[0] === 'experimental');
}

function isObject(node: CapabilityNode): boolean {
  return node.valueText.startsWith('{');
}

function marksOf(
  side: Side,
  path: readonly string[],
): Pick<HandshakeDifference, 'deprecatedSince' | 'extension'> {
  const [top, id] = path;
  const fact = findCapability(side, path);
  if (top === 'extensions' && id !== undefined) {
    return { extension: { id, since: findCapability(side, ['extensions'])?.since ?? '' } };
  }
  return {
    ...(fact?.deprecatedSince === undefined ? {} : { deprecatedSince: fact.deprecatedSince }),
    ...(fact?.movedTo === undefined
      ? {}
      : { extension: { id: fact.movedTo, since: fact.until ?? fact.since } }),
  };
}

function byPath(nodes: readonly CapabilityNode[]): Map<string, CapabilityNode> {
  return new Map(nodes.map((node) => [keyOf(node.path), node]));
}

// JSON, since a key may hold any character that a joint could be.
function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** Every path of both ends once: in the order of the specification, then in that of the declarations. */
function allPaths(
  side: Side,
  before: readonly CapabilityNode[],
  after: readonly CapabilityNode[],
): readonly (readonly string[])[] {
  const paths = new Map([...after, ...before].map((node) => [keyOf(node.path), node.path]));
  const rank = new Map(
    CAPABILITIES.filter((fact) => fact.side === side).map((fact, at) => [keyOf(fact.path), at]),
  );
  // By the top alone: below it the declarations keep parents before their parts.
  const place = (path: readonly string[]) => rank.get(keyOf(path.slice(0, 1))) ?? CAPABILITIES.length;
  return [...paths.values()].sort((a, b) => place(a) - place(b));
}

function diffServerInfo(found: Found, before: ServerInfo | null, after: ServerInfo | null): void {
  if (before === null || after === null) {
    if (before !== after) {
      found.add(
        ['serverInfo'],
        before?.text,
        after?.text,
        'wording',
        serverInfoMeaning(undefined, before?.text, after?.text),
      );
    }
    return;
  }
  const was = membersOf(before.text);
  const is = membersOf(after.text);
  for (const key of orderedKeys(was, is)) {
    compare(found, ['serverInfo', key], was.get(key), is.get(key), 'wording', (a, b) =>
      serverInfoMeaning(key, a, b),
    );
  }
}

function orderedKeys(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const known = ['name', 'title', 'version'];
  const keys = new Set([...after.keys(), ...before.keys()]);
  return [...known.filter((key) => keys.has(key)), ...[...keys].filter((key) => !known.includes(key))];
}

function membersOf(objectText: string): Map<string, string> {
  const read = parseDocument(objectText);
  if (!read.ok) return new Map();
  return new Map(read.value.members?.map((member) => [member.key, sliceOf(objectText, member.value)]));
}

function diffMembers(found: Found, before: Declared, after: Declared): void {
  const pair = (key: string): [string | undefined, string | undefined] => [
    before.members.get(key),
    after.members.get(key),
  ];
  const versions = [before.supportedVersions, after.supportedVersions] as const;
  compare(
    found,
    ['supportedVersions'],
    ...pair('supportedVersions'),
    supportedVersionsSeverity(...versions),
    () => supportedVersionsMeaning(...versions),
  );
  compare(found, ['instructions'], ...pair('instructions'), 'wording', instructionsMeaning);
  // Who obeys the hints goes on as before.
  compare(found, ['ttlMs'], ...pair('ttlMs'), 'compatible', () => ttlMeaning(before.ttlMs, after.ttlMs));
  compare(found, ['cacheScope'], ...pair('cacheScope'), 'compatible', (a, b) =>
    cacheScopeMeaning(stringOf(a), stringOf(b)),
  );
}

function compare(
  found: Found,
  segments: readonly string[],
  before: string | undefined,
  after: string | undefined,
  severity: Severity,
  meaning: (before: string | undefined, after: string | undefined) => string,
): void {
  if (before === undefined && after === undefined) return;
  if (before !== undefined && after !== undefined && sameValue(before, after)) found.same += 1;
  else found.add(segments, before, after, severity, meaning(before, after));
}

function stringOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const read = parseDocument(text);
  return read.ok ? decodeString(text, read.value) : undefined;
}
