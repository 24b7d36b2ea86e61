import { decodeString, parseDocument, sliceOf, type JsonNode } from './document.ts';

/**
 * Whether two JSON texts hold the same value: order of keys, white space and escapes do not matter, digits do
 * (`1` and `1.0` differ, and so do two long numbers that round to the same double). Of duplicate keys the last counts.
 * A text that is not JSON equals only itself. Does not recurse.
 */
export function sameValue(a: string, b: string): boolean {
  if (a === b) return true;
  const readA = parseDocument(a);
  const readB = parseDocument(b);
  return readA.ok && readB.ok && sameNode(a, readA.value, b, readB.value);
}

/** Whether two nodes of two texts hold the same value, by the rules of `sameValue`. */
export function sameNode(aText: string, a: JsonNode, bText: string, b: JsonNode): boolean {
  const pending: [JsonNode, JsonNode][] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    if (left.kind !== right.kind) return false;
    switch (left.kind) {
      case 'object': {
        const lefts = byKey(left);
        const rights = byKey(right);
        if (lefts.size !== rights.size) return false;
        for (const [key, value] of lefts) {
          const other = rights.get(key);
          if (other === undefined) return false;
          pending.push([value, other]);
        }
        break;
      }
      case 'array': {
        const lefts = left.items ?? [];
        const rights = right.items ?? [];
        if (lefts.length !== rights.length) return false;
        for (const [index, value] of lefts.entries()) {
          const other = rights[index];
          if (other === undefined) return false;
          pending.push([value, other]);
        }
        break;
      }
      case 'string':
        if (decodeString(aText, left) !== decodeString(bText, right)) return false;
        break;
      case 'number':
      case 'literal':
        if (sliceOf(aText, left) !== sliceOf(bText, right)) return false;
        break;
    }
  }
  return true;
}

function byKey(node: JsonNode): Map<string, JsonNode> {
  return new Map(node.members?.map((member) => [member.key, member.value]));
}
