import type { MessageSummary } from '../wire/events.ts';
import type { Finding } from '../wire-log/notes.ts';
import { pathTo, type CallView, type RoundView } from './calls.ts';
import type { ExchangeView, Exchanges } from './exchanges.ts';
import { exchangeRows, type ExchangeRow, type MessageStep } from './exchange-rows.ts';
import type { AttemptView, HandshakeView } from './handshakes.ts';

/** One step of a ladder, drawn from what travelled. Times are milliseconds from the ladder's start. */
export type LadderStep =
  | {
      readonly kind: 'band';
      readonly key: string;
      readonly name: string;
      readonly text: string;
      readonly waiting: boolean;
    }
  | MessageStep
  | {
      /** Events alike that came between two others of their kind. */
      readonly kind: 'fold';
      readonly key: string;
      readonly atMs: number;
      readonly count: number;
      /** `progress notifications` */
      readonly noun: string;
      readonly ms: number;
    }
  | {
      readonly kind: 'wait';
      readonly key: string;
      readonly who: 'person' | 'server' | 'client';
      readonly atMs: number;
      readonly ms: number;
      /** It still goes on. */
      readonly running: boolean;
    }
  | { readonly kind: 'text'; readonly key: string; readonly text: string };

/** Exchanges that belong together, drawn under one line of text. */
export interface LadderBand {
  /** Unique in its ladder. */
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly exchanges: readonly LadderExchange[];
  /** Who had the ball before the first message of this band, where no request was open. The client unless told. */
  readonly waitBefore?: 'person' | 'client';
  /** The person has the ball since then (`Clock.now()`) and still has it: the band waits. */
  readonly waitingSince?: number;
  /** Lines after the messages. */
  readonly texts?: readonly string[];
  /** When requests by the server were given up: from then on nobody is to answer them. `text`: a line that says so. */
  readonly givenUp?: readonly { readonly at: number; readonly text: string | null }[];
}

/** An exchange of a band, with what only its caller knows about it. */
export interface LadderExchange {
  readonly view: ExchangeView;
  /** The rest of the request's line: `2025-11-25`, `+ 1 response, state`. */
  readonly requestDetail?: string;
  /** The rest of the line of a result that says nothing more itself. */
  readonly resultDetail?: string;
  /** Of a stream that carries more than this band is about: the one request by the server to draw. */
  readonly only?: { readonly event: number | null; readonly id: string };
  /** Who has the ball does not change with it: it answers what was given up before, or what it asks is answered elsewhere. */
  readonly aside?: boolean;
}

/** What a ladder needs besides its bands. */
export interface LadderOptions {
  /** `Clock.now()`, for what still goes on. */
  readonly now: number;
  /** Those about an exchange mark its last arrow, the worst one wins. */
  readonly findings?: readonly Finding[];
}

/** A wait shorter than this has no row: milliseconds. */
export const SHORT_WAIT_MS = 1000;

type BandRow = ExchangeRow | { readonly at: number; readonly until: number; readonly text: string | null };

interface Ball {
  /** Requests that the server is still to answer. */
  server: number;
  /** Requests by the server that are still to be answered by us. */
  person: number;
}

/** The steps of a ladder: bands in the order given, inside a band the messages in order of time. */
export function buildLadder(bands: readonly LadderBand[], options: LadderOptions): LadderStep[] {
  const marks = worstFindings(options.findings ?? []);
  const steps: LadderStep[] = [];
  const ball: Ball = { server: 0, person: 0 };
  let start: number | null = null;
  let last: number | null = null;

  const wait = (
    who: 'person' | 'server' | 'client',
    from: number,
    to: number,
    running: boolean,
    key: string,
  ) => {
    steps.push({ kind: 'wait', key, who, atMs: from - (start ?? from), ms: Math.max(0, to - from), running });
  };
  const holder = (idle: 'person' | 'client'): 'person' | 'server' | 'client' => {
    if (ball.person > 0) return 'person';
    return ball.server > 0 ? 'server' : idle;
  };

  for (const band of bands) {
    const rows = bandRows(band, marks);
    const first = rows[0];
    start ??= first?.at ?? null;
    // The wait before a band belongs to the band before it, where the ball lay.
    if (first && last !== null && first.at - last > SHORT_WAIT_MS) {
      wait(holder(band.waitBefore ?? 'client'), last, first.at, false, `${band.key} before`);
      last = first.at;
    }
    steps.push({
      kind: 'band',
      key: band.key,
      name: band.name,
      text: band.text,
      waiting: band.waitingSince !== undefined,
    });
    for (const [index, row] of rows.entries()) {
      if (last !== null && row.at - last > SHORT_WAIT_MS) {
        wait(holder('client'), last, row.at, false, `${band.key} ${index} before`);
      }
      if ('step' in row) {
        steps.push(placed(row, row.at - (start ?? row.at), ball));
      } else {
        ball.person = Math.max(0, ball.person - 1);
        if (row.text !== null) steps.push({ kind: 'text', key: `${band.key} ${index}`, text: row.text });
      }
      last = Math.max(last ?? row.at, row.until);
    }
    for (const [index, text] of (band.texts ?? []).entries()) {
      steps.push({ kind: 'text', key: `${band.key} text ${index}`, text });
    }
    if (band.waitingSince !== undefined) {
      wait('person', band.waitingSince, options.now, true, `${band.key} waiting`);
      last = options.now;
    }
  }

  // Only the tail can still be open: a wait that has ended stands between two rows.
  const waitsNow = bands.at(-1)?.waitingSince !== undefined;
  if (!waitsNow && last !== null && ball.server + ball.person > 0 && options.now - last > SHORT_WAIT_MS) {
    wait(holder('client'), last, options.now, true, 'now');
  }
  return steps;
}

function bandRows(band: LadderBand, marks: ReadonlyMap<number, Finding['severity']>): BandRow[] {
  const rows: BandRow[] = band.exchanges.flatMap((exchange) => {
    const own = exchangeRows(exchange, marks.get(exchange.view.exchange) ?? null);
    if (exchange.aside) return own.map((row) => ({ ...row, asks: 0 }));
    const { only } = exchange;
    return only ? own.filter(({ step }) => isRequest(step, only)) : own;
  });
  for (const { at, text } of band.givenUp ?? []) rows.push({ at, until: at, text });
  return rows.sort((a, b) => a.at - b.at);
}

function isRequest(step: ExchangeRow['step'], { event, id }: { event: number | null; id: string }): boolean {
  return step.kind === 'message' && step.direction === 'in' && step.event === event && step.id === id;
}

function placed(row: ExchangeRow, atMs: number, ball: Ball): LadderStep {
  const before = ball.server > 0;
  ball.server = Math.max(0, ball.server + row.holds);
  ball.person = Math.max(0, ball.person + row.asks);
  if (row.step.kind === 'fold') return { ...row.step, atMs };
  return { ...row.step, atMs, serverHolds: { before, after: ball.server > 0 } };
}

const RANK = { error: 3, warning: 2, info: 1 } as const;

function worstFindings(findings: readonly Finding[]): ReadonlyMap<number, Finding['severity']> {
  const worst = new Map<number, Finding['severity']>();
  for (const { exchange, severity } of findings) {
    if (exchange === undefined) continue;
    const found = worst.get(exchange);
    if (found === undefined || RANK[severity] > RANK[found]) worst.set(exchange, severity);
  }
  return worst;
}

/** The ladder of a handshake: a band for each attempt, then the requests that asked why it failed. */
export function handshakeLadder(
  handshake: HandshakeView,
  exchanges: Exchanges,
  options: { readonly now: number },
): LadderStep[] {
  const bands: LadderBand[] = handshake.attempts.map((attempt) => {
    const views = present(attempt.exchanges, exchanges);
    return {
      key: `attempt ${attempt.attempt}`,
      name: `Attempt ${attempt.attempt}`,
      text: attempt.era,
      exchanges: views.map((view) => ({
        view,
        requestDetail: asks(view) ? attempt.asked : '',
        resultDetail: answeredVersion(handshake, attempt),
      })),
      texts: verdictTexts(attempt, views),
    };
  });
  const streams = present(handshake.streams, exchanges);
  if (streams.length > 0) {
    bands.push({
      key: 'stream',
      name: 'Stream',
      text: 'for requests by the server',
      // Its requests have their place in Rounds, with the answers.
      exchanges: streams.map((view) => ({ view, aside: true })),
    });
  }
  const probes = present(handshake.probes, exchanges);
  if (probes.length > 0) {
    bands.push({
      key: 'probes',
      name: 'Probes',
      text: 'to find out why',
      exchanges: probes.map((view) => ({ view })),
    });
  }
  return buildLadder(bands, { now: options.now, findings: handshake.findings });
}

function present(numbers: readonly number[], exchanges: Exchanges): ExchangeView[] {
  return numbers.map((number) => exchanges.get(number)).filter((view) => view !== undefined);
}

function asks(view: ExchangeView): boolean {
  return view.request.messages.some((message) => message.kind === 'request');
}

function answeredVersion({ outcome }: HandshakeView, attempt: AttemptView): string {
  // A modern result has no version of its own: it lists what the server supports.
  if (outcome?.kind !== 'connected' || outcome.attempt !== attempt.attempt || outcome.era !== 'legacy')
    return '';
  return outcome.revision;
}

function verdictTexts({ verdict }: AttemptView, views: readonly ExchangeView[]): string[] {
  if (!verdict) return [];
  const judged = views.findLast(asks);
  const saw = judged ? sawText(judged) : '';
  switch (verdict.kind) {
    case 'try-legacy':
      return [saw ? `fell back: ${saw}` : 'fell back'];
    case 'retry-modern':
      return [
        `asked again${verdict.retryVersion === undefined ? '' : ` with ${verdict.retryVersion}`}${saw && `: ${saw}`}`,
      ];
    case 'stop':
      return [saw ? `stopped: ${saw}` : 'stopped'];
    case 'modern':
    case 'legacy':
      return [];
  }
}

function sawText({ response, body, sse, end }: ExchangeView): string {
  if (!response) return end?.how === 'time-limit' ? 'our time limit passed' : 'no answer a page may read';
  const answer: MessageSummary | undefined = [
    ...(body?.messages ?? []),
    ...(sse.length <= 100 ? sse.flatMap((event) => event.messages) : (sse.at(-1)?.messages ?? [])),
  ].findLast((message) => message.kind !== 'notification');
  const status = String(response.status);
  if (answer?.kind === 'error' && answer.errorCode !== undefined) {
    return `${status} with ${String(answer.errorCode).replace('-', '−')}`;
  }
  if (answer?.kind === 'invalid') return `${status}, not JSON-RPC`;
  if (!answer) return `${status} without a message`;
  return status;
}

/** The ladder of one path of a call: a band for each round, and the person's time between them. */
export function callLadder(
  call: CallView,
  path: readonly RoundView[],
  exchanges: Exchanges,
  options: { readonly now: number },
): LadderStep[] {
  const bands = path.map((round, index): LadderBand => {
    const parent = path[index - 1];
    const own = exchanges.get(round.exchange);
    const waits =
      call.state === 'waiting' && call.waiting?.round === round.round && index === path.length - 1;
    return {
      key: `round ${round.round}`,
      name: `Round ${round.depth}${round.branch && `, branch ${round.branch}`}`,
      text: roundText(call, round),
      exchanges: own ? roundExchanges(call, round, parent, own, exchanges) : [],
      givenUp: round.serverRequests.flatMap(({ key, ended }) =>
        ended
          ? [{ at: ended.at, text: ended.how === 'left unanswered' ? `${key} left unanswered` : null }]
          : [],
      ),
      waitBefore: round.by === 'hand' ? 'person' : 'client',
      ...(waits ? { waitingSince: call.waiting?.since ?? options.now } : {}),
      ...(round.outcome?.kind === 'unusable' ? { texts: [round.outcome.reason] } : {}),
    };
  });
  const exchangeOf = new Map(call.rounds.map((round) => [round.round, round.exchange]));
  // A finding about a round marks that round's exchange.
  const findings = call.findings.map((finding) => {
    const exchange =
      finding.exchange ?? (finding.round === undefined ? undefined : exchangeOf.get(finding.round));
    return exchange === undefined ? finding : { ...finding, exchange };
  });
  return buildLadder(bands, { now: options.now, findings });
}

/** The ladder of the path that ends in the newest round; empty while nothing was sent. */
export function newestCallLadder(
  call: CallView,
  exchanges: Exchanges,
  options: { readonly now: number },
): LadderStep[] {
  const newest = call.rounds.at(-1);
  return newest ? callLadder(call, pathTo(call, newest.round), exchanges, options) : [];
}

function roundExchanges(
  call: CallView,
  round: RoundView,
  parent: RoundView | undefined,
  own: ExchangeView,
  exchanges: Exchanges,
): LadderExchange[] {
  // A request on the notification stream: what else came there is not about it.
  const begun: LadderExchange[] =
    call.origin === 'server'
      ? round.serverRequests.map(({ event, key }) => ({ view: own, only: { event, id: key } }))
      : [{ view: own, requestDetail: parent ? sentText(round, parent) : '' }];
  return [
    ...begun,
    ...present(round.resumedIn, exchanges).map((view) => ({ view, requestDetail: 'resumed' })),
    ...replies(round, exchanges),
    ...cancellations(call, round, own, exchanges).map((view) => ({ view })),
  ];
}

function roundText({ origin }: CallView, { outcome, deviations, serverRequests }: RoundView): string {
  if (origin === 'server') return 'asked by the server';
  const by = deviations.length > 0 ? 'by hand' : '';
  if (outcome?.kind !== 'input required') return by || countText(serverRequests.length);
  const { keys, hasState } = outcome;
  const asked = countText(keys.length) || (hasState ? 'asks nothing, has state' : 'asks nothing');
  return by ? `${asked}, ${by}` : asked;
}

/** `3 input requests`; nothing for none. */
function countText(count: number): string {
  return count === 0 ? '' : `${count} input request${count === 1 ? '' : 's'}`;
}

function sentText(round: RoundView, parent: RoundView): string {
  if (round.raw) return 'edited as raw text';
  const answered = round.answers.filter(([, by]) => by !== 'omitted').length;
  const words = answered === 0 ? [] : [`+ ${answered} response${answered === 1 ? '' : 's'}`];
  const hadState = parent.outcome?.kind === 'input required' && parent.outcome.hasState;
  const kinds = new Set(round.deviations.map((deviation) => deviation.kind));
  if (kinds.has('state changed')) words.push('state changed');
  else if (kinds.has('state invented')) words.push('state invented');
  else if (kinds.has('state missing')) words.push('state omitted');
  else if (hadState) words.push('state');
  return words.join(', ');
}

/** Replies to what the server asked on this round's stream. Only the first to what still waited takes it off the person's hands. */
function replies(round: RoundView, exchanges: Exchanges): LadderExchange[] {
  return round.serverRequests.flatMap(({ reply, earlier, ended }) =>
    [...earlier, ...(reply ? [reply.exchange] : [])].flatMap((number, index) => {
      const view = exchanges.get(number);
      return view ? [{ view, aside: ended !== null || index > 0 }] : [];
    }),
  );
}

/** What told the server that this round is given up. */
function cancellations(
  call: CallView,
  round: RoundView,
  own: ExchangeView,
  exchanges: Exchanges,
): ExchangeView[] {
  const { outcome } = round;
  if (outcome?.kind !== 'no answer' || (outcome.how !== 'cancelled' && outcome.how !== 'time limit'))
    return [];
  const nextRound = call.rounds.find((other) => other.exchange > round.exchange)?.exchange ?? Infinity;
  const found: ExchangeView[] = [];
  for (let number = own.exchange + 1; number <= exchanges.count && number < nextRound; number++) {
    const view = exchanges.get(number);
    if (view?.purpose?.kind === 'cancellation' && view.purpose.call === call.call) found.push(view);
  }
  return found;
}
