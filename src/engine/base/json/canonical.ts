import { decodeString, parseDocument, sliceOf, type JsonNode } from './document.ts';

/**
 * One text for each JSON value, by the rules of `sameValue`: keys in order, no white space, escapes resolved, digits as they came;
 * of duplicate keys the last counts. `leaveOut`: nodes that are taken for absent, with their keys. Does not recurse.
 */
export function canonicalText(text: string, root: JsonNode, leaveOut?: ReadonlySet<JsonNode>): string {
  const written: string[] = [];
  const pending: (string | JsonNode)[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      written.push(next);
      continue;
    }
    const parts: (string | JsonNode)[] = [];
    switch (next.kind) {
      case 'object': {
        const byKey = new Map(next.members?.map((member) => [member.key, member.value]));
        const kept = [...byKey].filter(([, value]) => !leaveOut?.has(value));
        kept.sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [key, value] of kept)
          parts.push(parts.length === 0 ? '{' : ',', `${JSON.stringify(key)}:`, value);
        parts.push(parts.length === 0 ? '{}' : '}');
        break;
      }
      case 'array':
        for (const item of next.items ?? []) parts.push(parts.length === 0 ? '[' : ',', item);
        parts.push(parts.length === 0 ? '[]' : ']');
        break;
      case 'string':
        parts.push(JSON.stringify(decodeString(text, next) ?? ''));
        break;
      case 'number':
      case 'literal':
        parts.push(sliceOf(text, next));
        break;
    }
    for (const part of parts.reverse()) pending.push(part);
  }
  return written.join('');
}

/** The same of a whole text; one that is not JSON stands for itself. */
export function canonical(text: string): string {
  const read = parseDocument(text);
  return read.ok ? canonicalText(text, read.value) : text;
}
