import { decodeString, parseDocument, sliceOf, type JsonNode } from '../../../engine/base/json/document.ts';
import type { TemplateValue } from '../../../engine/protocol/uri-template.ts';

/**
 * The members of a JSON object as what a URI template, or a completion, can take: numbers and words as they stand, lists and maps of
 * such. `null` is as good as nothing. Empty where the text is no object. Keys are data: none means more than another.
 */
export function fieldsOf(text: string): ReadonlyMap<string, TemplateValue> {
  const read = parseDocument(text);
  const found = new Map<string, TemplateValue>();
  if (!read.ok) return found;
  for (const { key, value } of read.value.members ?? []) {
    const made = valueOf(text, value);
    if (made === undefined) found.delete(key);
    else found.set(key, made);
  }
  return found;
}

function valueOf(text: string, node: JsonNode): TemplateValue | undefined {
  if (node.items) return { list: node.items.flatMap((item) => scalar(text, item) ?? []) };
  if (node.members) {
    return {
      map: node.members.flatMap(({ key, value }) => {
        const said = scalar(text, value);
        return said === undefined ? [] : [[key, said] as const];
      }),
    };
  }
  return scalar(text, node);
}

function scalar(text: string, node: JsonNode): string | undefined {
  const raw = sliceOf(text, node);
  return raw === 'null' ? undefined : (decodeString(text, node) ?? raw);
}
