import type { Speech } from '../eras/era.ts';
import { describeNoAnswer } from '../rounds/judge.ts';
import { isRecord } from '../wire/message.ts';
import type { Answer } from '../wire/ask.ts';
import type { Line } from './line.ts';
import type { Question } from './question.ts';

/** Pages one listing asks for before it stops and offers to go on. */
export const PAGE_CAP = 100;

/** A listing as far as it has come: what going on needs. */
export interface ListingRun {
  readonly listing: number;
  readonly method: string;
  /** Cursors seen, so that a repeat is noticed. */
  readonly seen: Set<string>;
  page: number;
  /** What the next page is asked with; undefined for the first. */
  cursor: string | undefined;
}

/** How a listing asks for a page. */
export type AskPage = (question: Question) => Promise<Answer>;

/**
 * Walks the pages of a list method, `cap` of them at most. `nextCursor: ""` is a cursor; a repeated one stops the walk with a finding; so does the page cap.
 * A page that fails ends it with the pages before kept (server/utilities/pagination), and its answer is given.
 */
export async function walkPages(
  line: Line,
  speech: Speech,
  run: ListingRun,
  signal: AbortSignal,
  cap: number = PAGE_CAP,
  ask: AskPage,
): Promise<Answer | null> {
  const end = (how: 'complete' | 'repeated cursor' | 'page cap' | 'failed' | 'cancelled', detail?: string) =>
    line.note({
      type: 'listing-ended',
      at: line.clock.now(),
      listing: run.listing,
      how,
      ...(detail === undefined ? {} : { detail }),
    });

  for (let pages = 0; pages < cap; pages++) {
    const id = line.takeId();
    const exchange = line.nextExchange();
    run.page += 1;
    const params = run.cursor === undefined ? [] : [['cursor', JSON.stringify(run.cursor)] as const];
    const answer = await ask({
      exchange,
      purpose: { kind: 'listing', listing: run.listing, page: run.page },
      headers: speech.headers(run.method, null),
      text: speech.request(id, run.method, params, null),
      id,
      signal,
    });
    if (signal.aborted) {
      end('cancelled');
      return null;
    }
    if (answer.kind === 'none') {
      run.page -= 1;
      end('failed', describeNoAnswer(answer).reason);
      return answer;
    }
    const { summary, value } = answer.message;
    if (summary.kind === 'error') {
      run.page -= 1;
      end('failed', `Error ${summary.errorCode ?? ''}: ${summary.errorMessage ?? ''}`);
      return answer;
    }
    if (run.method === 'tools/list' && speech.parameterHeaders)
      line.definitions.learn(run.listing, answer.message.text);
    const result = isRecord(value) ? value['result'] : undefined;
    const type = isRecord(result) ? result['resultType'] : undefined;
    if (type !== undefined && type !== 'complete') {
      // What it lists all the same is shown; going on with it is not.
      const reason =
        type === 'input_required'
          ? `A server must not ask for input in a result of ${run.method}`
          : `resultType is ${JSON.stringify(type)}, which this client does not know`;
      finding('list-result-type', reason, exchange);
      end('failed', reason);
      return null;
    }
    const next = isRecord(result) ? result['nextCursor'] : undefined;
    if (next === undefined || next === null) {
      end('complete');
      return null;
    }
    if (typeof next !== 'string') {
      finding('cursor-not-string', 'nextCursor is not a string, so the listing stopped', exchange);
      end('complete');
      return null;
    }
    if (run.seen.has(next)) {
      finding(
        'cursor-repeated',
        `The cursor ${JSON.stringify(next)} came before, so the listing stopped`,
        exchange,
      );
      end('repeated cursor');
      return null;
    }
    run.seen.add(next);
    run.cursor = next;
  }
  end('page cap', `${cap} page${cap === 1 ? '' : 's'}`);
  return null;

  function finding(rule: string, text: string, exchange: number): void {
    line.note({
      type: 'finding',
      at: line.clock.now(),
      finding: { rule, severity: 'warning', text, exchange, listing: run.listing },
    });
  }
}
