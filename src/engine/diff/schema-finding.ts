import type { JsonPath } from '../base/json/document.ts';
import type { Severity } from './severity.ts';

/** Whose schema it is: of what a caller gives, or of what it is given. */
export type SchemaUse = 'input' | 'output';

/** What a difference does to the set of values a schema accepts. */
export type Effect = 'narrower' | 'wider' | 'unclear' | 'none';

/** One difference between two schemas. */
export interface SchemaFinding {
  /** In the later schema; in the earlier one for what is gone. */
  readonly path: JsonPath;
  readonly effect: Effect;
  readonly severity: Severity;
  readonly sentence: string;
  /** The effect concerns only values with a property that the earlier schema did not name. */
  readonly assumes?: 'only-named-properties';
  readonly before?: string;
  readonly after?: string;
}

/** A place in a schema, and what stands there, for sentences. */
export interface SchemaPlace {
  readonly path: JsonPath;
  readonly subject: string;
  readonly depth: number;
}

/** What an effect is to a caller: a server may accept more and give less, never the other way round. */
export function severityOf(effect: Effect, use: SchemaUse): Severity {
  if (effect === 'unclear') return 'unclear';
  if (effect === 'none') return 'wording';
  return (effect === 'narrower') === (use === 'input') ? 'breaking' : 'compatible';
}

/** A key or value of the other side within a sentence. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** JSON text within a sentence. */
export function shortText(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What a finding may carry beside its sentence. */
export interface FindingDetail {
  readonly keyword?: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly severity?: SchemaFinding['severity'];
  readonly unnamed?: boolean;
}

/** Makes findings for one use of schemas. */
export class Voice {
  readonly use: SchemaUse;

  constructor(use: SchemaUse) {
    this.use = use;
  }

  /** One finding at a place, or at a keyword of it. */
  say(place: SchemaPlace, effect: Effect, sentence: string, detail: FindingDetail = {}): SchemaFinding[] {
    const { keyword, before, after, severity, unnamed } = detail;
    return [
      {
        path: keyword === undefined ? place.path : [...place.path, keyword],
        effect,
        severity: severity ?? severityOf(effect, this.use),
        sentence,
        ...(unnamed ? { assumes: 'only-named-properties' as const } : {}),
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      },
    ];
  }

  /** The sentence for this use. */
  tell(input: string, output: string): string {
    return this.use === 'input' ? input : output;
  }
}

/** A place further in. */
export function inside(
  place: SchemaPlace,
  steps: readonly (string | number)[],
  subject: string,
): SchemaPlace {
  return { path: [...place.path, ...steps], subject, depth: place.depth };
}

/** A subject within a sentence: names in quotes stay as they are. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
