import { parseDocument } from '../../../engine/base/json/document.ts';
import { schemaOfAnswer } from '../../../engine/responders/schema-of-answer.ts';
import type { RoundDraft } from '../../../engine/rounds/draft.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import type { HeaderList } from '../../../engine/wire/events.ts';
import { begin } from '../../parts/pending.svelte.ts';
import { AnswerDraft, type AnswerCheck, type AnswerProblem } from './answer-draft.svelte.ts';
import type { Asked } from './asked.ts';
import { keyName } from './key-name.ts';

export type StateChoice = 'echo' | 'omit' | 'edit';

/** Typing rests this long before an answer is judged. */
const REST_MS = 150;

/** Everything a person writes for the round after one that asked for input. Lives as long as the page. */
export class RoundDraftState {
  readonly asked: Asked;
  /** In the order asked. */
  readonly answers: readonly AnswerDraft[];
  added = $state.raw<readonly AnswerDraft[]>([]);
  stateChoice = $state<StateChoice>('echo');
  stateValue = $state('');
  /** The whole body as raw text, while it is edited as such. */
  raw = $state.raw<string | null>(null);
  /** Headers edited on their own; null while they follow the body. */
  headers = $state.raw<HeaderList | null>(null);
  readonly #validator: Validator;
  readonly #judging = new Map<AnswerDraft, { readonly stop: () => void; readonly done: Promise<void> }>();
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

  constructor(asked: Asked, validator: Validator) {
    this.asked = asked;
    this.#validator = validator;
    this.stateChoice = asked.state ? 'echo' : 'omit';
    this.stateValue = asked.state?.value ?? '';
    this.answers = asked.requests.map(
      (request) => new AnswerDraft(request, request.key, (draft) => this.#changed(draft)),
    );
    for (const answer of this.answers) this.#judge(answer, 0);
  }

  /** What the session is asked to draft and to send. */
  toDraft(): RoundDraft {
    return {
      answers: this.#all().map((each) => [each.key, each.sent] as const),
      state: this.#state(),
      ...(this.raw === null ? {} : { rawText: this.raw }),
      ...(this.headers === null ? {} : { headers: this.headers }),
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
    while (this.checking) await Promise.all([...this.#judging.values()].map(({ done }) => done));
  }

  addKey(): AnswerDraft {
    const added = new AnswerDraft(null, '', (draft) => this.#changed(draft));
    this.added = [...this.added, added];
    this.#judge(added, 0);
    return added;
  }

  removeKey(draft: AnswerDraft): void {
    this.added = this.added.filter((each) => each !== draft);
  }

  #all(): readonly AnswerDraft[] {
    return [...this.answers, ...this.added];
  }

  #state(): RoundDraft['state'] {
    return this.stateChoice === 'edit'
      ? { kind: 'edit', value: this.stateValue }
      : { kind: this.stateChoice };
  }

  #heldAnswers(): readonly string[] {
    const reasons: string[] = [];
    const keys = new Set<string>();
    for (const { key, sent, check } of this.#all()) {
      if (sent === null) continue;
      if (keys.has(key)) reasons.push(`${keyName(key)} is there twice`);
      keys.add(key);
      if (check.kind !== 'not JSON' && check.kind !== 'not valid') continue;
      const [first] = check.problems;
      reasons.push(`${keyName(key)}${dotted(first?.pointer ?? '')}: ${first?.message ?? check.kind}`);
    }
    return reasons;
  }

  #changed(draft: AnswerDraft): void {
    this.#judge(draft, REST_MS);
  }

  #judge(draft: AnswerDraft, restMs: number): void {
    this.#judging.get(draft)?.stop();
    draft.check = { kind: 'checking' };
    const end = begin();
    let over = false;
    let settle = (): void => undefined;
    const done = new Promise<void>((resolve) => (settle = resolve));
    const stop = (): void => {
      over = true;
      clearTimeout(timer);
      end();
      settle();
    };
    const run = async (): Promise<void> => {
      const check = await judge(this.#validator, draft);
      if (over) return;
      draft.check = check;
      stop();
    };
    const timer = setTimeout(() => void run(), restMs);
    this.#judging.set(draft, { stop, done });
  }
}

async function judge(validator: Validator, draft: AnswerDraft): Promise<AnswerCheck> {
  const { text, asked } = draft;
  const problem = problemOf(text);
  if (problem) return { kind: 'not JSON', problems: [problem] };
  if (!asked) return { kind: 'valid' };
  const validation = await validator.validate(schemaOfAnswer(asked.raw), text);
  switch (validation.verdict) {
    case 'valid':
      return { kind: 'valid' };
    case 'undecided':
      return { kind: 'undecided', reason: validation.reason };
    case 'invalid':
      return { kind: 'not valid', problems: validation.problems };
  }
}

function problemOf(text: string): AnswerProblem | null {
  const document = parseDocument(text);
  if (document.ok) return null;
  const from = Math.max(0, Math.min(document.at, text.length - 1));
  // The list of problems says where; once is enough.
  const message = document.message.replace(/ at line \d+, column \d+$/, '');
  return { from, to: Math.min(from + 1, text.length), pointer: '', message };
}

/** A JSON pointer below `content` as a person writes it: `/content/ticket` is `.ticket`. */
function dotted(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  if (steps[0] === 'content') steps.shift();
  return steps.map((step) => `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`).join('');
}
