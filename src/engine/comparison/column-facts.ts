import { canonical, canonicalText } from '../base/json/canonical.ts';
import {
  decodeString,
  findPath,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
} from '../base/json/document.ts';
import { inSlices } from '../base/turn.ts';
import { META_SERVER_INFO } from '../protocol/meta-keys.ts';
import type { ListMethod } from '../protocol/lists.ts';
import { createCallsView, type CallView, type RoundView } from '../views/calls.ts';
import { createExchangesView, type Exchanges } from '../views/exchanges.ts';
import { readFacts, type Facts, type NoFacts } from '../views/handshake-facts.ts';
import { createHandshakesView, type HandshakeView } from '../views/handshakes.ts';
import type { EntryList, ListEntry } from '../views/list-pages.ts';
import { createListingsView, type ListingView } from '../views/listings.ts';
import { readPrompts } from '../views/prompts.ts';
import { readResources, readTemplates } from '../views/resources.ts';
import { readTools } from '../views/tools.ts';
import { digest } from './digest.ts';
import { COMPARED_LISTS, type ColumnRun } from './plan.ts';
import { receivedSoFar } from './received.ts';

/** What travelled for one purpose. */
export interface Traffic {
  /** HTTP requests. */
  readonly roundTrips: number;
  /** UTF-8 bytes of bodies. */
  readonly sent: number;
  readonly received: number;
  /** From the first request to the last answer, in milliseconds; null where none came. */
  readonly ms: number | null;
}

/** What a list came to. */
export interface ListFacts {
  readonly listing: ListingView;
  readonly list: EntryList<ListEntry>;
  /** The entries as one text, whatever their order. */
  readonly value: string;
  /** Of that text. */
  readonly digest: string;
  /** How many entries have an output schema: tools alone may. */
  readonly outputSchemas: number;
}

/** Why a list came in part; null where it is whole. Sentence case, no full stop. */
export function partialReason({ listing: { ended }, list }: ListFacts): string | null {
  const [failed] = list.failedPages;
  if (failed) return failed.reason;
  switch (ended?.how) {
    case 'complete':
      return null;
    case undefined:
      return 'What was recorded ends within it';
    case 'cancelled':
      return 'Listing was cancelled';
    case 'page cap':
      return 'It has more pages than are asked for';
    case 'repeated cursor':
      return 'A cursor was given twice';
    case 'failed':
      return ended.detail ?? 'Listing failed';
  }
}

/** What a call came to. */
export type CallFacts =
  | {
      readonly kind: 'made';
      readonly view: CallView;
      /** What it waited for a person for, and was given up; null where it came to its end. */
      readonly givenUp: string | null;
      readonly traffic: Traffic;
      /** The text of the message that answered last; null where none did. */
      readonly answer: string | null;
      /**
       * The result or error as a caller sees it, as one text: without `resultType`, which says no more than that it is one, and
       * without who the server says it is. Null where there is none.
       */
      readonly value: string | null;
      /** First text of its content. */
      readonly preview: string | null;
    }
  | { readonly kind: 'left out'; readonly reason: string };

/** What one run of a column came to, read from its recording. */
export interface RunFacts {
  /** What it was read from. */
  readonly run: ColumnRun;
  readonly exchanges: Exchanges;
  /** Null where none was begun. */
  readonly handshake: HandshakeView | null;
  readonly settled: Facts | NoFacts;
  readonly connecting: Traffic;
  /** What was asked for; a list that nobody offers is missing. */
  readonly lists: ReadonlyMap<ListMethod, ListFacts>;
  readonly calls: readonly CallFacts[];
}

const known = new WeakMap<ColumnRun, Promise<RunFacts>>();

/** The facts of a run that is over; read once. */
export function readRun(run: ColumnRun): Promise<RunFacts> {
  const found = known.get(run);
  if (found) return found;
  const reading = read(run);
  known.set(run, reading);
  return reading;
}

async function read(run: ColumnRun): Promise<RunFacts> {
  const { recording, calls } = run;
  const exchanges = createExchangesView(recording).read();
  const handshake = createHandshakesView(recording).read().at(0) ?? null;
  const listings = createListingsView(recording).read();
  const views = createCallsView(recording).read();
  const lists = await Promise.all(
    COMPARED_LISTS.flatMap((method) => {
      const listing = listings.findLast((each) => each.method === method);
      return listing ? [readList(method, listing)] : [];
    }),
  );
  return {
    run,
    exchanges,
    handshake,
    settled: handshake
      ? await readFacts({ handshake, exchanges })
      : { problem: 'It was cancelled before it began' },
    connecting: trafficOf(handshake?.attempts.flatMap((attempt) => attempt.exchanges) ?? [], exchanges),
    lists: new Map(lists),
    calls: await Promise.all(
      calls.map(async (made): Promise<CallFacts> => {
        if (made.kind === 'left out') return made;
        const view = views.find((each) => each.call === made.call);
        return view
          ? readCall(view, made.givenUp ?? null, exchanges)
          : { kind: 'left out', reason: 'Cancelled' };
      }),
    ),
  };
}

const READERS: Readonly<Record<ListMethod, (listing: ListingView) => Promise<EntryList<ListEntry>>>> = {
  'tools/list': readTools,
  'resources/list': readResources,
  'resources/templates/list': readTemplates,
  'prompts/list': readPrompts,
};

async function readList(method: ListMethod, listing: ListingView): Promise<readonly [ListMethod, ListFacts]> {
  const list = await READERS[method](listing);
  const outputSchemas = list.entries.filter(
    (entry) => 'outputSchema' in entry && entry.outputSchema !== null,
  );
  return [
    method,
    { listing, list, outputSchemas: outputSchemas.length, ...(await inSlices(valueOfList(list.entries))) },
  ];
}

/** Entries that are read between two chances to stop. */
const STEP = 128;

/** In slices, for ten thousand entries would hold up the page. */
function* valueOfList(entries: readonly ListEntry[]): Generator<void, Pick<ListFacts, 'value' | 'digest'>> {
  const texts: string[] = [];
  for (const { raw } of entries) {
    texts.push(canonical(raw));
    if (texts.length % STEP === 0) yield;
  }
  const value = texts.sort().join('\n');
  yield;
  return { value, digest: digest(value) };
}

async function readCall(view: CallView, givenUp: string | null, exchanges: Exchanges): Promise<CallFacts> {
  const newest = view.rounds.at(-1);
  const answer = newest?.result ? await newest.result.body.text().catch(() => null) : null;
  return {
    kind: 'made',
    view,
    givenUp,
    traffic: trafficOf(exchangesOf(view.rounds), exchanges),
    answer,
    ...valueOf(answer, newest),
  };
}

/** The exchanges that rounds travelled in: requests, those they were resumed in, and answers to what a legacy server asked. */
export function exchangesOf(rounds: readonly RoundView[]): readonly number[] {
  return rounds.flatMap(({ exchange, resumedIn, serverRequests }) => [
    exchange,
    ...resumedIn,
    ...serverRequests.flatMap(({ earlier, reply }) => (reply ? [...earlier, reply.exchange] : earlier)),
  ]);
}

function valueOf(
  answer: string | null,
  round: RoundView | undefined,
): { readonly value: string | null; readonly preview: string | null } {
  const read = answer === null ? null : parseDocument(answer);
  if (answer === null || !read?.ok) return { value: answer, preview: null };
  const message = read.value.items?.[round?.result?.item ?? 0] ?? read.value;
  const error = member(message, 'error');
  if (error) {
    return {
      value: canonicalText(answer, error),
      preview: decodeString(answer, member(error, 'message')) ?? null,
    };
  }
  const result = member(message, 'result');
  if (!result) return { value: canonicalText(answer, message), preview: null };
  return {
    value: canonicalText(answer, result, notCompared(result)),
    preview: previewOf(answer, result),
  };
}

/** Members of a result that say which revision it is of, and not what the call came to. */
function notCompared(result: JsonNode): ReadonlySet<JsonNode> {
  const nodes: JsonNode[] = [];
  const resultType = member(result, 'resultType');
  if (resultType) nodes.push(resultType);
  const meta = member(result, '_meta');
  const info = member(meta, META_SERVER_INFO);
  if (meta && info) nodes.push(meta.members?.length === 1 ? meta : info);
  return new Set(nodes);
}

function previewOf(text: string, result: JsonNode): string | null {
  for (const path of [
    ['content', 0, 'text'],
    ['contents', 0, 'text'],
    ['messages', 0, 'content', 'text'],
  ]) {
    const found = decodeString(text, findPath(result, path));
    if (found !== undefined) return found;
  }
  const structured = member(result, 'structuredContent');
  return structured ? sliceOf(text, structured) : null;
}

function trafficOf(numbers: readonly number[], exchanges: Exchanges): Traffic {
  let sent = 0;
  let received = 0;
  let first: number | null = null;
  let last: number | null = null;
  for (const number of numbers) {
    const view = exchanges.get(number);
    if (!view) continue;
    sent += view.request.body?.bytes ?? 0;
    received += receivedSoFar(view);
    first = Math.min(first ?? view.request.at, view.request.at);
    // The answer counts, not when its stream was closed.
    const came = view.body?.at ?? view.sse.at(-1)?.at ?? view.response?.at ?? view.end?.at;
    if (came !== undefined) last = Math.max(last ?? came, came);
  }
  return {
    roundTrips: numbers.length,
    sent,
    received,
    ms: first === null || last === null ? null : last - first,
  };
}
