import { findMember, parseDocument } from '../base/json/document.ts';
import { withMember } from '../base/json/write.ts';
import type { FormNode } from './form-model.ts';
import { itemSeed, seedOf } from './form-seed.ts';

/**
 * What a value becomes when a person takes another alternative: of an object the members stay that the new one names or the old
 * one does not, constants and defaults of the new one are put in, and every other character stays. Anything else stays where the
 * new alternative allows it, and becomes what that begins with where it does not. Undefined where only a person can choose it.
 */
export function switched(raw: string, from: FormNode | undefined, to: FormNode): string | undefined {
  const read = parseDocument(raw);
  if (!read.ok) return itemSeed(to);
  if (to.kind !== 'object' || read.value.kind !== 'object') {
    return to.fit(raw, read.value) >= 0 ? raw : itemSeed(to);
  }
  const kept = new Set(to.properties.map(({ key }) => key));
  let text = raw;
  for (const { key } of from?.kind === 'object' ? from.properties : []) {
    if (!kept.has(key)) text = withMember(text, key, undefined) ?? text;
  }
  for (const { key, required, node } of to.properties) {
    const { constant } = node;
    const now = parseDocument(text);
    const there = now.ok && findMember(now.value, key) !== undefined;
    const seed =
      constant !== undefined && (required || there) ? constant : there ? undefined : presetOf(node, required);
    if (seed !== undefined) text = withMember(text, key, seed) ?? text;
  }
  return text;
}

function presetOf(node: FormNode, required: boolean): string | undefined {
  return required ? seedOf(node) : node.usableDefault;
}
