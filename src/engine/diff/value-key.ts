import { decodeString, sliceOf, type JsonNode } from '../base/json/document.ts';
import { numberKey } from './decimal.ts';

type Work = JsonNode | string;

/**
 * A text that two values share when and only when they are the same value: order of keys, white space, escapes and the spelling of
 * numbers left out. Of duplicate keys the last counts. Does not recurse.
 */
export function valueKey(text: string, root: JsonNode): string {
  const out: string[] = [];
  const pending: Work[] = [root];
  for (let work = pending.pop(); work !== undefined; work = pending.pop()) {
    if (typeof work === 'string') {
      out.push(work);
      continue;
    }
    switch (work.kind) {
      case 'object': {
        const members = [...new Map((work.members ?? []).map(({ key, value }) => [key, value]))];
        members.sort(([a], [b]) => (a < b ? -1 : 1));
        pending.push('}');
        for (const [key, value] of members.reverse()) pending.push(',', value, `${JSON.stringify(key)}:`);
        out.push('{');
        break;
      }
      case 'array':
        pending.push(']');
        for (const item of (work.items ?? []).toReversed()) pending.push(',', item);
        out.push('[');
        break;
      case 'string':
        out.push(JSON.stringify(decodeString(text, work)));
        break;
      case 'number':
        out.push(numberKey(sliceOf(text, work)));
        break;
      case 'literal':
        out.push(sliceOf(text, work));
        break;
    }
  }
  return out.join('');
}
