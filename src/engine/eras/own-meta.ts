import { parseDocument, sliceOf } from '../base/json/document.ts';
import { objectText } from '../base/json/write.ts';
import type { OwnMeta, ParamList } from './era.ts';

/**
 * `_meta` of a request as JSON text, the protocol's keys first; undefined where it is empty. What a person typed goes in to the
 * character. A text that is no JSON object can't be merged and stands in the place of the whole: sent on purpose, it is sent as it is.
 */
export function metaWith(protocol: ParamList, own: OwnMeta | undefined): string | undefined {
  if (own === undefined || own.text.trim() === '')
    return protocol.length === 0 ? undefined : objectText(protocol);
  const read = parseDocument(own.text);
  const members = read.ok ? read.value.members : undefined;
  if (members === undefined) return own.text.trim();
  const set = new Set(protocol.map(([key]) => key));
  const kept = own.replaces
    ? protocol.filter(([key]) => !members.some((each) => each.key === key))
    : protocol;
  const added = own.replaces ? members : members.filter(({ key }) => !set.has(key));
  const parts = [
    ...kept.map(([key, value]) => `${JSON.stringify(key)}:${value}`),
    ...added.map(
      ({ keyStart, keyEnd, value }) => `${own.text.slice(keyStart, keyEnd)}:${sliceOf(own.text, value)}`,
    ),
  ];
  return parts.length === 0 ? undefined : `{${parts.join(',')}}`;
}
