import { capabilityRows, type CapabilityRow } from '../capabilities/rows.ts';
import type { DifferenceKind } from '../diff/difference.ts';
import { kindOf } from '../diff/difference.ts';
import { LISTS, type ListMethod } from '../protocol/lists.ts';
import type { CallView } from '../views/calls.ts';
import { hasFacts } from '../views/handshake-facts.ts';
import type { HandshakeView } from '../views/handshakes.ts';
import {
  partialReason,
  type CallFacts,
  type ListFacts,
  type RunFacts,
  type Traffic,
} from './column-facts.ts';
import { digest } from './digest.ts';
import { COMPARED_LISTS, type ComparisonPlan } from './plan.ts';

/** What stands in a cell. */
export type CellContent =
  /** The column did not come so far. */
  | { readonly kind: 'unknown' }
  /** There is no such thing in this column. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Of a value that is too long to be shown: eight digits, the same for the same value. */
      readonly digest?: string;
      /** First revision in which it is deprecated, where this column's is that one or a later one. */
      readonly deprecated?: string;
      readonly failed?: true;
      /** The runs of this column do not agree with each other. */
      readonly varies?: true;
    }
  /** The median of the runs, in milliseconds. */
  | { readonly kind: 'time'; readonly ms: number }
  /** UTF-8 bytes of bodies, in the first run. */
  | { readonly kind: 'bytes'; readonly sent: number; readonly received: number };

/** One row in one column. */
export interface MatrixCell {
  readonly content: CellContent;
  /**
   * How it differs from the nearest column on its left that came so far, which `from` names; or, where that was asked for, from the same
   * column of the run before. Null where it does not, or there is none.
   */
  readonly difference: { readonly kind: DifferenceKind; readonly from: number | 'before' } | null;
}

/** What a cell of a row opens. */
export type RowSubject =
  | { readonly kind: 'handshake' }
  | { readonly kind: 'list'; readonly method: ListMethod }
  /** A call, by its place in the plan. */
  | { readonly kind: 'call'; readonly call: number };

/** One thing that is compared over the columns. */
export interface MatrixRow {
  /** Unique in its matrix. */
  readonly key: string;
  readonly group: string;
  readonly label: string;
  /** The label comes from the wire. */
  readonly code: boolean;
  readonly subject: RowSubject;
  readonly cells: readonly MatrixCell[];
}

/**
 * A cell before its neighbours are known. `value`: what tells it from others; undefined where it differs by nature. Two that have the same `alike` are no
 * news to each other, whatever their values.
 */
interface Found {
  readonly content: CellContent;
  readonly value?: string;
  readonly alike?: string;
}

/** The runs of one column; empty where it has not come so far. */
export type ColumnFacts = readonly RunFacts[];

const UNKNOWN: Found = { content: { kind: 'unknown' } };
const NONE: Found = { content: { kind: 'none' } };

/** What a list is called. */
export const LIST_NAMES: Readonly<Record<ListMethod, string>> = {
  'tools/list': 'Tools',
  'resources/list': 'Resources',
  'resources/templates/list': 'Resource templates',
  'prompts/list': 'Prompts',
};

/**
 * What the columns came to, row by row. Times and bytes differ by nature and are never marked. Each cell is compared with its left neighbour,
 * or with the same column of `before`, the run before; a row that only that one has is there too.
 */
export function matrixOf(
  plan: Pick<ComparisonPlan, 'calls'>,
  columns: readonly ColumnFacts[],
  before: readonly ColumnFacts[] | null = null,
): readonly MatrixRow[] {
  const rows: MatrixRow[] = [];
  const all = before ? [...columns, ...before] : columns;
  const add = (row: Omit<MatrixRow, 'cells'>, cell: (first: RunFacts, runs: ColumnFacts) => Found) => {
    const foundIn = (runs: ColumnFacts) => (runs[0] ? cell(runs[0], runs) : UNKNOWN);
    const found = columns.map(foundIn);
    const earlier = before?.map(foundIn) ?? null;
    // What no column came to says nothing, unless none has begun.
    if (
      all.some(({ length }) => length > 0) &&
      [...found, ...(earlier ?? [])].every((each) => each.content.kind === 'unknown')
    )
      return;
    rows.push({ ...row, cells: earlier ? markedSince(found, earlier) : marked(found) });
  };

  const handshake = { kind: 'handshake' } as const;
  const connection = (key: string, label: string, cell: Parameters<typeof add>[1]) =>
    add({ key, group: 'Connection', label, code: false, subject: handshake }, cell);
  connection('negotiated', 'Negotiated as', negotiated);
  connection('attempts', 'Attempts', attempts);
  connection('connect trips', 'Round trips to connect', (first) => trips(first.connecting));
  connection('session', 'Session', (first) => {
    if (!hasFacts(first.settled)) return UNKNOWN;
    const id = first.settled.sessionId;
    return id === null
      ? NONE
      : { content: { kind: 'text', text: `id, ${id.length} characters` }, value: 'id' };
  });
  connection('server', 'Server', (first) => {
    if (!hasFacts(first.settled)) return UNKNOWN;
    const info = first.settled.declared.serverInfo;
    if (!info) return NONE;
    return textFound([info.name, info.version].filter(Boolean).join(' '));
  });
  connection('instructions', 'Instructions', (first) => {
    if (!hasFacts(first.settled)) return UNKNOWN;
    const { instructions } = first.settled.declared;
    if (instructions === undefined) return NONE;
    return { content: { kind: 'text', text: clip(instructions) }, value: instructions };
  });
  connection('connect bytes', 'Bytes to connect', (first) => bytes(first.connecting));
  connection('connect time', 'Time to connect', (_, runs) => time(runs.map((run) => run.connecting)));

  const declared = new Map(
    all.flatMap(([first]) => (first ? [[first, capabilitiesOf(first)] as const] : [])),
  );
  for (const side of ['server', 'client'] as const) {
    for (const { name } of namesOf([...declared.values()], side)) {
      add(
        {
          key: `${side} ${name}`,
          group: side === 'server' ? 'Server declares' : 'Client declares',
          label: name,
          code: true,
          subject: handshake,
        },
        (first) => {
          if (!hasFacts(first.settled)) return UNKNOWN;
          const row = declared.get(first)?.find((each) => each.side === side && each.name === name);
          return row ? capability(row, first.settled.revision) : NONE;
        },
      );
    }
  }

  for (const method of COMPARED_LISTS) {
    if (all.every((runs) => !runs.some((run) => run.lists.has(method)))) continue;
    add(
      {
        key: method,
        group: 'Lists',
        label: LIST_NAMES[method],
        code: false,
        subject: { kind: 'list', method },
      },
      (first, runs) => {
        if (!hasFacts(first.settled)) return UNKNOWN;
        const list = first.lists.get(method);
        if (list) return listed(method, list, runs);
        const { capability: name } = LISTS[method];
        // Cancelled, unless it never said that it has such a list.
        return first.settled.declared.capabilities.some(({ path }) => path[0] === name) ? UNKNOWN : NONE;
      },
    );
    const subject = { kind: 'list', method } as const;
    const ofList = (key: string, label: string, cell: (facts: ListFacts) => Found) =>
      add({ key: `${method} ${key}`, group: 'Lists', label, code: false, subject }, (first) => {
        const list = first.lists.get(method);
        return list && partialReason(list) === null ? cell(list) : UNKNOWN;
      });
    if (method === 'tools/list')
      ofList('output schemas', 'Output schemas', ({ outputSchemas }) => textFound(String(outputSchemas)));
    const isHinted = ({ lists }: RunFacts) =>
      lists.get(method)?.list.hints.some(({ ttlMs, cacheScope }) => ttlMs !== null || cacheScope !== null) ??
      false;
    if (all.some((runs) => runs.some(isHinted))) ofList('kept', `${LIST_NAMES[method]} may be kept`, hintsOf);
  }

  for (const [call, { subject }] of plan.calls.entries()) {
    const group = `Call ${call + 1}: ${subject.name}`;
    const about = (key: string, label: string, cell: (facts: CallFacts, runs: ColumnFacts) => Found) =>
      add(
        { key: `${call} ${key}`, group, label, code: false, subject: { kind: 'call', call } },
        (first, runs) => {
          const facts = first.calls[call];
          return facts ? cell(facts, runs) : UNKNOWN;
        },
      );
    about('outcome', 'Outcome', outcome);
    about('rounds', 'Rounds', (facts) =>
      facts.kind === 'made' ? textFound(roundsText(facts.view)) : UNKNOWN,
    );
    about('result', 'Result', (facts, runs) => resultOf(facts, runs, call));
    about('trips', 'Round trips', (facts) => (facts.kind === 'made' ? trips(facts.traffic) : UNKNOWN));
    about('bytes', 'Bytes', (facts) => (facts.kind === 'made' ? bytes(facts.traffic) : UNKNOWN));
    about('time', 'Time', (facts, runs) =>
      facts.kind === 'made' ? time(runs.map((run) => trafficOf(run.calls[call]))) : UNKNOWN,
    );
  }
  return rows;
}

function marked(found: readonly Found[]): readonly MatrixCell[] {
  return found.map((cell, column): MatrixCell => {
    const from = found.slice(0, column).findLastIndex((each) => each.content.kind !== 'unknown');
    const kind = differenceOf(found[from], cell);
    return { content: cell.content, difference: kind && { kind, from } };
  });
}

function markedSince(found: readonly Found[], before: readonly Found[]): readonly MatrixCell[] {
  return found.map((cell, column): MatrixCell => {
    const kind = differenceOf(before[column], cell);
    return { content: cell.content, difference: kind && { kind, from: 'before' } };
  });
}

/** How a cell differs from an earlier one; null where it does not, or one of them did not come so far. */
function differenceOf(earlier: Found | undefined, cell: Found): DifferenceKind | null {
  if (!earlier || earlier.content.kind === 'unknown' || cell.content.kind === 'unknown') return null;
  if (earlier.value === cell.value || (cell.alike !== undefined && earlier.alike === cell.alike)) return null;
  const measured = ({ content }: Found) => content.kind === 'time' || content.kind === 'bytes';
  return measured(earlier) || measured(cell) ? null : kindOf(earlier.value, cell.value);
}

function textFound(text: string): Found {
  return { content: { kind: 'text', text }, value: text };
}

/** What a handshake came to: `2025-11-25, legacy`, `refused`; null while it runs. */
export function connectionText({ outcome, diagnosis }: HandshakeView): string | null {
  switch (outcome?.kind) {
    case undefined:
      return null;
    case 'cancelled':
      return 'cancelled';
    case 'failed':
      return diagnosis?.short ?? 'failed';
    case 'connected':
      return `${outcome.revision}, ${outcome.era}`;
  }
}

function negotiated({ handshake }: RunFacts): Found {
  const outcome = handshake?.outcome;
  const text = handshake && connectionText(handshake);
  if (!handshake || !outcome || text === null) return UNKNOWN;
  if (outcome.kind === 'cancelled') return textFound(text);
  if (outcome.kind === 'failed') {
    return { content: { kind: 'text', text, failed: true }, value: `failed ${text}` };
  }
  const { revision, era } = outcome;
  const { protocolVersion: asked } = handshake;
  const content = { kind: 'text', text } as const;
  if (asked === 'auto') return { content, value: `${era} ${revision}` };
  return revision === asked
    ? // Another revision than in the column before is what was asked for, and no news.
      { content, value: `${era} ${revision}`, alike: `${era} as asked` }
    : { content, value: `${era} ${revision} for ${asked}` };
}

function attempts({ handshake }: RunFacts): Found {
  if (!handshake) return UNKNOWN;
  return textFound(
    handshake.attempts.map(({ era }) => (era === 'modern' ? 'server/discover' : 'initialize')).join(', ') ||
      'none',
  );
}

function trips({ roundTrips }: Traffic): Found {
  return textFound(String(roundTrips));
}

function bytes({ sent, received }: Traffic): Found {
  return { content: { kind: 'bytes', sent, received } };
}

function time(traffic: readonly (Traffic | null)[]): Found {
  const measured = traffic.flatMap((each) => each?.ms ?? []).sort((a, b) => a - b);
  const middle = measured[Math.floor((measured.length - 1) / 2)];
  const above = measured[Math.ceil((measured.length - 1) / 2)];
  if (middle === undefined || above === undefined) return UNKNOWN;
  return { content: { kind: 'time', ms: (middle + above) / 2 } };
}

function trafficOf(facts: CallFacts | undefined): Traffic | null {
  return facts?.kind === 'made' ? facts.traffic : null;
}

function capabilitiesOf(run: RunFacts | undefined): readonly CapabilityRow[] {
  if (!run || !hasFacts(run.settled)) return [];
  const { declared, clientCapabilitiesText, revision } = run.settled;
  return capabilityRows(declared, clientCapabilitiesText, revision);
}

/** Every capability that any column has, once. */
function namesOf(
  columns: readonly (readonly CapabilityRow[])[],
  side: CapabilityRow['side'],
): readonly CapabilityRow[] {
  const rows = new Map<string, CapabilityRow>();
  for (const row of columns.flat()) if (row.side === side && !rows.has(row.name)) rows.set(row.name, row);
  return [...rows.values()];
}

function capability(row: CapabilityRow, revision: string): Found {
  const since = row.deprecatedSince;
  const deprecated = since !== undefined && since <= revision ? since : undefined;
  const text = row.declared.join(', ');
  return {
    content: { kind: 'text', text, ...(deprecated === undefined ? {} : { deprecated }) },
    value: JSON.stringify([row.declared, deprecated ?? null]),
  };
}

function listed(method: ListMethod, facts: ListFacts, runs: ColumnFacts): Found {
  const { list, listing, value, digest } = facts;
  const count = String(list.entries.length);
  if (list.failedPages.length === 0 && (listing.ended === null || listing.ended.how === 'cancelled'))
    return UNKNOWN;
  const reason = partialReason(facts);
  if (reason !== null) {
    const text = list.entries.length > 0 ? `${count}, then ${reason}` : reason;
    return { content: { kind: 'text', text, failed: true }, value: `failed ${text}` };
  }
  const varies = runs.some((run) => run.lists.get(method)?.value !== value);
  return {
    content: {
      kind: 'text',
      text: count,
      digest,
      ...(varies ? { varies } : {}),
    },
    // An empty list has a value too.
    value: varies ? 'varies' : value,
  };
}

/** For how long a list may be kept, and by whom, as its pages say. */
function hintsOf({ list }: ListFacts): Found {
  const said = new Set(
    list.hints.flatMap(({ ttlMs, cacheScope }) => {
      const words = [
        ...(ttlMs === null ? [] : [keptFor(ttlMs)]),
        ...(cacheScope === null ? [] : [cacheScope]),
      ];
      return words.length === 0 ? [] : [words.join(', ')];
    }),
  );
  return said.size === 0 ? NONE : textFound([...said].join('; '));
}

function keptFor(ttlMs: number): string {
  if (ttlMs <= 0) return 'not to be kept';
  return ttlMs % 1000 === 0 ? `ttl ${ttlMs / 1000} s` : `ttl ${ttlMs} ms`;
}

function outcome(facts: CallFacts): Found {
  const { text, failed } = outcomeText(facts);
  return { content: { kind: 'text', text, ...(failed ? { failed } : {}) }, value: text };
}

/** How a call ended: `complete`, `error −32603`, `Not called.` and why. */
export function outcomeText(facts: CallFacts): { readonly text: string; readonly failed?: true } {
  return facts.kind === 'left out'
    ? { text: `Not called. ${facts.reason}`, failed: true }
    : outcomeOf(facts.view, facts.givenUp);
}

function outcomeOf(
  { rounds, ended }: CallView,
  givenUp: string | null,
): { readonly text: string; readonly failed?: true } {
  if (givenUp !== null) return { text: `given up: ${givenUp}`, failed: true };
  const last = rounds.at(-1)?.outcome;
  switch (last?.kind) {
    case 'complete':
      return last.isError ? { text: 'complete, tool error', failed: true } : { text: 'complete' };
    case 'error':
      return { text: `error ${String(last.errorCode).replace('-', '−')}`, failed: true };
    case 'unusable':
      return { text: `not usable: ${last.reason}`, failed: true };
    case 'no answer':
      return { text: `no answer: ${last.reason}`, failed: true };
    case 'input required':
    case 'task':
    case undefined:
      return {
        text: `${ended?.how ?? 'no end'}${ended?.detail ? `: ${ended.detail}` : ''}`,
        failed: true,
      };
  }
}

/** `1 round, 4 requests by the server`. */
export function roundsText({ rounds }: CallView): string {
  const asked = rounds.reduce((sum, round) => sum + round.serverRequests.length, 0);
  const own = `${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}`;
  return asked === 0 ? own : `${own}, ${asked} ${asked === 1 ? 'request' : 'requests'} by the server`;
}

function resultOf(facts: CallFacts, runs: ColumnFacts, call: number): Found {
  if (facts.kind === 'left out') return UNKNOWN;
  const { value, preview } = facts;
  if (value === null) return NONE;
  const varies = runs.some((run) => {
    const other = run.calls[call];
    return other?.kind !== 'made' || other.value !== value;
  });
  return {
    content: {
      kind: 'text',
      text: clip(preview ?? value),
      digest: digest(value),
      ...(varies ? { varies } : {}),
    },
    value: varies ? 'varies' : value,
  };
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
