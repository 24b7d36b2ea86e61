import { decodeString } from '../base/json/document.ts';
import { everyOf, firstOf, type Facets, type SchemaDocument } from './facets.ts';
import type { FormKind } from './form-shape.ts';

/** Longest pattern that is shown. */
const PATTERN = 60;

/** What a value has to keep to, in a few words each: `1 to 10`, `at least 2 characters`, `date-time`. Numbers keep their digits. */
export function limitWords(document: SchemaDocument, facets: Facets, kind: FormKind): readonly string[] {
  const raw = (keyword: string): string | undefined => {
    const node = firstOf(facets, keyword);
    return node?.kind === 'number' ? document.raw(node) : undefined;
  };
  const text = (keyword: string): string | undefined => decodeString(document.text, firstOf(facets, keyword));
  const words: (string | undefined)[] = [];
  switch (kind) {
    case 'string': {
      const pattern = text('pattern');
      words.push(text('format'), sized(raw('minLength'), raw('maxLength'), 'character', 'characters'));
      if (pattern !== undefined && pattern.length <= PATTERN) words.push(`matches ${pattern}`);
      break;
    }
    case 'number':
    case 'integer': {
      const step = raw('multipleOf');
      words.push(kind === 'integer' ? 'integer' : undefined);
      words.push(range(raw('minimum'), raw('maximum')));
      words.push(above('more than', raw('exclusiveMinimum')), above('less than', raw('exclusiveMaximum')));
      words.push(above('multiple of', step));
      break;
    }
    case 'array':
    case 'multiselect':
      words.push(sized(raw('minItems'), raw('maxItems'), 'item', 'items'));
      if (everyOf(facets, 'uniqueItems').some((node) => document.is(node, 'true')))
        words.push('no two alike');
      break;
    case 'object':
      words.push(sized(raw('minProperties'), raw('maxProperties'), 'key', 'keys'));
      break;
    case 'boolean':
    case 'choice':
    case 'const':
    case 'enum':
    case 'json':
    case 'null':
      break;
  }
  return words.filter((word) => word !== undefined && word !== '') as string[];
}

function above(words: string, bound: string | undefined): string | undefined {
  return bound === undefined ? undefined : `${words} ${bound}`;
}

function range(low: string | undefined, high: string | undefined): string | undefined {
  if (low !== undefined && high !== undefined) return `${low} to ${high}`;
  return above('at least', low) ?? above('at most', high);
}

function sized(
  low: string | undefined,
  high: string | undefined,
  one: string,
  many: string,
): string | undefined {
  const least = low === '0' ? undefined : low;
  const words = least !== undefined && least === high ? least : range(least, high);
  return words === undefined ? undefined : `${words} ${(high ?? least) === '1' ? one : many}`;
}
