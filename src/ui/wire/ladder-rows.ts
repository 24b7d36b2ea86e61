/** Steps of the engine's ladder as rows of the part that draws it: words, units, and who has the ball where. */
import { notificationsNoun, type MessageStep } from '../../engine/views/exchange-rows.ts';
import type { LadderStep } from '../../engine/views/ladder.ts';
import { duration } from '../parts/duration.ts';
import type { Bar, Bars, LadderPart, LadderRow } from '../parts/ladder.ts';
import { size } from '../parts/size.ts';

/** What would be sent next: drawn dashed below all that travelled. */
export interface DraftStep {
  /** `Round 3`; null where it goes on with the last band. */
  readonly name: string | null;
  readonly method: string;
  /** JSON-RPC id as JSON text. */
  readonly id: string | null;
  /** `+ 3 responses, state` */
  readonly detail: string;
  readonly bytes: number | null;
}

export const DRAFT_KEY = 'draft';

const OUTCOME_TONE = { complete: 'done', 'input required': 'wait', error: 'fail' } as const;

export function ladderRows(steps: readonly LadderStep[], drafts: readonly DraftStep[] = []): LadderRow[] {
  const server = serverBars(steps);
  const person = personBars(steps, drafts.length > 0);
  const partners = partnersOf(steps);
  const rows = steps.map((step, index): LadderRow => {
    const bars: Bars = { ...some('server', server[index]), ...some('person', person[index]) };
    return { ...rowOf(step, partners), ...(bars.server || bars.person ? { bars } : {}) };
  });
  const waits = steps.some((step) => step.kind === 'wait' && step.running && step.who === 'person');
  // A draft inside a round stands beside what the server still holds.
  const held = rows.at(-1)?.bars?.server;
  for (const [index, draft] of drafts.entries()) {
    const last = index === drafts.length - 1;
    rows.push(...draftRows(draft, index, waits, last, draft.name === null ? held : undefined));
  }
  return rows;
}

function draftRows(
  draft: DraftStep,
  index: number,
  waits: boolean,
  last: boolean,
  held: Bar | undefined,
): LadderRow[] {
  const key = index === 0 ? DRAFT_KEY : `${DRAFT_KEY} ${index + 1}`;
  const bars = (span: Bar['span']): { readonly bars?: Bars } => {
    const person: Bar | undefined = waits ? { span, running: true } : undefined;
    const server: Bar | undefined = held && held.span !== 'to' ? { ...held, span: 'full' } : undefined;
    return person || server ? { bars: { ...some('server', server), ...some('person', person) } } : {};
  };
  const message: LadderRow = {
    kind: 'message',
    key,
    dir: 'out',
    at: 'next',
    parts: [{ as: 'method', text: draft.method }, ...idAndRest(draft.id, draft.detail)],
    status: 'POST',
    draft: true,
    ...(draft.bytes === null ? {} : { meta: size(draft.bytes) }),
    ...bars(last ? 'to' : 'full'),
  };
  if (draft.name === null) return [message];
  const band: LadderRow = {
    kind: 'band',
    key: `${key} band`,
    name: draft.name,
    text: 'draft, not sent',
    ...bars('full'),
  };
  return [band, message];
}

function some<K extends string>(key: K, bar: Bar | undefined): { readonly [P in K]?: Bar } {
  return (bar ? { [key]: bar } : {}) as { readonly [P in K]?: Bar };
}

/** The server has the ball from a request to its answer. */
function serverBars(steps: readonly LadderStep[]): (Bar | undefined)[] {
  const runsFrom = steps.findLastIndex((step) => step.kind === 'message' && !step.serverHolds.after);
  let open = false;
  return steps.map((step, index) => {
    const running = index > runsFrom ? { running: true } : {};
    if (step.kind !== 'message') return open ? { span: 'full', ...running } : undefined;
    const { before, after } = step.serverHolds;
    open = after;
    if (!before && !after) return undefined;
    return { span: before && after ? 'full' : after ? 'from' : 'to', ...running };
  });
}

/** The person has the ball from the message before a wait to the message after it. */
function personBars(steps: readonly LadderStep[], hasDraft: boolean): (Bar | undefined)[] {
  const bars: (Bar | undefined)[] = steps.map(() => undefined);
  steps.forEach((step, index) => {
    if (step.kind !== 'wait' || step.who !== 'person') return;
    const running = step.running ? { running: true } : {};
    const from = steps.findLastIndex((other, at) => at < index && other.kind === 'message');
    const to = steps.findIndex((other, at) => at > index && endsPersonWait(other));
    // What was given up has no message that ends it.
    const end = to < 0 ? steps.length - 1 : steps[to]?.kind === 'message' ? to : to - 1;
    for (let at = Math.max(0, from); at <= end; at++) {
      const span = at === from ? 'from' : at === to && !(step.running && hasDraft) ? 'to' : 'full';
      // A row between two waits ends one bar and begins the next.
      bars[at] = bars[at] && span !== 'full' ? { span: 'full', ...running } : { span, ...running };
    }
  });
  return bars;
}

function endsPersonWait(step: LadderStep): boolean {
  return step.kind === 'message' || step.kind === 'text' || (step.kind === 'wait' && step.who !== 'person');
}

/** Request and answer, each by the key of the other: of an exchange, or what a legacy server asked and our response to it. */
function partnersOf(steps: readonly LadderStep[]): ReadonlyMap<string, string> {
  const requests = new Map<number, string>();
  /** Requests of the server by id. */
  const asked = new Map<string, string>();
  const partners = new Map<string, string>();
  for (const step of steps) {
    if (step.kind !== 'message') continue;
    if (step.direction === 'out') requests.set(step.exchange, step.key);
    const request = requests.get(step.exchange);
    if (isServerRequest(step)) asked.set(step.id, step.key);
    else if (step.direction === 'out' && step.oneWay && step.id !== null) {
      const question = asked.get(step.id);
      if (question !== undefined) partners.set(step.key, question).set(question, step.key);
    } else if (step.direction === 'in' && request !== undefined && !step.slim) {
      if (!partners.has(request)) partners.set(request, step.key);
      partners.set(step.key, request);
    }
  }
  return partners;
}

function isServerRequest(step: MessageStep): step is MessageStep & { readonly id: string } {
  const { direction, id, outcome, label, failed } = step;
  return direction === 'in' && id !== null && outcome === null && label !== 'result' && !failed;
}

function rowOf(step: LadderStep, partners: ReadonlyMap<string, string>): LadderRow {
  switch (step.kind) {
    case 'band':
      return { kind: 'band', key: step.key, name: step.name, text: step.text, waiting: step.waiting };
    case 'text':
      return { kind: 'text', key: step.key, text: step.text };
    case 'fold':
      return {
        kind: 'text',
        key: step.key,
        text: `${step.count.toLocaleString('en')} ${step.noun}, ${duration(step.ms)}`,
        side: 'server',
      };
    case 'wait':
      return {
        kind: 'gap',
        key: step.key,
        who: step.who === 'server' ? 'server' : 'person',
        ms: step.ms,
        running: step.running,
        text: waitText(step),
      };
    case 'message':
      return messageRow(step, partners.get(step.key));
  }
}

function waitText({ who, ms, running }: Extract<LadderStep, { kind: 'wait' }>): string {
  // What still goes on is counted in whole seconds: a digit that flickers says nothing.
  const time = running && ms < 60_000 ? `${Math.floor(ms / 1000)} s` : duration(ms);
  switch (who) {
    case 'person':
      return running ? `waiting for you, ${time}` : `you, ${time}, not counted`;
    case 'server':
      return running ? `waiting for the server, ${time}` : `server, ${time}`;
    case 'client':
      return `client, ${time}, not counted`;
  }
}

function messageRow(step: MessageStep, partner: string | undefined): LadderRow {
  const meta = step.bytes !== null ? size(step.bytes) : step.ms !== null ? duration(step.ms) : undefined;
  return {
    kind: 'message',
    key: step.key,
    dir: step.direction,
    parts: partsOf(step),
    atMs: step.atMs,
    status: step.status,
    ...(meta === undefined ? {} : { meta }),
    oneWay: step.oneWay,
    failed: step.failed,
    cut: step.cut,
    slim: step.slim,
    ...(step.finding ? { finding: step.finding } : {}),
    ...(partner === undefined ? {} : { partner }),
    ...(step.slim
      ? { alike: { as: `${step.exchange} ${step.label}`, noun: notificationsNoun(step.label) } }
      : {}),
  };
}

function partsOf(step: MessageStep): LadderPart[] {
  const { direction, outcome, label, id, detail } = step;
  if (direction === 'out') {
    // What asks for an answer is the news; the rest is set in a lighter weight.
    return [{ as: step.oneWay ? 'text' : 'method', text: label }, ...idAndRest(id, detail)];
  }
  if (outcome) {
    return [
      { as: 'chip', text: outcome.text, tone: OUTCOME_TONE[outcome.kind] },
      ...(detail ? dim(detail) : idPart(id)),
    ];
  }
  if (step.slim) return [{ as: 'text', text: shortMethod(label) }, ...dim(detail)];
  if (label === 'result') return [{ as: 'text', text: label }, ...(detail ? dim(detail) : idPart(id))];
  const asks = id !== null && !step.failed;
  return [
    { as: asks ? 'method' : step.oneWay ? 'dim' : 'text', text: label },
    ...(asks ? idPart(id) : []),
    ...dim(detail),
  ];
}

/** A ladder has little room, and its arrow already says that nobody answers. */
function shortMethod(method: string): string {
  return method.startsWith('notifications/') ? method.slice('notifications/'.length) : method;
}

function idPart(id: string | null): LadderPart[] {
  return id === null || id === '' ? [] : [{ as: 'id', text: `id ${id}` }];
}

/** In one piece, so that where there is no room it is cut once and at its end. */
function idAndRest(id: string | null, rest: string): LadderPart[] {
  if (rest === '') return idPart(id);
  return dim(id === null || id === '' ? rest : `id ${id} ${rest}`);
}

function dim(text: string): LadderPart[] {
  return text === '' ? [] : [{ as: 'dim', text }];
}
