import type { RoundDraft } from '../../../engine/rounds/draft.ts';
import type { HeaderMarks } from '../../../engine/base/secret-headers.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import type { HeaderList } from '../../../engine/wire/events.ts';
import { AnswerDraft } from './answer-draft.svelte.ts';
import { AnswerJudging, heldBy, problemOf, REST_MS } from './answer-judging.ts';
import type { Asked, AskedRequest } from './asked.ts';
import { keyName } from './key-name.ts';

export type StateChoice = 'echo' | 'omit' | 'edit';

/** Everything a person writes for the round after one that asked for input. Lives as long as the page. */
export class RoundDraftState {
  readonly asked: Asked;
  readonly #answers: AnswerDraft[] = [];
  added = $state.raw<readonly AnswerDraft[]>([]);
  stateChoice = $state<StateChoice>('echo');
  stateValue = $state('');
  /** The whole body as raw text, while it is edited as such. */
  raw = $state.raw<string | null>(null);
  /** Headers edited on their own; null while they follow the body. */
  headers = $state.raw<HeaderList | null>(null);
  /** Which of them the person said are secrets, and which are none. */
  marks = $state.raw<HeaderMarks>(new Map());
  readonly #judging: AnswerJudging;
  /** What was written as raw text, kept while the answers are shown. */
  #rawKept: string | null = null;

  /** Where and why the raw text is not JSON; null where it is. */
  readonly rawProblem = $derived.by(() => (this.raw === null ? null : problemOf(this.raw)));
  /** Why sending is held back, worst first; empty where it is not. */
  readonly held = $derived.by(() => {
    if (this.raw === null) return this.#heldAnswers();
    return this.rawProblem ? [`The raw request is not JSON: ${this.rawProblem.message}`] : [];
  });
  /** An answer is still being judged. */
  readonly checking = $derived.by(
    () =>
      this.raw === null && this.#all().some((each) => each.sent !== null && each.check.kind === 'checking'),
  );

  private constructor(asked: Asked, validator: Validator) {
    this.asked = asked;
    this.#judging = new AnswerJudging(validator);
    this.stateChoice = asked.state ? 'echo' : 'omit';
    this.stateValue = asked.state?.value ?? '';
  }

  /** Made one answer at a time: a server may ask for hundreds, and a valid answer is made up for each. */
  static *make(asked: Asked, validator: Validator): Generator<void, RoundDraftState> {
    const made = new RoundDraftState(asked, validator);
    for (const request of asked.requests) {
      made.#answers.push(made.#answer(request, request.key));
      yield;
    }
    return made;
  }

  /** In the order asked. */
  get answers(): readonly AnswerDraft[] {
    return this.#answers;
  }

  /** What the session is asked to draft and to send. */
  toDraft(): RoundDraft {
    return {
      answers: this.#all().map((each) => [each.key, each.sent] as const),
      state: this.#state(),
      ...(this.raw === null ? {} : { rawText: this.raw }),
      ...(this.headers === null ? {} : { headers: this.headers, marks: this.marks }),
    };
  }

  /** Turns the drafted request into text to edit, or comes back to what was edited before. */
  editRaw(drafted: string): void {
    this.raw = this.#rawKept ?? drafted;
  }

  /** Sends the answers again; the raw text and its headers are kept for the next time. */
  leaveRaw(): void {
    this.#rawKept = this.raw;
    this.raw = null;
    this.headers = null;
  }

  /** Resolves once every answer has been judged. */
  async judged(): Promise<void> {
    while (this.checking) await this.#judging.settled();
  }

  addKey(): AnswerDraft {
    const added = this.#answer(null, '');
    this.added = [...this.added, added];
    return added;
  }

  removeKey(draft: AnswerDraft): void {
    this.added = this.added.filter((each) => each !== draft);
  }

  #answer(asked: AskedRequest | null, key: string): AnswerDraft {
    const answer = new AnswerDraft(asked, key, (draft) => this.#judging.judge(draft, REST_MS));
    this.#judging.judge(answer, 0);
    return answer;
  }

  #all(): readonly AnswerDraft[] {
    return [...this.#answers, ...this.added];
  }

  #state(): RoundDraft['state'] {
    return this.stateChoice === 'edit'
      ? { kind: 'edit', value: this.stateValue }
      : { kind: this.stateChoice };
  }

  #heldAnswers(): readonly string[] {
    const reasons: string[] = [];
    const keys = new Set<string>();
    for (const answer of this.#all()) {
      const { key, sent } = answer;
      if (sent === null) continue;
      if (keys.has(key)) reasons.push(`${keyName(key)} is there twice`);
      keys.add(key);
      const reason = heldBy(answer, keyName(key));
      if (reason !== null) reasons.push(reason);
    }
    return reasons;
  }
}
