import type { Clock } from '../base/clock.ts';
import type { CallRun, JudgedRound } from '../rounds/advance.ts';
import type { RoundLimits } from '../rounds/automatic.ts';
import type { ElicitAction } from '../responders/suggest.ts';
import { isRecord, type ReceivedMessage } from '../wire/message.ts';
import type { Note } from '../wire-log/notes.ts';

/** The notification that says the person is done at a URL (2025-11-25, client/elicitation). */
export const ELICITATION_COMPLETE = 'notifications/elicitation/complete';

/** What parked calls need from the connection. */
export interface UrlElicitationHost {
  readonly clock: Clock;
  note(note: Note): void;
  isManual(): boolean;
  limits(): RoundLimits;
  /** What answers in automatic mode; `off` and the like count as asking the person. */
  responder(): ElicitAction | 'ask';
  /** Sends the call again. */
  resume(run: CallRun, round: number, by: 'hand' | 'automatic'): void;
  /** Ends the call; nothing is sent. */
  giveUp(run: CallRun, detail: string): void;
}

interface Parked {
  readonly run: CallRun;
  readonly round: number;
  readonly ids: readonly string[];
  /** Why it does not go on by itself; null where it does once all is complete. */
  readonly held: string | null;
}

/**
 * Calls that a server of 2025-11-25 answered with −32042: parked until it says that the person has been to every URL, or until the person sends
 * them again or gives them up. A call that is declined once is given up.
 */
export class UrlElicitations {
  readonly #host: UrlElicitationHost;
  readonly #parked = new Map<number, Parked>();
  /** Said to be complete, also before anyone asked: a notification may be faster than the answer that names its id. */
  readonly #complete = new Set<string>();
  /** Ids that the server has named in asking. */
  readonly #known = new Set<string>();
  /** By call: the ids of its errors so far. A server that names the same once more would be asked for ever. */
  readonly #named = new Map<number, Set<string>>();

  constructor(host: UrlElicitationHost) {
    this.#host = host;
  }

  isParked(call: number): boolean {
    return this.#parked.has(call);
  }

  /** Takes over a call whose round `judged` was answered with −32042. */
  park(run: CallRun, judged: JudgedRound, ids: readonly string[]): void {
    const { clock } = this.#host;
    const { round } = judged;
    for (const id of ids) this.#known.add(id);
    const parked = { run, round, ids, held: this.#whyHeld(run, ids) };
    this.#parked.set(run.call, parked);
    const reason = this.#host.isManual()
      ? 'manual'
      : (parked.held ?? 'The server waits until somebody has been to a URL');
    this.#host.note({ type: 'waiting', at: clock.now(), call: run.call, round, reason });
    const action = this.#host.isManual() ? 'ask' : this.#host.responder();
    if (action !== 'ask') for (const id of ids) this.#answer(parked, id, action, 'responder');
    this.#goOn(parked);
  }

  /** The person, or the responder, agrees to go to a URL or does not. Nothing is sent: an error can't be answered. */
  answer(call: number, id: string, action: ElicitAction): void {
    const parked = this.#parked.get(call);
    if (parked?.ids.includes(id)) this.#answer(parked, id, action, 'hand');
  }

  /** Sends the call again, whatever is complete. */
  resume(call: number): void {
    const parked = this.#parked.get(call);
    if (!parked) return;
    this.#parked.delete(call);
    this.#host.resume(parked.run, parked.round, 'hand');
  }

  /** The call was given up elsewhere. */
  forget(call: number): void {
    this.#parked.delete(call);
  }

  /** Takes a message of the server; all but completions are left alone. Unknown, repeated and early ones do no harm. */
  received({ summary, value }: ReceivedMessage, exchange: number): void {
    if (summary.method === 'elicitation/create') {
      if (summary.elicitation !== undefined) this.#known.add(summary.elicitation);
      return;
    }
    if (summary.method !== ELICITATION_COMPLETE) return;
    const id = summary.elicitation;
    if (id === undefined) {
      const params = isRecord(value) ? value['params'] : undefined;
      return this.#note(
        'elicitation-id-missing',
        'warning',
        exchange,
        `${ELICITATION_COMPLETE} names no elicitationId: ${JSON.stringify(params ?? null).slice(0, 100)}`,
      );
    }
    if (this.#complete.has(id))
      return this.#note(
        'elicitation-repeated',
        'info',
        exchange,
        `The elicitation ${JSON.stringify(id)} was said to be complete before`,
      );
    this.#complete.add(id);
    if (!this.#known.has(id))
      this.#note(
        'elicitation-unknown',
        'info',
        exchange,
        `The elicitation ${JSON.stringify(id)} is said to be complete; nobody has asked for it so far`,
      );
    for (const parked of [...this.#parked.values()]) if (parked.ids.includes(id)) this.#goOn(parked);
  }

  #answer({ run, round }: Parked, id: string, action: ElicitAction, by: 'hand' | 'responder'): void {
    if (!this.#parked.has(run.call)) return;
    this.#host.note({
      type: 'url-answer',
      at: this.#host.clock.now(),
      call: run.call,
      round,
      elicitation: id,
      action,
      by,
    });
    if (action === 'accept') return;
    this.#parked.delete(run.call);
    const who = by === 'hand' ? 'You' : 'The responder';
    this.#host.giveUp(
      run,
      `${who} ${action === 'decline' ? 'declined' : 'cancelled'} what the server asks for`,
    );
  }

  #whyHeld(run: CallRun, ids: readonly string[]): string | null {
    const named = this.#named.get(run.call) ?? new Set();
    const again = ids.every((id) => named.has(id));
    this.#named.set(run.call, new Set([...named, ...ids]));
    const { requests } = this.#host.limits();
    if (run.sent >= requests) return `The limit of ${requests} requests for one call is reached`;
    return again ? 'The server asks again for what it asked for before' : null;
  }

  /** By itself only where the loop may: not while the person steers, and not beyond the limit. */
  #goOn(parked: Parked): void {
    const { run, round, ids, held } = parked;
    if (this.#parked.get(run.call) !== parked || this.#host.isManual() || held !== null) return;
    if (!ids.every((id) => this.#complete.has(id))) return;
    this.#parked.delete(run.call);
    this.#host.resume(run, round, 'automatic');
  }

  #note(rule: string, severity: 'info' | 'warning', exchange: number, text: string): void {
    this.#host.note({
      type: 'finding',
      at: this.#host.clock.now(),
      finding: { rule, severity, text, exchange },
    });
  }
}
