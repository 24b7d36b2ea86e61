import { parseDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { findCapability, type Side } from '../protocol/capabilities.ts';

/** One capability or sub-capability as declared, known or not. */
export interface CapabilityNode {
  /** Keys from the capabilities object down. The other side may have chosen them: data, never ids. */
  readonly path: readonly string[];
  /** The value as it came, parts included. */
  readonly valueText: string;
  /** An object with members, which are nodes of their own. */
  readonly hasParts: boolean;
}

/** Deeper parts are kept in the text of their parent only: no capability goes so deep, and a hostile one must not cost much. */
const MOST_LEVELS = 8;

/** Nodes past this number are kept in the text of their parent only. */
const MOST_NODES = 2000;

/** Capabilities as a flat list. */
export interface FlatCapabilities {
  /** Parents before their parts, else in order. Of duplicate keys the last counts. */
  readonly nodes: readonly CapabilityNode[];
  /** Values of the wrong type. Sentence case, no full stop. */
  readonly findings: readonly string[];
}

/** The capabilities in the object `node` of `text`, as declared by `side`. */
export function flattenCapabilities(text: string, node: JsonNode, side: Side): FlatCapabilities {
  const nodes: CapabilityNode[] = [];
  const findings: string[] = [];
  const visit = (parent: JsonNode, path: readonly string[]): void => {
    for (const [key, value] of new Map(parent.members?.map((member) => [member.key, member.value]))) {
      if (nodes.length >= MOST_NODES) return;
      const at = [...path, key];
      const hasParts = at.length < MOST_LEVELS && value.kind === 'object' && (value.members?.length ?? 0) > 0;
      const valueText = sliceOf(text, value);
      nodes.push({ path: at, valueText, hasParts });
      const problem = wrongType(side, at, value, valueText);
      if (problem !== null && findings.length < 50) findings.push(problem);
      if (hasParts) visit(value, at);
    }
  };
  visit(node, []);
  if (nodes.length >= MOST_NODES) findings.push(`Only the first ${MOST_NODES} capabilities are looked at`);
  return { nodes, findings };
}

/** The capabilities in an object given as text, as declared by `side`; none where it is not an object. */
export function readCapabilities(text: string, side: Side): FlatCapabilities {
  const read = parseDocument(text);
  if (!read.ok || read.value.kind !== 'object') {
    return { nodes: [], findings: ['The capabilities are not a JSON object'] };
  }
  return flattenCapabilities(text, read.value, side);
}

/** Whether a declared value says yes: anything but `false` and `null`. */
export function isActive(valueText: string): boolean {
  return valueText !== 'false' && valueText !== 'null';
}

function wrongType(side: Side, path: readonly string[], value: JsonNode, valueText: string): string | null {
  const named = () => `${side} capability ${path.map(clip).join('.')}`;
  const insideMap = path.length === 2 && (path[0] === 'extensions' || path[0] === 'experimental');
  const fact = findCapability(side, path);
  if (fact === undefined && !insideMap) return null;
  const wanted = fact?.type ?? 'object';
  const fits = wanted === 'object' ? value.kind === 'object' : valueText === 'true' || valueText === 'false';
  return fits
    ? null
    : `The ${named()} is ${clip(valueText)}, not ${wanted === 'object' ? 'an object' : 'true or false'}`;
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
