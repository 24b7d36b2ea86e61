import { CAPABILITIES, findCapability, type CapabilityFact, type Side } from '../protocol/capabilities.ts';
import { findExtension } from '../protocol/extensions.ts';
import { existsIn } from '../protocol/revisions.ts';
import { specLink } from '../protocol/spec-links.ts';
import type { Declared } from './declared.ts';
import { isActive, readCapabilities, type CapabilityNode } from './nodes.ts';

/** One row of the table of capabilities: what one side declared at the top level, or one extension or experiment. */
export interface CapabilityRow {
  readonly side: Side;
  /** The capability, or the identifier of an extension; an experiment with its path. JSON-quoted where it could not be seen. */
  readonly name: string;
  /** Keys from the capabilities object down. */
  readonly path: readonly string[];
  /** Its parts as words (`listChanged`, `tools.call`, `listChanged: false`), `{}` without parts, else the value. */
  readonly declared: readonly string[];
  /** The value as it came. */
  readonly valueText: string;
  /** First revision that has it; null where no revision does. */
  readonly since: string | null;
  readonly deprecatedSince?: string;
  /** It is an extension, or became one: `since` is the first revision in which it is. */
  readonly extension?: { readonly id: string; readonly since: string };
  /** No revision, and no official extension, has it. */
  readonly unknown: boolean;
  /** The connection's revision does not have it. */
  readonly outside: boolean;
  /** Sentence case, no full stop. */
  readonly meaning: string;
  readonly link?: string;
}

/** The longest list of parts shown for one capability; a server may declare any number. */
const MOST_WORDS = 20;

/**
 * The capabilities of both sides as rows, the server's first, known ones in the order of the specification and then the
 * others in the order of the declaration. `revision`: what the connection speaks.
 */
export function capabilityRows(
  declared: Declared,
  clientCapabilitiesText: string,
  revision: string,
): readonly CapabilityRow[] {
  const client = readCapabilities(clientCapabilitiesText, 'client').nodes;
  return [...rowsOf('server', declared.capabilities, revision), ...rowsOf('client', client, revision)];
}

function rowsOf(side: Side, nodes: readonly CapabilityNode[], revision: string): CapabilityRow[] {
  const rows = nodes.filter(isRow).map((node) => toRow(side, node, nodes, revision));
  const rank = (row: CapabilityRow) => {
    const at = CAPABILITIES.findIndex((fact) => fact.side === side && fact.path[0] === row.path[0]);
    return at < 0 ? CAPABILITIES.length : at;
  };
  // Sorting is stable, so what has no rank keeps the order of the declaration.
  return rows.sort((a, b) => rank(a) - rank(b));
}

/** A node of the top level, except that each extension and each experiment is a row of its own. */
function isRow(node: CapabilityNode): boolean {
  const [top] = node.path;
  const isMap = top === 'extensions' || top === 'experimental';
  if (node.path.length === 1) return !(isMap && node.hasParts);
  return isMap && node.path.length === 2;
}

function toRow(
  side: Side,
  node: CapabilityNode,
  nodes: readonly CapabilityNode[],
  revision: string,
): CapabilityRow {
  const base = {
    side,
    path: node.path,
    declared: declaredWords(node, nodes),
    valueText: node.valueText,
  };
  const [top = '', key] = node.path;
  const fact = findCapability(side, [top]);
  if (key !== undefined && fact !== undefined) {
    const known = top === 'extensions' ? findExtension(key) : undefined;
    return {
      ...base,
      name: top === 'experimental' ? `experimental.${shownKey(key)}` : shownKey(key),
      since: fact.since,
      ...(top === 'extensions' ? { extension: { id: key, since: fact.since } } : {}),
      unknown: top === 'extensions' && known === undefined,
      outside: !existsIn(revision, fact),
      meaning:
        top === 'experimental'
          ? 'A feature outside the specification'
          : (known?.meaning ?? 'An extension Roundtrip does not know'),
      link: known?.url ?? specLink(fact.page, revision),
    };
  }
  if (fact === undefined) {
    return {
      ...base,
      name: shownKey(top),
      since: null,
      unknown: true,
      outside: true,
      meaning: 'No revision of the specification has it',
    };
  }
  return {
    ...base,
    name: top,
    since: fact.since,
    ...(fact.deprecatedSince === undefined ? {} : { deprecatedSince: fact.deprecatedSince }),
    ...(fact.movedTo === undefined
      ? {}
      : { extension: { id: fact.movedTo, since: fact.until ?? fact.since } }),
    unknown: false,
    outside: !existsIn(revision, fact),
    meaning: meaningOf(fact, node, nodes),
    link: specLink(fact.page, revision),
  };
}

/** The meaning of a capability with that of its active parts: "Offers tools, and says when the list changes". */
function meaningOf(fact: CapabilityFact, node: CapabilityNode, nodes: readonly CapabilityNode[]): string {
  if (!isActive(node.valueText)) return `Says that it does not: ${lowerFirst(fact.meaning)}`;
  const clauses = partsOf(node, nodes)
    .filter((part) => isActive(part.valueText))
    .flatMap((part) => findCapability(fact.side, part.path)?.clause ?? [])
    .filter((clause) => clause !== '');
  if (clauses.length === 0) return fact.meaning;
  if (fact.path[0] === 'elicitation') return `${fact.meaning}, ${clauses.join(' or ')}`;
  if (fact.path[0] === 'sampling') return `${fact.meaning}, ${clauses.join(' and ')}`;
  const last = clauses.at(-1) ?? '';
  const others = clauses.slice(0, -1).map((clause) => `, ${clause}`);
  return `${fact.meaning}${others.join('')}, and ${last}`;
}

function partsOf(node: CapabilityNode, nodes: readonly CapabilityNode[]): readonly CapabilityNode[] {
  return nodes.filter(
    (part) => part.path.length > node.path.length && node.path.every((key, at) => part.path[at] === key),
  );
}

function declaredWords(node: CapabilityNode, nodes: readonly CapabilityNode[]): readonly string[] {
  if (!node.hasParts) return [clip(node.valueText.startsWith('{') ? '{}' : node.valueText)];
  const leaves = partsOf(node, nodes).filter((part) => !part.hasParts);
  const words = leaves.slice(0, MOST_WORDS).map((leaf) => {
    const path = leaf.path.slice(node.path.length);
    // `requests` only groups what follows.
    const named = path.length > 1 && path[0] === 'requests' ? path.slice(1) : path;
    const word = clip(named.map(shownKey).join('.'));
    return isPlainYes(leaf.valueText) ? word : `${word}: ${clip(leaf.valueText)}`;
  });
  return leaves.length > MOST_WORDS ? [...words, `and ${leaves.length - MOST_WORDS} more`] : words;
}

function isPlainYes(valueText: string): boolean {
  return valueText === 'true' || /^\{\s*\}$/.test(valueText);
}

/** Empty, with white space at an edge, or with anything inside that can't be seen. */
function shownKey(key: string): string {
  return key === '' || key !== key.trim() || /\p{C}/u.test(key) ? JSON.stringify(key) : key;
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
