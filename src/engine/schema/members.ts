import type { JsonNode } from '../base/json/document.ts';

/** Members of an object node by key, in order of first appearance; the last of duplicates counts. */
export function membersByKey(node: JsonNode | undefined): Map<string, JsonNode> {
  return new Map((node?.members ?? []).map(({ key, value }) => [key, value]));
}
