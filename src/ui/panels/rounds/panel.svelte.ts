import { untrack } from 'svelte';
import type { Session } from '../../../engine/session/contract.ts';
import { eachInSlices } from '../../../engine/base/turn.ts';
import type { DraftedRequest, RoundDraft } from '../../../engine/rounds/draft.ts';
import type { ReplyDraft } from '../../../engine/rounds/reply.ts';
import {
  pathTo,
  type CallView,
  type RoundView,
  type ServerRequestView,
} from '../../../engine/views/calls.ts';
import { NO_SUBSCRIPTION } from '../../../engine/protocol/subscription-filter.ts';
import type { App } from '../../app.ts';
import { later } from '../../later.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';
import { askedBy } from '../../wire/asked-by.ts';
import { draftFor, replyDraftFor, replyDraftsFor } from './drafts.ts';
import type { ReplyDraftState } from './reply-draft.svelte.ts';
import type { RoundDraftState } from './round-draft.svelte.ts';
import { settledWords, isOpen } from './reply-rows.ts';
import { draftId, leafOf, nodeId, readNodeId } from './rows.ts';

/** What is shown: a call, and the round its path leads through. */
interface Focus {
  readonly call: number;
  /** Null follows the newest round. */
  readonly round: number | null;
  /** The path ends at that round, whose result is answered once more. */
  readonly branching: boolean;
}

/** A request of a legacy server, and what the person writes to it. */
export interface Reply {
  readonly request: ServerRequestView;
  readonly draft: ReplyDraftState;
}

const NONE: readonly never[] = [];

/** Connections that a choice lists. */
const LISTED = 200;

/** What outlives the panel while the page is open. */
class Remembered {
  focus = $state.raw<Focus | null>(null);
  /** A connection that is looked at beside the newest, which was `newest` then: one that is opened comes to the front. */
  aside = $state.raw<{ readonly connection: number; readonly newest: number | null } | null>(null);
  /** Rounds that were opened or closed by hand. */
  open = $state.raw<ReadonlyMap<string, boolean>>(new Map());
  /** Rounds (`nodeId`) where a branch is begun and not sent yet. */
  begun = $state.raw<ReadonlySet<string>>(new Set());
  toScale = $state(false);
  /** Requests that are to be answered after all, or once more: each with the exchange of the answer it had then. */
  takenUp = $state.raw<ReadonlyMap<number, number | null>>(new Map());
}

const lastDrafted = new WeakMap<RoundDraftState, DraftedRequest>();

const remembered = new WeakMap<Session, Remembered>();

function memoryOf(session: Session): Remembered {
  const found = remembered.get(session) ?? new Remembered();
  remembered.set(session, found);
  return found;
}

/** One path of one call, and the draft of its next round. Made while the panel is set up. */
export class RoundsPanel {
  readonly #app: App;
  readonly #memory: Remembered;

  readonly connection = $derived.by(() => this.#app.snapshot.current.connection);
  readonly #allCalls = $derived.by(() => this.#app.views.calls.current);
  /** The one that is open; the one of the newest call while none is. */
  readonly #newest = $derived.by(() => this.connection?.number ?? this.#allCalls.at(-1)?.connection ?? null);
  /** The connection whose calls are shown. */
  readonly shown = $derived.by(() => {
    const { aside } = this.#memory;
    return aside?.newest === this.#newest ? aside.connection : this.#newest;
  });
  /** Connections whose calls can be shown, newest first. */
  readonly connections: readonly number[] = $derived.by(() => {
    const numbers = new Set(this.#allCalls.map(({ connection }) => connection));
    if (this.#newest !== null) numbers.add(this.#newest);
    return [...numbers].sort((a, b) => b - a);
  });
  /** What the choice of a connection lists: the newest, and the one that is shown. */
  readonly listedConnections: readonly number[] = $derived.by(() =>
    this.connections.filter((number, index) => index < LISTED || number === this.shown),
  );
  /** The calls of one connection, oldest first. */
  readonly calls: readonly CallView[] = $derived.by(() =>
    this.#allCalls.filter(({ connection }) => connection === this.shown),
  );
  readonly #focused = $derived.by(
    () => this.calls.find(({ call }) => call === this.#memory.focus?.call) ?? null,
  );
  readonly call: CallView | null = $derived.by(
    () =>
      this.#focused ?? this.calls.findLast(({ state }) => state === 'waiting') ?? this.calls.at(-1) ?? null,
  );
  readonly #focus = $derived.by(() => (this.#focused ? this.#memory.focus : null));

  /** Where the shown path ends. */
  readonly #leaf = $derived.by(() => {
    const { call } = this;
    const focus = this.#focus;
    const newest = call?.rounds.at(-1)?.round ?? null;
    if (!call || focus?.round == null || !call.rounds.some(({ round }) => round === focus.round))
      return newest;
    return focus.branching ? focus.round : leafOf(call, focus.round);
  });
  readonly path: readonly RoundView[] = $derived.by(() =>
    this.call && this.#leaf !== null ? pathTo(this.call, this.#leaf) : [],
  );
  readonly last = $derived.by(() => this.path.at(-1) ?? null);

  /** The round whose result is to be answered next, where there is one. In a recording nobody answers. */
  readonly answering: RoundView | null = $derived.by(() => {
    const { call, last } = this;
    if (this.#app.sendsNothing !== null) return null;
    if (!call || last?.outcome?.kind !== 'input required') return null;
    return this.branching || call.state === 'waiting' ? last : null;
  });
  readonly #result = $derived.by(() => this.answering?.result?.body ?? null);
  readonly #draft = later(
    () => ({ call: this.call?.call, round: this.answering?.round, body: this.#result }),
    async ({ call, round, body }) => ({
      body,
      draft:
        body && call !== undefined && round !== undefined
          ? await draftFor(this.#app.session, this.#app.validator, call, round, await body.text())
          : null,
    }),
  );
  /** What the person writes for the next round. Not there while its result is still read. */
  readonly draft = $derived.by(() => {
    const made = this.#draft.current;
    return made && made.body !== null && made.body === this.#result ? made.draft : null;
  });
  readonly #drafted = later(
    () => ({
      call: this.call?.call,
      parent: this.answering?.round,
      of: this.draft,
      draft: this.draft?.toDraft(),
      // Another call may have taken the next id.
      nextId: this.#app.snapshot.current.nextId,
      connected: this.connection !== null,
    }),
    async ({ call, parent, of, draft, connected }) => ({
      of,
      request:
        call !== undefined && parent !== undefined && of && draft
          ? await this.#draftRound(call, parent, of, draft, connected)
          : undefined,
    }),
    { waitMs: 60 },
  );
  /** The exact request that would be sent now; a moment behind while the person types, never that of another round. */
  readonly drafted = $derived.by(() => {
    const made = this.#drafted.current;
    return this.draft !== null && made?.of === this.draft ? made.request : undefined;
  });

  readonly #asked: readonly ServerRequestView[] = $derived.by(() => this.last?.serverRequests ?? NONE);
  readonly #askedNow = $derived.by(() => new Set(this.#asked));
  readonly #toWrite = $derived.by(() =>
    this.#app.sendsNothing === null ? this.#asked.filter((request) => this.#isWritten(request)) : NONE,
  );
  readonly #replyDrafts = later(
    () => this.#toWrite,
    (requests) => replyDraftsFor(this.#app.session, this.#app.validator, requests),
  );
  /** What the person writes to the requests of a legacy server, in order of arrival: also to those it gave up meanwhile. */
  readonly replies: readonly Reply[] = $derived.by(() => {
    const drafts = this.#replyDrafts.current;
    return this.#toWrite.flatMap((request) => {
      const draft = drafts?.get(request.request);
      return draft ? [{ request, draft }] : [];
    });
  });
  readonly #draftedReplies = later(
    () =>
      this.connection === null
        ? NONE
        : this.replies
            .filter(({ draft }) => !draft.omitted)
            .map(({ request, draft }) => ({ request: request.request, of: draft, draft: draft.toDraft() })),
    async (replies) => {
      const drafted = new Map<ReplyDraftState, DraftedRequest>();
      await eachInSlices(replies, async ({ request, of, draft }) => {
        drafted.set(of, await this.#draftReply(request, draft));
      });
      return drafted;
    },
    { waitMs: 60 },
  );
  /** The exact responses that would be sent now; a moment behind while the person types. */
  readonly draftedReplies: ReadonlyMap<ReplyDraftState, DraftedRequest> = $derived.by(
    () => this.#draftedReplies.current ?? new Map<ReplyDraftState, DraftedRequest>(),
  );
  /** Why the answers are held back; where nothing waits any more, why. */
  readonly heldReplies: readonly string[] = $derived.by(() => {
    const open = this.replies.filter(({ request }) => isOpen(request));
    if (open.length === 0)
      return this.replies.map(({ request, draft }) => `${draft.name}: ${settledWords(request)}`);
    return open.flatMap(({ draft }) => draft.held ?? []);
  });

  #sending = $state(false);
  /** Requests whose answer is on its way: not copied for each of thousands, but counted when it changes. */
  readonly #underWay = new Set<number>();
  #underWayChanges = $state(0);
  /** The request just answered, until that is on the screen. */
  #replied = $state.raw<number | null>(null);
  /** Of what is written in an answer: the request it makes. */
  readonly #repliesMade = new WeakMap<ReplyDraft, DraftedRequest>();
  /** The round just sent, until it is on the screen. */
  #arriving: string | null = null;

  constructor(app: App) {
    this.#app = app;
    this.#memory = memoryOf(app.session);
    // Whoever comes back without naming a call comes for the one that waits.
    if (app.target === null && this.call?.state === 'ended')
      this.#memory.focus = this.calls.some(({ state }) => state === 'waiting') ? null : this.#memory.focus;
    $effect(() => {
      const named = app.panel === 'rounds' && app.target !== null ? readNodeId(app.target) : null;
      if (!named) return;
      untrack(() => {
        const of = this.#allCalls.find(({ call }) => call === named.call)?.connection;
        if (of !== undefined) this.show(of);
        this.focus(named.call, named.round);
      });
    });
    // What is shown stays: another call that arrives or waits takes nothing away.
    $effect(() => {
      const { call } = this;
      // One that was just started is on its way to the screen.
      const newest = this.calls.findLast(({ origin }) => origin === 'client')?.call ?? 0;
      const coming = (this.#memory.focus?.call ?? 0) > newest;
      if (call && !this.#focused && !coming) untrack(() => this.focus(call.call, null));
    });
  }

  /** Who asks: what the server calls itself, and where it really is. */
  get server(): string {
    return askedBy(this.connection);
  }

  /** Why nothing of the call that is shown can be sent; null where it can. */
  get closed(): string | null {
    const { call, connection } = this;
    return (
      this.#app.sendsNothing ??
      (connection === null
        ? 'Not connected'
        : call !== null && call.connection === connection.number
          ? null
          : 'The connection of this call is closed')
    );
  }

  /** Without a connection none can be made: what was made last still says what was written. */
  async #draftRound(
    call: number,
    parent: number,
    of: RoundDraftState,
    draft: RoundDraft,
    connected: boolean,
  ): Promise<DraftedRequest | undefined> {
    if (!connected) return lastDrafted.get(of);
    const request = await this.#app.session.draftRound(call, parent, draft);
    lastDrafted.set(of, request);
    return request;
  }

  get branching(): boolean {
    return this.#focus?.branching ?? false;
  }

  get toScale(): boolean {
    return this.#memory.toScale;
  }

  set toScale(on: boolean) {
    this.#memory.toScale = on;
  }

  /** The node of the tree that stands for what is shown. */
  get selected(): string | undefined {
    if (!this.call) return undefined;
    const round = this.#focus?.round ?? this.#leaf;
    if (round !== null && this.branching && this.begun.has(nodeId(this.call.call, round)))
      return draftId(this.call.call, round);
    return round === null ? nodeId(this.call.call) : nodeId(this.call.call, round);
  }

  get sending(): boolean {
    return this.#sending || this.call?.state === 'running';
  }

  /** An answer to what is still to be seen as answered is on its way. */
  get replying(): boolean {
    void this.#underWayChanges;
    return this.replies.some(({ request }) => this.#underWay.has(request.request));
  }

  /** Shows the calls of a connection. */
  show(connection: number): void {
    if (connection === this.shown) return;
    this.#memory.aside = connection === this.#newest ? null : { connection, newest: this.#newest };
    this.#memory.focus = null;
  }

  focus(call: number, round: number | null): void {
    // Who looks at the newest round goes on with the call.
    const newest = this.#allCalls.find((each) => each.call === call)?.rounds.at(-1)?.round ?? 0;
    this.#memory.focus = { call, round: (round ?? 0) >= newest ? null : round, branching: false };
    if (round !== null) this.setOpen(call, round, true);
  }

  select(id: string): void {
    const named = readNodeId(id);
    if (!named) return;
    if (named.draft && named.round !== null) this.#branch(named.call, named.round);
    else this.focus(named.call, named.round);
  }

  /** Rounds (`nodeId`) where a branch is begun and not sent yet. */
  get begun(): ReadonlySet<string> {
    return this.#memory.begun;
  }

  /** Whether what is written now would be a branch from this round. */
  branchesFrom(round: RoundView): boolean {
    return (
      this.branching &&
      this.answering?.round === round.round &&
      this.call !== null &&
      this.begun.has(nodeId(this.call.call, round.round))
    );
  }

  #branch(call: number, round: number): void {
    this.#memory.focus = { call, round, branching: true };
    this.setOpen(call, round, true);
  }

  #setBegun(id: string, begun: boolean): void {
    const rounds = new Set(this.begun);
    if (begun) rounds.add(id);
    else rounds.delete(id);
    this.#memory.begun = rounds;
  }

  /** Ends the path at a round and answers its result once more. */
  branchFrom(round: RoundView): void {
    const { call } = this;
    if (!call || this.closed !== null) return;
    // The first answer to a round is no branch, unless the call ended without one.
    if (call.state === 'ended' || call.rounds.some(({ parent }) => parent === round.round))
      this.#setBegun(nodeId(call.call, round.round), true);
    this.#branch(call.call, round.round);
  }

  /** Back from a branch to the line it would have departed from; what was written to it is kept. */
  leaveBranch(round: RoundView): void {
    if (!this.call) return;
    this.#setBegun(nodeId(this.call.call, round.round), false);
    this.focus(this.call.call, round.round);
  }

  /** The last round of the path is open, the others are a line each, unless the person chose otherwise. */
  isOpen(round: RoundView): boolean {
    if (!this.call) return false;
    return this.#memory.open.get(nodeId(this.call.call, round.round)) ?? round.round === this.last?.round;
  }

  setOpen(call: number, round: number, open: boolean): void {
    this.#memory.open = new Map(this.#memory.open).set(nodeId(call, round), open);
  }

  toggle(round: RoundView): void {
    if (this.call) this.setOpen(this.call.call, round.round, !this.isOpen(round));
  }

  /** Sends the next round as the fields say now; whether it was sent. `anyway`: also where it is known to be wrong. */
  async send(anyway = false): Promise<boolean> {
    const { call, answering, draft } = this;
    if (!call || !answering || !draft || this.sending || this.connection === null) return false;
    if (!anyway) {
      // Whoever is faster than the check waits for it, and not for another key press.
      await draft.judged();
      if (draft.held.length > 0 || this.sending || this.answering?.round !== answering.round) return false;
    }
    const round = await this.#sent(
      call,
      this.#app.session.sendRound(call.call, answering.round, draft.toDraft()),
    );
    if (round === null) return false;
    this.#setBegun(nodeId(call.call, answering.round), false);
    // The round just answered becomes one line, as every earlier one.
    this.setOpen(call.call, answering.round, false);
    return true;
  }

  /** Whether the request of a round that got no answer can go out once more. That of a first round is `Run again`. */
  maySendAgain({ outcome, parent }: RoundView): boolean {
    return outcome?.kind === 'no answer' && parent !== null && this.call?.origin === 'client';
  }

  /** Sends the request of a round once more, beside it. */
  async sendAgain(round: RoundView): Promise<void> {
    const { call } = this;
    if (!call || this.sending || this.closed !== null) return;
    await this.#sent(call, this.#app.session.sendAgain(call.call, round.round));
  }

  /** Shows the round that is being sent, once it is. */
  async #sent({ call }: CallView, sending: Promise<number | null>): Promise<number | null> {
    this.#sending = true;
    const round = await track(sending);
    this.#sending = false;
    if (round === null) return null;
    this.#arriving = nodeId(call, round);
    // It is the newest, and so is whatever the call goes on to.
    this.focus(call, null);
    return round;
  }

  /**
   * Answers what a legacy server asked, and leaves unanswered for good what is omitted. What was given up is sent only with
   * `anyway`, which also sends what is known to be wrong.
   */
  async sendReplies(anyway = false): Promise<void> {
    if (this.connection === null || this.#app.sendsNothing !== null) return;
    if (!anyway) await Promise.all(this.replies.map(({ draft }) => draft.judged()));
    if (this.replying || (!anyway && this.heldReplies.length > 0)) return;
    const chosen = this.replies.filter(({ request }) => anyway || isOpen(request));
    this.#replied = chosen.at(-1)?.request.request ?? null;
    for (const { request, draft } of chosen) if (!draft.omitted) this.#underWay.add(request.request);
    this.#underWayChanges++;
    const sending: Promise<void>[] = [];
    await eachInSlices(chosen, (reply) => {
      sending.push(this.#sendReply(reply, anyway));
    });
    await Promise.all(sending);
  }

  async #sendReply({ request, draft }: Reply, anyway: boolean): Promise<void> {
    const { session } = this.#app;
    const number = request.request;
    if (draft.omitted) {
      if (isOpen(request)) session.leaveUnanswered(number);
      return;
    }
    await track(session.sendReply(number, draft.toDraft(), anyway));
    this.#underWay.delete(number);
    this.#underWayChanges++;
  }

  /** Made once for what is written: a key pressed in one answer leaves the others as they are. */
  async #draftReply(request: number, draft: ReplyDraft): Promise<DraftedRequest> {
    const made = this.#repliesMade.get(draft) ?? (await this.#app.session.draftReply(request, draft));
    if (made.text !== '') this.#repliesMade.set(draft, made);
    return made;
  }

  /** The text of one response as its fields say now, to the last key press. */
  async replyText({ request, draft }: Reply): Promise<string> {
    return (await track(this.#app.session.draftReply(request.request, draft.toDraft()))).text;
  }

  async editRawReply(reply: Reply): Promise<void> {
    reply.draft.editRaw(await this.replyText(reply));
  }

  /** What was answered, or not wanted to be, can be answered once more while its connection is there. */
  mayTakeUp(request: ServerRequestView): boolean {
    return (
      !isOpen(request) &&
      !this.#isWritten(request) &&
      this.#askedNow.has(request) &&
      this.#app.sendsNothing === null &&
      this.connection !== null &&
      this.call?.connection === this.connection.number
    );
  }

  async takeUp(asked: ServerRequestView): Promise<void> {
    const { request, reply } = asked;
    const { answer } = await track(replyDraftFor(this.#app.session, this.#app.validator, asked));
    answer.takeBack();
    this.#memory.takenUp = new Map(this.#memory.takenUp).set(request, reply?.exchange ?? null);
  }

  /** The request just answered from here, until it is on the screen as such. */
  get replied(): number | null {
    return this.#replied;
  }

  /** Whether this request has just been answered from here: once, for the focus that lost its button. */
  takeReplyFocus(request: number): boolean {
    if (this.#replied !== request) return false;
    this.#replied = null;
    return true;
  }

  /** Whether the person writes an answer: what waits, what was given up meanwhile, and what was taken up again. */
  #isWritten({ request, reply, ended, heldAt }: ServerRequestView): boolean {
    if (this.#memory.takenUp.get(request) === (reply?.exchange ?? null)) return true;
    if (reply) return false;
    // A responder answers it, if nobody ends it before.
    if (ended === null && heldAt === null) return false;
    const outcome = this.last?.outcome;
    return (
      ended?.how !== 'left unanswered' && !(outcome?.kind === 'no answer' && outcome.how === 'cancelled')
    );
  }

  /** The text of the next request as the fields say now, to the last key press. */
  async nextText(): Promise<string> {
    const { call, answering, draft } = this;
    if (!call || !answering || !draft) return '';
    if (this.connection === null) return this.drafted?.text ?? '';
    return (await track(this.#app.session.draftRound(call.call, answering.round, draft.toDraft()))).text;
  }

  /** The next request as text to edit. */
  async editRaw(): Promise<void> {
    const { draft } = this;
    if (draft) draft.editRaw(await this.nextText());
  }

  /** Whether this round has just been sent from here: once, for the focus that lost its button. */
  takeFocus(call: number, round: number): boolean {
    if (this.#arriving !== nodeId(call, round)) return false;
    this.#arriving = null;
    return true;
  }

  runAgain(): void {
    if (this.call && this.closed === null) this.focus(this.#app.session.runAgain(this.call.call), null);
  }

  /** Asks to be told how a task stands, beside asking for it. */
  listenToTask(id: string): void {
    this.#app.session.subscribeTo({ ...NO_SUBSCRIPTION, taskIds: [id] });
  }

  /** Asks the server to stop the task that the call became. */
  cancelTask(): void {
    if (this.call) this.#app.session.cancelCall(this.call.call);
  }

  /** Ends a call that waits, or gives up the request under way. */
  giveUp(): void {
    if (this.call?.state === 'waiting') this.#app.session.abandonCall(this.call.call);
    else if (this.call) this.#app.session.cancelCall(this.call.call);
  }
}
