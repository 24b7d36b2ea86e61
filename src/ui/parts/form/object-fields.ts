import { membersByKey } from '../../../engine/schema/members.ts';
import type { JsonNode } from '../../../engine/base/json/document.ts';
import type { FormNode, FormProperty } from '../../../engine/schema/form-model.ts';
import { nameOf, type Place } from './place.ts';

/** Fields drawn at once; the rest comes on request. */
export const AT_ONCE = 100;

/** What an object's fields are: those of its properties, in the order of the schema, and the keys beside them, in that of the text. */
export interface ObjectFields {
  readonly properties: readonly FormProperty[];
  readonly others: readonly string[];
  readonly members: ReadonlyMap<string, JsonNode>;
}

export function fieldsOf(node: FormNode, value: JsonNode | undefined): ObjectFields {
  const members = membersByKey(value);
  return {
    properties: node.properties,
    others: [...members.keys()].filter((key) => !node.names.has(key)),
    members,
  };
}

/** The place of a property, or of a key beside them. */
export function memberPlace(
  parent: Place,
  fields: ObjectFields,
  key: string,
  property: FormProperty | undefined,
): Place {
  const node = property?.node ?? parent.node.other(key);
  return {
    path: [...parent.path, key],
    node,
    value: fields.members.get(key),
    name: nameOf(key, property === undefined ? undefined : node.title),
    required: property?.required ?? false,
    item: false,
    parentThere: parent.value !== undefined,
  };
}

/** Properties whose key holds the text; case does not count. */
export function found(properties: readonly FormProperty[], needle: string): readonly FormProperty[] {
  const wanted = needle.trim().toLowerCase();
  return wanted === '' ? properties : properties.filter(({ key }) => key.toLowerCase().includes(wanted));
}
