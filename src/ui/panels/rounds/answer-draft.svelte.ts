import { decodeString, member, parseDocument } from '../../../engine/base/json/document.ts';
import { withDefaults, type Filled } from '../../../engine/responders/defaults.ts';
import { answerFor, suggestAnswer } from '../../../engine/responders/suggest.ts';
import { formTextOf, textOf, type FormText, type TypedDraft } from '../../../engine/schema/form-text.ts';
import { FormChoices } from '../../parts/form/form-choices.svelte.ts';
import type { FormProblem } from '../../parts/form/form-host.svelte.ts';
import { indented } from '../../parts/json-layout.ts';
import type { AskedRequest } from './asked.ts';
import { type AnswerForm, errorForm, formOf } from './answer-form.ts';

export type Choice = 'accept' | 'decline' | 'cancel' | 'answer' | 'omit' | 'error';

/** One thing wrong in an answer: a range of its text, and the JSON pointer of what it is about. */
export interface AnswerProblem {
  readonly from: number;
  readonly to: number;
  readonly pointer: string;
  readonly message: string;
  /** The keyword of the schema that refused it; none where the text is not JSON. */
  readonly keyword?: string;
  /** The member that is missing, must not be there, or whose name is wrong. */
  readonly property?: string;
  /** Of the requested schema: JSON pointers of the schemas that say so. */
  readonly schemas?: readonly string[] | undefined;
  /** Of `oneOf`: more than one alternative matched. */
  readonly several?: true;
}

const nothing: readonly FormProblem[] = [];

/** Columns of the narrowest box that an answer is edited in on a wide screen: a longer line would be wrapped out of its indentation. */
const COLUMNS = 40;

/** What is known of an answer's text. */
export type AnswerCheck =
  | { readonly kind: 'checking' }
  | { readonly kind: 'valid' }
  | { readonly kind: 'not JSON' | 'not valid'; readonly problems: readonly AnswerProblem[] }
  | { readonly kind: 'undecided'; readonly reason: string };

/**
 * The answer a person writes to one input request, or under a key that nobody asked for. The text is what will be sent; the form
 * edits it one member at a time and never rewrites the rest.
 */
export class AnswerDraft {
  /** Null for a key the person added. */
  readonly asked: AskedRequest | null;
  readonly #form: AnswerForm | null;
  /** Fixed where it was asked for. */
  key = $state('');
  tab = $state<'form' | 'json'>('json');
  #check = $state.raw<AnswerCheck>({ kind: 'checking' });
  /** What was wrong when it was judged last: it stays in sight while it is judged again. */
  #problems = $state.raw<readonly FormProblem[]>(nothing);
  #text = $state('');
  #omitted = $state(false);
  #chosen = $state<Choice>('answer');
  /** The text as the form left it, with what it holds that is no value yet, such as `1.` on the way to `1.5`. */
  #edited = $state.raw<FormText | null>(null);
  /** The text as a form edits it; null where it is not JSON. */
  readonly formText: FormText | null = $derived.by(() => {
    const text = this.#text;
    if (this.#edited !== null && textOf(this.#edited) === text) return this.#edited;
    const read = formTextOf(text);
    return read.ok ? read.value : null;
  });
  /** What stood under the other choices. */
  readonly #others = new Map<Choice, string>();
  readonly #action = $derived(actionOf(this.#text));
  readonly #onchange: (draft: AnswerDraft) => void;

  constructor(asked: AskedRequest | null, key: string, onchange: (draft: AnswerDraft) => void) {
    this.asked = asked;
    this.key = key;
    this.#onchange = onchange;
    this.#form = asked && formOf(asked);
    const formed = asked?.kind === 'sampling' || asked?.mode === 'url';
    this.tab = formed || (asked?.mode === 'form' && this.#form !== null) ? 'form' : 'json';
    this.#chosen = asked?.kind === 'elicitation' ? 'accept' : 'answer';
    this.#text = asked ? suggested(asked, this.#chosen) : '{}';
  }

  get text(): string {
    return this.#text;
  }

  /** Null where only JSON will do. */
  get form(): AnswerForm | null {
    return this.#chosen === 'error' ? errorForm : this.#form;
  }

  /** What is left absent gets its default on the way out; off where somebody wants it absent. */
  fills = $state(true);
  readonly #filled: Filled = $derived.by(() =>
    this.asked?.mode === 'form' && this.#chosen === 'accept'
      ? withDefaults(this.asked.raw, this.#text)
      : { text: this.#text, keys: [] },
  );
  /** Properties that are absent here and have a default. */
  readonly absent: readonly string[] = $derived.by(() => this.#filled.keys);
  /** The text as it goes out. */
  readonly outgoing: string = $derived.by(() => (this.fills ? this.#filled.text : this.#text));

  /** Sends what is absent as absent, or with its default again. */
  fill(fills: boolean): void {
    this.fills = fills;
    this.#onchange(this);
  }

  /** What is sent: the text, or nothing where the key is left out. */
  get sent(): string | null {
    return this.#omitted ? null : this.outgoing;
  }

  /** What the answer says, as far as it can be told from its text. */
  get choice(): Choice {
    if (this.#omitted) return 'omit';
    if (this.#chosen === 'error') return 'error';
    if (this.asked?.kind !== 'elicitation') return 'answer';
    return this.#action ?? this.#chosen;
  }

  readonly #suggestion = $derived.by(() => (this.asked ? suggested(this.asked, this.choice) : null));
  /** Whether something else stands here than what the request suggests. */
  readonly isWritten = $derived.by(
    () => !this.#omitted && this.#suggestion !== null && this.#text !== this.#suggestion,
  );

  /** Puts in again what the request suggests for this choice: defaults, and valid values for what is required. */
  refill(): void {
    if (this.#suggestion !== null) this.write(this.#suggestion);
  }

  /** Each choice keeps its own text. */
  choose(choice: Choice): void {
    const before = this.choice;
    if (choice === before) return;
    if (choice === 'omit') {
      this.#omitted = true;
      return this.#onchange(this);
    }
    this.#omitted = false;
    // Coming back from Omit to what the text still says changes nothing.
    if (this.choice !== choice) {
      this.#others.set(this.choice, this.#text);
      this.#chosen = choice;
      this.#text = this.#others.get(choice) ?? (this.asked ? suggested(this.asked, choice) : '{}');
    }
    this.#onchange(this);
  }

  /** What was left out is to be sent after all, as it stood before. */
  takeBack(): void {
    if (!this.#omitted) return;
    this.#omitted = false;
    this.#onchange(this);
  }

  /** From the JSON editor: exactly what was typed. */
  write(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#onchange(this);
  }

  /** From the form: one place changed. */
  change(form: FormText): void {
    this.#edited = form;
    this.#text = textOf(form);
    this.#onchange(this);
  }

  /** What the form holds that is no value yet. */
  get drafts(): readonly TypedDraft[] {
    return [...(this.formText?.drafts.values() ?? [])];
  }

  /** Which alternatives are shown in the form. */
  readonly choices = new FormChoices();
  /** What is known, of the alternatives that are shown. */
  readonly #concerning: AnswerCheck = $derived.by(() => {
    const { form, formText } = this;
    const check = this.#check;
    if (check.kind !== 'not valid' || form === null || formText === null) return check;
    const places = form.places(formText.root);
    return { ...check, problems: this.choices.concerning(places, formText, check.problems) };
  });

  get check(): AnswerCheck {
    return this.#concerning;
  }

  set check(check: AnswerCheck) {
    this.#check = check;
    if (check.kind === 'not valid') this.#problems = check.problems;
    else if (check.kind !== 'checking') this.#problems = nothing;
  }

  /** What is wrong in which field, as far as it is known. */
  get problems(): readonly FormProblem[] {
    return this.#problems;
  }
}

function suggested(asked: AskedRequest, choice: Choice): string {
  if (choice === 'error') return indented(errorText(asked), { width: COLUMNS });
  const action = choice === 'accept' || choice === 'decline' || choice === 'cancel' ? choice : null;
  return indented(
    (action && asked.kind === 'elicitation' ? answerFor(action, asked.raw) : suggestAnswer(asked.raw)).text,
    { width: COLUMNS },
  );
}

/** What a client says that a person refused, or that can't do it (2025-11-25, client/sampling and client/roots, "Error Handling"). */
function errorText({ kind, method }: AskedRequest): string {
  return kind === 'elicitation' || kind === 'sampling'
    ? '{"code":-1,"message":"User rejected"}'
    : `{"code":-32601,"message":${JSON.stringify(`Method not found: ${method ?? ''}`)}}`;
}

function actionOf(text: string): Choice | null {
  const document = parseDocument(text);
  const action = document.ok ? decodeString(text, member(document.value, 'action')) : undefined;
  return action === 'accept' || action === 'decline' || action === 'cancel' ? action : null;
}
