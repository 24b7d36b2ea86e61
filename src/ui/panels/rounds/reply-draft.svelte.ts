import type { ReplyDraft } from '../../../engine/rounds/reply.ts';
import type { HeaderMarks } from '../../../engine/base/secret-headers.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import type { HeaderList } from '../../../engine/wire/events.ts';
import { AnswerDraft } from './answer-draft.svelte.ts';
import { AnswerJudging, heldBy, problemOf, REST_MS } from './answer-judging.ts';
import type { AskedRequest } from './asked.ts';
import { requestName } from './key-name.ts';

/** What a person writes to one request of a legacy server. Lives as long as the page. */
export class ReplyDraftState {
  readonly asked: AskedRequest;
  /** Its id, as shown. */
  readonly name: string;
  readonly answer: AnswerDraft;
  /** The whole body as raw text, while it is edited as such. */
  raw = $state.raw<string | null>(null);
  /** Headers edited on their own. */
  headers = $state.raw<HeaderList | null>(null);
  /** Which of them the person said are secrets, and which are none. */
  marks = $state.raw<HeaderMarks>(new Map());
  readonly #judging: AnswerJudging;
  /** What was written as raw text, kept while the answer is shown. */
  #rawKept: string | null = null;

  /** Where and why the raw text is not JSON; null where it is. */
  readonly rawProblem = $derived.by(() => (this.raw === null ? null : problemOf(this.raw)));
  /** Why sending it is held back; null where it is not. */
  readonly held = $derived.by(() => {
    if (this.omitted) return null;
    if (this.raw === null) return heldBy(this.answer, this.name, true);
    return this.rawProblem && `The raw response to ${this.name} is not JSON: ${this.rawProblem.message}`;
  });

  constructor(asked: AskedRequest, validator: Validator) {
    this.asked = asked;
    this.name = requestName(asked);
    this.#judging = new AnswerJudging(validator);
    this.answer = new AnswerDraft(asked, asked.key, (answer) => this.#judging.judge(answer, REST_MS));
    this.#judging.judge(this.answer, 0);
  }

  /** Nothing is sent for it. */
  get omitted(): boolean {
    return this.answer.sent === null;
  }

  readonly #draft: ReplyDraft = $derived.by(() => ({
    kind: this.answer.choice === 'error' ? 'error' : 'result',
    text: this.answer.outgoing,
    ...(this.raw === null ? {} : { rawText: this.raw }),
    ...(this.headers === null ? {} : { headers: this.headers, marks: this.marks }),
  }));

  /** What the session is asked to draft and to send: the same object while nothing of it changes. */
  toDraft(): ReplyDraft {
    return this.#draft;
  }

  /** Turns the drafted response into text to edit, or comes back to what was edited before. */
  editRaw(drafted: string): void {
    this.raw = this.#rawKept ?? drafted;
  }

  /** Sends the answer again; the raw text is kept for the next time. */
  leaveRaw(): void {
    this.#rawKept = this.raw;
    this.raw = null;
    this.headers = null;
  }

  /** Resolves once the answer has been judged. */
  async judged(): Promise<void> {
    while (this.answer.check.kind === 'checking') await this.#judging.settled();
  }
}
