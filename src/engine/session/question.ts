import type { HeaderMarks } from '../base/secret-headers.ts';
import type { HeaderList } from '../wire/events.ts';
import type { Purpose } from '../wire-log/notes.ts';

/** One request of the client on its way out, whatever it asks. */
export interface Question {
  readonly exchange: number;
  readonly purpose: Purpose;
  readonly headers: HeaderList;
  /** What a person said of headers of this request. */
  readonly marks?: HeaderMarks;
  readonly text: string;
  /** The request's id as JSON text; null where a person wrote the body: any answer counts then. */
  readonly id: string | null;
  readonly signal: AbortSignal;
}
