import { decodeString, member, parseDocument, sliceOf } from '../base/json/document.ts';
import type { Severity } from '../diff/severity.ts';
import type { RunFacts } from './column-facts.ts';
import { connectionText, outcomeText, roundsText } from './matrix.ts';
import type { ComparedSide } from './compared-side.ts';

/** What a server said when it did not let a column connect; what it did not say is absent. */
export interface FailedConnection {
  /** The verdict in a sentence. */
  readonly title: string;
  readonly status?: number;
  /** JSON text. */
  readonly code?: string;
  readonly message?: string;
}

/** That a column connects, or comes to the end of a call, where another does not; or takes it in other rounds. */
export interface OutcomeDifference {
  readonly severity: Severity;
  readonly what: 'connection' | 'outcome' | 'rounds';
  /** The call, by its place in the plan; absent for connections. */
  readonly call?: number;
  readonly column: number;
  /** What it is compared with: a column on its left, or the same of the run before. */
  readonly from: number | 'before';
  readonly before: string;
  readonly after: string;
  /** Of the side that did not connect. */
  readonly failed?: FailedConnection;
}

/** What a side came to in one matter. `unclear`: it ended, and nobody can tell whose fault that is. */
interface Came {
  readonly how: 'well' | 'badly' | 'unclear';
  readonly text: string;
}

type SideOf = (column: number, from: number | 'before' | null) => ComparedSide | undefined;

/**
 * What differs in whether columns connect and how their calls end, in the order of the columns. A failure is compared with the nearest column on
 * its left that came through, so that a second one is told too; or all with the run before.
 */
export async function outcomeDifferences(
  columns: number,
  against: 'left neighbour' | 'run before',
  sideOf: SideOf,
): Promise<readonly OutcomeDifference[]> {
  const found: OutcomeDifference[] = [];
  for (let column = 0; column < columns; column++) {
    const right = sideOf(column, null)?.facts;
    if (!right) continue;
    const earlier =
      against === 'run before'
        ? (['before'] as const)
        : Array.from({ length: column }, (_, index) => column - 1 - index);
    const sides = earlier.flatMap((from) => {
      const facts = sideOf(column, from)?.facts;
      return facts ? [{ from, facts }] : [];
    });
    /** The nearest side to compare `came` with, and what that came to. */
    const compared = (came: Came, read: (facts: RunFacts) => Came | null) => {
      const known = sides.flatMap(({ from, facts }) => {
        const before = read(facts);
        return before ? [{ from, facts, before }] : [];
      });
      const well = came.how === 'well' ? undefined : known.find(({ before }) => before.how === 'well');
      const nearest = well ?? known[0];
      return nearest && nearest.before.text !== came.text ? nearest : undefined;
    };

    const connected = connection(right);
    const other = connected && compared(connected, connection);
    if (connected && other && !(connected.how === 'well' && other.before.how === 'well')) {
      const failed = await failedConnection(connected.how === 'well' ? other.facts : right);
      found.push({
        severity: severityOf(other.before, connected),
        what: 'connection',
        column,
        from: other.from,
        before: other.before.text,
        after: connected.text,
        ...(failed && { failed }),
      });
    }
    // That its calls were not made follows from that.
    if (connected?.how !== 'well') continue;
    for (const call of right.calls.keys()) {
      const read = (facts: RunFacts) => (connection(facts)?.how === 'well' ? ending(facts, call) : null);
      const came = read(right);
      const than = came && compared(came, read);
      if (came && than) {
        found.push({
          severity: severityOf(than.before, came),
          what: 'outcome',
          call,
          column,
          from: than.from,
          before: than.before.text,
          after: came.text,
        });
      }
      const rounds = (facts: RunFacts): Came | null => {
        const made = facts.calls[call];
        return made?.kind === 'made' ? { how: 'well', text: roundsText(made.view) } : null;
      };
      const taken = rounds(right);
      const took = taken && compared(taken, rounds);
      if (taken && took) {
        found.push({
          severity: 'compatible',
          what: 'rounds',
          call,
          column,
          from: took.from,
          before: took.before.text,
          after: taken.text,
        });
      }
    }
  }
  return found;
}

function severityOf(before: Came, after: Came): Severity {
  if (after.how === 'well') return 'compatible';
  return before.how === 'well' && after.how === 'badly' ? 'breaking' : 'unclear';
}

function connection({ handshake }: RunFacts): Came | null {
  const text = handshake && connectionText(handshake);
  if (!text || handshake.outcome?.kind === 'cancelled') return null;
  return { how: handshake.outcome?.kind === 'connected' ? 'well' : 'badly', text };
}

function ending({ calls }: RunFacts, call: number): Came | null {
  const facts = calls[call];
  if (!facts || (facts.kind === 'left out' && facts.reason === 'Cancelled')) return null;
  const { text, failed } = outcomeText(facts);
  if (!failed) return { how: 'well', text };
  // Nobody was there to answer: another client would have been.
  const byUs = facts.kind === 'made' && (facts.givenUp !== null || facts.view.ended?.how === 'cancelled');
  return { how: byUs ? 'unclear' : 'badly', text };
}

/** Why a handshake failed, with what was answered; null where it did not fail. */
export async function failedConnection({
  handshake,
  exchanges,
}: Pick<RunFacts, 'handshake' | 'exchanges'>): Promise<FailedConnection | null> {
  if (handshake?.outcome?.kind !== 'failed') return null;
  const last = handshake.attempts.at(-1);
  const title = handshake.diagnosis?.title ?? last?.verdict?.reason ?? 'The handshake failed';
  const view = exchanges.get(last?.exchanges.at(-1) ?? -1);
  if (!view?.response) return { title };
  const { status } = view.response;
  const body = view.body?.body ?? view.sse.findLast(({ data }) => data !== null)?.data;
  const text = await body?.text().catch(() => undefined);
  const read = text === undefined ? null : parseDocument(text);
  if (text === undefined || !read?.ok) return { title, status };
  const error = member(read.value, 'error');
  const code = member(error, 'code');
  const message = decodeString(text, member(error, 'message'));
  return {
    title,
    status,
    ...(code && { code: sliceOf(text, code) }),
    ...(message !== undefined && { message }),
  };
}
