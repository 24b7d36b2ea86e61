import {
  decodeString,
  duplicateKeys,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
} from '../base/json/document.ts';
import { sameNode } from '../base/json/equal.ts';
import { failure, success, type Result } from '../base/result.ts';
import { META_SERVER_INFO } from '../protocol/meta-keys.ts';
import type { Era } from '../protocol/revisions.ts';
import { flattenCapabilities, type CapabilityNode } from './nodes.ts';

/** Who a server says it is (`Implementation` of the schema). */
export interface ServerInfo {
  /** Empty where the server gave none. */
  readonly name: string;
  /** Null where the server gave none. */
  readonly version: string | null;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  /** The whole object as it came, other members included. */
  readonly text: string;
}

/** Where a server said who it is. */
export type ServerInfoPlace = 'serverInfo' | '_meta' | 'both';

/** What a server declared in a handshake, in one form for both eras. */
export interface Declared {
  readonly serverInfo: ServerInfo | null;
  /** `both`: in both places; where they differ `_meta` is shown and a finding says so. */
  readonly serverInfoFrom: ServerInfoPlace | null;
  /** What an `initialize` result named. */
  readonly protocolVersion?: string;
  /** What a discover result listed; the strings of it. */
  readonly supportedVersions?: readonly string[];
  readonly instructions?: string;
  /** Every capability and sub-capability, parents before their parts, unknown ones included. */
  readonly capabilities: readonly CapabilityNode[];
  /** Milliseconds; undefined where absent or not a number. */
  readonly ttlMs?: number;
  readonly cacheScope?: string;
  /** Every other fact as raw text by its name, for a comparison that loses nothing. */
  readonly members: ReadonlyMap<string, string>;
  /** What is missing or of the wrong type. Sentence case, no full stop. */
  readonly findings: readonly string[];
}

/** The name of a capability that stands on its own, in a list; nothing for a part of one. */
export function namesItself({ path }: CapabilityNode): readonly string[] {
  return path.length === 1 ? path : [];
}

/** The members of a result that are facts of their own; capabilities and server info are read apart. */
const MEMBERS = ['protocolVersion', 'supportedVersions', 'instructions', 'ttlMs', 'cacheScope'] as const;

/**
 * Reads the result of `initialize` or `server/discover` (`resultText`: the result object alone, as it came).
 * Fails with `not-json` or `not-object`; anything less is a finding.
 */
export function readDeclared(resultText: string, era: Era): Result<Declared, 'not-json' | 'not-object'> {
  const read = parseDocument(resultText);
  if (!read.ok) return failure('not-json', read.message);
  const root = read.value;
  if (root.kind !== 'object') return failure('not-object', `The result is ${article(root)}, not an object`);
  const findings: string[] = [];
  const source: Source = { text: resultText, root, findings };
  const info = readServerInfo(source, era);
  const members = readMembers(source);
  const declared: Declared = {
    ...info,
    ...(era === 'legacy' ? readLegacyFacts(source) : readModernFacts(source)),
    ...readInstructions(source),
    capabilities: readCapabilities(source),
    members,
    findings,
  };
  noteDuplicates(source);
  return success(declared);
}

/**
 * The same from a whole JSON-RPC response (`{"jsonrpc":"2.0","id":1,"result":{…}}`), as it came.
 * Fails with `not-json`, or with `not-object` where it carries no result object.
 */
export function readDeclaredFromResponse(
  responseText: string,
  era: Era,
): Result<Declared, 'not-json' | 'not-object'> {
  const read = parseDocument(responseText);
  if (!read.ok) return failure('not-json', read.message);
  const result = member(read.value, 'result');
  if (result === undefined) return failure('not-object', 'The response carries no result');
  return readDeclared(sliceOf(responseText, result), era);
}

interface Source {
  readonly text: string;
  readonly root: JsonNode;
  readonly findings: string[];
}

function readMembers({ text, root }: Source): Map<string, string> {
  const members = new Map<string, string>();
  for (const key of MEMBERS) {
    const node = member(root, key);
    if (node !== undefined) members.set(key, sliceOf(text, node));
  }
  return members;
}

function readServerInfo(source: Source, era: Era): Pick<Declared, 'serverInfo' | 'serverInfoFrom'> {
  const { text, root, findings } = source;
  const beside = objectAt(source, member(root, 'serverInfo'), 'serverInfo');
  const inMeta = objectAt(
    source,
    member(member(root, '_meta'), META_SERVER_INFO),
    `_meta.${META_SERVER_INFO}`,
  );
  if (beside === undefined && inMeta === undefined) {
    findings.push(
      era === 'legacy'
        ? 'The result has no serverInfo, which initialize requires'
        : `The result's _meta has no ${META_SERVER_INFO}, which a server should give`,
    );
    return { serverInfo: null, serverInfoFrom: null };
  }
  if (beside !== undefined && inMeta !== undefined) {
    if (!sameNode(text, beside, text, inMeta)) {
      findings.push('serverInfo and _meta name the server differently; _meta is shown');
    }
    return { serverInfo: toServerInfo(source, inMeta), serverInfoFrom: 'both' };
  }
  if (era === 'modern' && beside !== undefined) {
    findings.push(`serverInfo stands beside the result; 2026-07-28 has it in _meta as ${META_SERVER_INFO}`);
  }
  return {
    serverInfo: toServerInfo(source, inMeta ?? beside ?? root),
    serverInfoFrom: inMeta === undefined ? 'serverInfo' : '_meta',
  };
}

function toServerInfo(source: Source, node: JsonNode): ServerInfo {
  const { text, findings } = source;
  const name = stringAt(source, node, 'name', 'serverInfo.name');
  const version = stringAt(source, node, 'version', 'serverInfo.version');
  if (member(node, 'name') === undefined) findings.push('serverInfo has no name, which it requires');
  else if (name === '') findings.push('serverInfo.name is empty');
  if (member(node, 'version') === undefined) findings.push('serverInfo has no version, which it requires');
  const title = stringAt(source, node, 'title', 'serverInfo.title');
  const description = stringAt(source, node, 'description', 'serverInfo.description');
  const websiteUrl = stringAt(source, node, 'websiteUrl', 'serverInfo.websiteUrl');
  return {
    name: name ?? '',
    version: version ?? null,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(websiteUrl === undefined ? {} : { websiteUrl }),
    text: sliceOf(text, node),
  };
}

function readLegacyFacts(source: Source): Pick<Declared, 'protocolVersion'> {
  const protocolVersion = stringAt(source, source.root, 'protocolVersion');
  if (member(source.root, 'protocolVersion') === undefined) {
    source.findings.push('The result has no protocolVersion, which initialize requires');
  }
  return protocolVersion === undefined ? {} : { protocolVersion };
}

function readModernFacts(source: Source): Pick<Declared, 'supportedVersions' | 'ttlMs' | 'cacheScope'> {
  const { text, root, findings } = source;
  for (const key of ['supportedVersions', 'ttlMs', 'cacheScope', 'resultType']) {
    if (member(root, key) === undefined) findings.push(`The result has no ${key}, which 2026-07-28 requires`);
  }
  const resultType = stringAt(source, root, 'resultType');
  if (resultType !== undefined && resultType !== 'complete') {
    findings.push(`resultType is ${JSON.stringify(clip(resultType))}, not "complete"`);
  }
  const supportedVersions = readVersions(source);
  const ttl = member(root, 'ttlMs');
  const ttlMs = ttl?.kind === 'number' ? Number(sliceOf(text, ttl)) : undefined;
  if (ttl !== undefined && (ttlMs === undefined || ttlMs < 0 || !Number.isInteger(ttlMs))) {
    findings.push('ttlMs is not a whole number of milliseconds from 0');
  }
  const cacheScope = stringAt(source, root, 'cacheScope');
  if (cacheScope !== undefined && cacheScope !== 'public' && cacheScope !== 'private') {
    findings.push(`cacheScope is ${JSON.stringify(clip(cacheScope))}, not "public" or "private"`);
  }
  return {
    ...(supportedVersions === undefined ? {} : { supportedVersions }),
    ...(ttlMs === undefined ? {} : { ttlMs }),
    ...(cacheScope === undefined ? {} : { cacheScope }),
  };
}

function readVersions({ text, root, findings }: Source): string[] | undefined {
  const node = member(root, 'supportedVersions');
  if (node === undefined) return undefined;
  if (node.items === undefined) {
    findings.push(`supportedVersions is ${article(node)}, not an array`);
    return undefined;
  }
  const versions = node.items.flatMap((item) => decodeString(text, item) ?? []);
  if (versions.length === 0) findings.push('supportedVersions names no version');
  else if (versions.length !== node.items.length) {
    findings.push('supportedVersions has entries that are not strings');
  }
  return versions;
}

function readInstructions(source: Source): Pick<Declared, 'instructions'> {
  const instructions = stringAt(source, source.root, 'instructions');
  return instructions === undefined ? {} : { instructions };
}

function readCapabilities(source: Source): readonly CapabilityNode[] {
  const { text, root, findings } = source;
  const node = member(root, 'capabilities');
  if (node === undefined) {
    findings.push('The result has no capabilities, which it requires');
    return [];
  }
  if (node.kind !== 'object') {
    findings.push(`capabilities is ${article(node)}, not an object`);
    return [];
  }
  const flat = flattenCapabilities(text, node, 'server');
  findings.push(...flat.findings);
  return flat.nodes;
}

function noteDuplicates({ root, findings }: Source): void {
  for (const path of duplicateKeys(root).slice(0, 5)) {
    findings.push(`The key ${JSON.stringify(clip(path.join('.')))} stands twice; the last one counts`);
  }
}

/** The object at a place; undefined, with a finding where there is something else. */
function objectAt({ findings }: Source, node: JsonNode | undefined, where: string): JsonNode | undefined {
  if (node === undefined || node.kind === 'object') return node;
  findings.push(`${where} is ${article(node)}, not an object`);
  return undefined;
}

/** The string at a key; undefined, with a finding where there is something else. */
function stringAt(source: Source, parent: JsonNode, key: string, where: string = key): string | undefined {
  const node = member(parent, key);
  if (node === undefined) return undefined;
  const value = decodeString(source.text, node);
  if (value === undefined) source.findings.push(`${where} is ${article(node)}, not a string`);
  return value;
}

function article(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
    case 'array':
      return `an ${node.kind}`;
    case 'string':
    case 'number':
      return `a ${node.kind}`;
    case 'literal':
      return 'true, false or null';
  }
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
