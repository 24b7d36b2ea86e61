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
