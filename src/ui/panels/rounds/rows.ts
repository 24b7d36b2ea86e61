import { utf8Length } from '../../../engine/base/body.ts';
import { member, parseDocument, sliceOf } from '../../../engine/base/json/document.ts';
import { maskedUrl } from '../../../engine/base/open-secrets.ts';
import type { DraftedRequest } from '../../../engine/rounds/draft.ts';
import type { CallView, RoundView } from '../../../engine/views/calls.ts';
import { taskChip } from '../../wire/call/task-words.ts';
import { duration } from '../../parts/duration.ts';
import { signed } from '../../parts/signed.ts';
import type { ChipData } from '../../parts/tone.ts';
import type { TreeNode } from '../../parts/tree.ts';
import type { FindingItem } from '../../parts/findings.ts';
import type { Tint } from '../../parts/raw-block.ts';
import type { DraftStep } from '../../wire/ladder-rows.ts';
import type { Asked } from './asked.ts';
import { givenBy } from './given.ts';
import { idName } from './key-name.ts';
import { askedNote, openCount, replyDeviationCount } from './reply-rows.ts';
import type { RequestMarks } from './request-marks.ts';
import type { ReplyDraftState } from './reply-draft.svelte.ts';
import type { RoundDraftState } from './round-draft.svelte.ts';

/** Names a call or a round in the tree, and reads that name again. */
export function nodeId(call: number, round?: number): string {
  return round === undefined ? String(call) : `${call}.${round}`;
}

/** Names the branch that is begun at a round and not sent yet. */
export function draftId(call: number, round: number): string {
  return `${nodeId(call, round)}.draft`;
}

/** What a tree node or an address names; null where it names nothing. */
export interface NamedNode {
  readonly call: number;
  readonly round: number | null;
  /** The branch that is begun at that round. */
  readonly draft: boolean;
}

export function readNodeId(id: string): NamedNode | null {
  const [, call, round, draft] = /^(\d+)(?:\.(\d+)(\.draft)?)?$/.exec(id) ?? [];
  return call === undefined
    ? null
    : {
        call: Number(call),
        round: round === undefined ? null : Number(round),
        draft: draft !== undefined,
      };
}

/** The newest descendant line of a round: where a path through it ends. */
export function leafOf(call: CallView, round: number): number {
  let leaf = round;
  for (let next: RoundView | undefined; (next = call.rounds.findLast(({ parent }) => parent === leaf));)
    leaf = next.round;
  return leaf;
}

/** `Round 2`, or `Round 2, branch b`. */
export function roundName({ depth, branch }: RoundView): string {
  return `Round ${depth}${branch && `, branch ${branch}`}`;
}

const none: ReadonlySet<string> = new Set();

/**
 * The calls newest first, each with its rounds; a branch stands below the round it departs from. `open` is the call that is shown,
 * `begun` names the rounds (`nodeId`) where a branch is begun and not sent yet.
 */
export function treeNodes(
  calls: readonly CallView[],
  open: number | null,
  begun: ReadonlySet<string> = none,
): TreeNode[] {
  return calls.toReversed().map((call) => new CallNode(call, call.call === open, begun));
}

/** Of a hundred thousand calls a few are in sight: only of those more is made than this. */
class CallNode implements TreeNode {
  readonly id: string;
  readonly mono = true;
  readonly expanded: boolean;
  readonly #call: CallView;
  readonly #begun: ReadonlySet<string>;
  #children: readonly TreeNode[] | undefined;

  constructor(call: CallView, expanded: boolean, begun: ReadonlySet<string>) {
    this.id = nodeId(call.call);
    this.expanded = expanded;
    this.#call = call;
    this.#begun = begun;
  }

  get label(): string {
    return callName(this.#call);
  }

  get suffix(): string {
    const { origin, call, rounds } = this.#call;
    if (origin !== 'server') return `call ${call}`;
    // Such calls have one request, and only its id tells two of them apart.
    const key = rounds[0]?.serverRequests[0]?.key;
    return key === undefined ? 'asked by the server' : `asked by the server, id ${idName(key)}`;
  }

  get chips(): readonly ChipData[] {
    return [callChip(this.#call)];
  }

  get children(): readonly TreeNode[] {
    return (this.#children ??= roundNodes(this.#call, this.#begun));
  }
}

/** What a call is called: by its tool, prompt or resource; one that the server began by its method. */
export function callName({ name, method, origin }: CallView): string {
  return origin === 'server' ? method : name;
}

/** How a round stands in the tree: what is still asked is said by its note. */
function roundChips(call: CallView, round: RoundView): readonly ChipData[] {
  if (round.outcome?.kind === 'input required' || openCount(round) > 0) return [];
  return [roundChip(call, round)];
}

/** A round with the line it goes on, and the lines that branch off after it. */
interface Branching {
  readonly round: RoundView;
  readonly line: Branching[];
  readonly branches: Branching[][];
}

/** A line goes on at its own level; what branches off stands one level below the round it departs from. */
function roundNodes(call: CallView, begun: ReadonlySet<string>): readonly TreeNode[] {
  const rows = new Map<number, Branching>();
  const roots: Branching[][] = [];
  for (const round of call.rounds) {
    const parent = round.parent === null ? undefined : rows.get(round.parent);
    const goesOn = parent !== undefined && round.branch === '';
    const row: Branching = { round, line: goesOn ? parent.line : [], branches: [] };
    row.line.push(row);
    if (!goesOn) (parent?.branches ?? roots).push(row.line);
    rows.set(round.round, row);
  }
  const nodes = new Map<Branching, TreeNode>();
  const nodesOf = (lines: readonly Branching[][]) => lines.flat().flatMap((row) => nodes.get(row) ?? []);
  // From the last to the first: what is below a round was sent after it.
  for (const row of [...rows.values()].toReversed()) {
    const { round, branches } = row;
    const id = nodeId(call.call, round.round);
    nodes.set(row, {
      id,
      label: roundName(round),
      note: roundNote(call, round),
      chips: roundChips(call, round),
      expanded: true,
      children: [...nodesOf(branches), ...(begun.has(id) ? [draftNode(call, round)] : [])],
    });
  }
  return nodesOf(roots);
}

function draftNode(call: CallView, parent: RoundView): TreeNode {
  return {
    id: draftId(call.call, parent.round),
    label: `Round ${parent.depth + 1}`,
    note: 'draft, not sent',
  };
}

/** How a call stands, in a word or two. */
export function callChip(call: CallView): ChipData {
  if (call.state === 'waiting') return { text: 'waiting', tone: 'wait' };
  if (call.state === 'running') return { text: 'running' };
  const last = call.rounds.at(-1);
  switch (call.ended?.how) {
    case 'complete':
      return last?.outcome?.kind === 'complete' ? outcomeChip(last) : { text: 'complete', tone: 'done' };
    case 'error':
      return last?.outcome?.kind === 'error' ? outcomeChip(last) : { text: 'error', tone: 'fail' };
    case 'no answer':
      return { text: 'no answer', tone: 'fail' };
    case 'cancelled':
      return { text: 'cancelled' };
    case 'abandoned':
      // What the server began alone ends with its one request.
      return { text: (call.origin === 'server' && last?.serverRequests[0]?.ended?.how) || 'abandoned' };
    default:
      return { text: 'ended' };
  }
}

/** How a round stands. */
export function roundChip(call: CallView, round: RoundView): ChipData {
  if (openCount(round) > 0) return { text: 'waiting', tone: 'wait' };
  return call.origin === 'server' ? callChip(call) : outcomeChip(round);
}

/** What a round came to. */
export function outcomeChip({ outcome }: RoundView): ChipData {
  switch (outcome?.kind) {
    case undefined:
      return { text: 'running' };
    case 'complete':
      return outcome.isError
        ? { text: 'complete · tool error', tone: 'fail' }
        : { text: 'complete', tone: 'done' };
    case 'input required':
      return { text: 'input required', tone: 'wait' };
    case 'error':
      return { text: `error ${signed(outcome.errorCode)}`, tone: 'fail' };
    case 'task':
      return taskChip(outcome);
    case 'unusable':
      return { text: 'not usable', tone: 'fail' };
    case 'no answer':
      return {
        text: outcome.how === 'cancelled' ? 'cancelled' : 'no answer',
        tone: outcome.how === 'cancelled' ? 'plain' : 'fail',
      };
  }
}

function roundNote(call: CallView, round: RoundView): string {
  const { outcome } = round;
  if (call.state === 'waiting' && call.waiting?.round === round.round && outcome?.kind === 'input required') {
    return outcome.keys.length > 0 ? `${outcome.keys.length} to answer` : 'nothing asked';
  }
  const deviations = round.deviations.length + replyDeviationCount(round);
  return [askedNote(round), sentNote(call, round), deviations > 0 ? marksText(deviations) : '']
    .filter(Boolean)
    .join(', ');
}

/** `1 deviation`, `2 deviations`. */
export function marksText(count: number): string {
  return `${count} deviation${count === 1 ? '' : 's'}`;
}

/** What a round sent, for a line of the tree: `window: accept`. Empty for a first request. */
function sentNote(call: CallView, round: RoundView): string {
  if (round.parent === null) return '';
  if (round.raw) return 'raw text';
  const given = givenBy(round);
  if (given.length === 0) {
    const answered = call.rounds.find((each) => each.round === round.parent)?.outcome;
    return answered?.kind === 'input required' && answered.hasState ? 'state only' : 'sent again';
  }
  if (given.length > 2) return `${given.length} keys`;
  return given.map(({ name, word }) => `${name}: ${word}`).join(', ');
}

/** Who answered the round before `next`, as the request of `next` says: `by hand`, `by responder`; empty where nothing was answered. */
export function whoAnswered(next: RoundView | null): string {
  if (next === null || next.parent === null) return '';
  const { answers, raw } = next;
  const kinds = new Set(answers.map(([, by]) => by));
  if (raw || kinds.has('hand')) return kinds.has('responder') ? 'by hand and responder' : 'by hand';
  return kinds.has('responder') ? 'by responder' : '';
}

/** What became of the state a round gave, as far as its successor's marks tell. */
export function stateFate(round: RoundView, next: RoundView | null): string {
  if (!next || round.outcome?.kind !== 'input required' || !round.outcome.hasState) return '';
  const kinds = new Set(next.deviations.map(({ kind }) => kind));
  if (kinds.has('state changed')) return 'state changed';
  if (kinds.has('state missing')) return 'state left out';
  return 'state echoed';
}

/** `200 over SSE, 412 ms, 2 progress notifications`. */
export function roundFacts(round: RoundView): string {
  const facts: string[] = [];
  if (round.status !== null) facts.push(`${round.status}${round.result?.event == null ? '' : ' over SSE'}`);
  if (round.method !== 'tools/call' && round.method.startsWith('tasks/')) facts.push(round.method);
  if (round.polls > 1) facts.push(`asked ${round.polls} times`);
  if (round.endedAt !== null) facts.push(duration(round.endedAt - round.sentAt));
  if (round.progressCount > 0)
    facts.push(`${round.progressCount} progress notification${round.progressCount === 1 ? '' : 's'}`);
  if (round.logCount > 0) facts.push(`${round.logCount} log message${round.logCount === 1 ? '' : 's'}`);
  return facts.join(', ');
}

/** Members that stand out in a raw block: where the protocol turns. */
export const turningPoints: ReadonlySet<string> = new Set([
  'resultType',
  'inputRequests',
  'inputResponses',
  'requestState',
]);

export const turningTints: ReadonlyMap<string, Tint> = new Map<string, Tint>([
  ['input_required', 'wait'],
  ['complete', 'done'],
]);

/** The same in a response to a legacy server. */
export const replyPoints: ReadonlySet<string> = new Set(['result', 'error']);

/** `125 characters, opaque to a client`. */
export function stateWords(state: Asked['state']): string {
  if (!state) return 'none given';
  if (state.value === null) return 'not a string, against the specification';
  return `${state.value.length} character${state.value.length === 1 ? '' : 's'}, opaque to a client`;
}

/** `POST /mcp`. */
export function postTitle(url: string): string {
  const { pathname, search } = URL.parse(url) ?? { pathname: '', search: '' };
  return `POST ${maskedUrl(`${pathname}${search}`)}`.trim();
}

/** What the next request is, beside its text. */
export function nextWords(
  parent: RoundView,
  draft: RoundDraftState | null,
  compared: RequestMarks | null,
): string {
  const words = [`round ${parent.depth + 1}`];
  if (compared) words.push(`marked where it differs from round ${parent.depth}`);
  if (compared && compared.removed.length > 0) {
    const shown = compared.removed.slice(0, 3).join(', ');
    words.push(`without ${shown}${compared.removed.length > 3 ? ' and more' : ''}`);
  }
  if (draft?.asked.state) {
    words.push(
      { echo: 'state echoed byte for byte', omit: 'state left out', edit: 'state edited' }[draft.stateChoice],
    );
  } else if (draft?.stateChoice === 'edit') words.push('state invented');
  return words.join(', ');
}

/** The next request as the last arrow of the ladder. */
export function draftStep(
  call: CallView,
  parent: RoundView,
  draft: RoundDraftState | null,
  drafted: DraftedRequest | undefined,
): DraftStep {
  const document = drafted ? parseDocument(drafted.text) : undefined;
  const id = document?.ok ? member(document.value, 'id') : undefined;
  return {
    name: `Round ${parent.depth + 1}`,
    method: parent.method === 'tasks/get' ? 'tasks/update' : call.method,
    id: id && drafted ? sliceOf(drafted.text, id) : null,
    detail: draftDetail(draft),
    bytes: drafted ? utf8Length(drafted.text) : null,
  };
}

/** A response to a legacy server as an arrow of the ladder: it belongs to the round that is under way. */
export function replyStep(draft: ReplyDraftState, drafted: DraftedRequest | undefined): DraftStep {
  return {
    name: null,
    method: draft.answer.choice === 'error' ? 'error response' : 'response',
    id: draft.name,
    detail: draft.raw === null ? '' : 'edited as raw text',
    bytes: drafted ? utf8Length(drafted.text) : null,
  };
}

function draftDetail(draft: RoundDraftState | null): string {
  if (!draft) return '';
  if (draft.raw !== null) return 'edited as raw text';
  const count = [...draft.answers, ...draft.added].filter(({ sent }) => sent !== null).length;
  const words = count > 0 ? [`+ ${count} response${count === 1 ? '' : 's'}`] : [];
  if (draft.stateChoice === 'edit' || (draft.stateChoice === 'echo' && draft.asked.state))
    words.push('state');
  return words.join(', ');
}

/** The findings of a call as the list of findings shows them. */
export function findingItems(call: CallView): readonly FindingItem[] {
  return call.findings.map((finding, index) => {
    const round = call.rounds.find((each) => each.round === finding.round);
    return {
      key: String(index),
      severity: finding.severity,
      words: finding.text,
      ...(round ? { where: roundName(round).toLowerCase() } : {}),
      ...(finding.clause ? { clause: finding.clause.title, href: finding.clause.url } : {}),
    };
  });
}
