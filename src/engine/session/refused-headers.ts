import { listWords } from '../wire/known-answer.ts';

/** What a stream is gone on with, as a preflight names it. */
export const LAST_EVENT_ID = 'last-event-id';

/**
 * What to say of a request to another origin that never got through: a page can't see what a preflight refuses. `need` is what needs the
 * headers `names`, as the subject of a sentence.
 */
export function refusedHeadersText(need: string, names: readonly string[]): string {
  return `${need} needs ${listWords(names)}: where the preflight does not allow that, a browser sends nothing. The server has to name it in Access-Control-Allow-Headers`;
}
