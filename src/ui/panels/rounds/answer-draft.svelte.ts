import { decodeString, member, parseDocument } from '../../../engine/base/json/document.ts';
import { answerFor, suggestAnswer } from '../../../engine/responders/suggest.ts';
import { indented } from '../../parts/json-layout.ts';
import type { AskedRequest } from './asked.ts';
import { type AnswerForm, errorForm, formOf } from './answer-form.ts';
import { membersAt, setMember } from './member-edit.ts';

export type Choice = 'accept' | 'decline' | 'cancel' | 'answer' | 'omit' | 'error';

/** One thing wrong in an answer: a range of its text, and the JSON pointer of what it is about. */
export interface AnswerProblem {
  readonly from: number;
  readonly to: number;
  readonly pointer: string;
  readonly message: string;
  /** The keyword of the schema that refused it; none where the text is not JSON. */
  readonly keyword?: string;
}

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
  check = $state.raw<AnswerCheck>({ kind: 'checking' });
  #text = $state('');
  #omitted = $state(false);
  #chosen = $state<Choice>('answer');
  /** The newest text that was JSON, and what the form holds that is not, such as `1.` on the way to `1.5`. */
  #base = $state('');
  #unfinished = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** What stood under the other choices. */
  readonly #others = new Map<Choice, string>();
  readonly #action = $derived(actionOf(this.#text));
  readonly #onchange: (draft: AnswerDraft) => void;

  constructor(asked: AskedRequest | null, key: string, onchange: (draft: AnswerDraft) => void) {
    this.asked = asked;
    this.key = key;
    this.#onchange = onchange;
    this.#form = asked && formOf(asked);
    this.tab = asked?.mode === 'form' || asked?.mode === 'url' ? 'form' : 'json';
    this.#chosen = asked?.kind === 'elicitation' ? 'accept' : 'answer';
    this.#put(asked ? suggested(asked, this.#chosen) : '{}');
  }

  get text(): string {
    return this.#text;
  }

  /** Null where only JSON will do. */
  get form(): AnswerForm | null {
    return this.#chosen === 'error' ? errorForm : this.#form;
  }

  /** What is sent: the text, or nothing where the key is left out. */
  get sent(): string | null {
    return this.#omitted ? null : this.#text;
  }

  /** What the answer says, as far as it can be told from its text. */
  get choice(): Choice {
    if (this.#omitted) return 'omit';
    if (this.#chosen === 'error') return 'error';
    if (this.asked?.kind !== 'elicitation') return 'answer';
    return this.#action ?? this.#chosen;
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
      this.#put(this.#others.get(choice) ?? (this.asked ? suggested(this.asked, choice) : '{}'));
    }
    this.#onchange(this);
  }

  /** From the JSON editor: exactly what was typed. */
  write(text: string): void {
    if (text === this.#text) return;
    this.#put(text);
    this.#onchange(this);
  }

  /** Whether the form can show and change the text. */
  get formWorks(): boolean {
    return this.#text === this.#base || this.#unfinished.size > 0;
  }

  /** What the form shows: raw JSON text per field; a field that is absent has none. */
  get fields(): ReadonlyMap<string, string> {
    const values = new Map<string, string>();
    const objects = new Map<string, ReadonlyMap<string, string> | null>();
    for (const { key } of this.form?.fields ?? []) {
      const place = this.form?.placeOf(this.#base, key);
      if (!place) continue;
      const path = JSON.stringify(place.path);
      if (!objects.has(path)) objects.set(path, membersAt(this.#base, place.path));
      const raw = this.#unfinished.get(key) ?? objects.get(path)?.get(place.key);
      if (raw !== undefined) values.set(key, raw);
    }
    return values;
  }

  /** From the form: the raw JSON text of one field, or nothing to leave it out. */
  writeField(key: string, raw: string | undefined): void {
    const { form } = this;
    if (!form) return;
    const unfinished = new Map(this.#unfinished);
    if (raw !== undefined && !parseDocument(raw).ok) {
      unfinished.set(key, raw);
    } else {
      unfinished.delete(key);
      this.#base = withField(form, this.#base, key, raw);
    }
    this.#unfinished = unfinished;
    this.#text = [...unfinished].reduce(
      (text, [field, value]) => withField(form, text, field, value),
      this.#base,
    );
    this.#onchange(this);
  }

  #put(text: string): void {
    this.#text = text;
    this.#unfinished = new Map();
    if (parseDocument(text).ok) this.#base = text;
  }
}

function suggested(asked: AskedRequest, choice: Choice): string {
  if (choice === 'error') return indented(errorText(asked));
  const action = choice === 'accept' || choice === 'decline' || choice === 'cancel' ? choice : null;
  return indented(
    (action && asked.kind === 'elicitation' ? answerFor(action, asked.raw) : suggestAnswer(asked.raw)).text,
  );
}

/** What a client says that a person refused, or that can't do it (2025-11-25, client/sampling and client/roots, "Error Handling"). */
function errorText({ kind, method }: AskedRequest): string {
  return kind === 'elicitation' || kind === 'sampling'
    ? '{"code":-1,"message":"User rejected"}'
    : `{"code":-32601,"message":${JSON.stringify(`Method not found: ${method ?? ''}`)}}`;
}

function withField(form: AnswerForm, text: string, key: string, raw: string | undefined): string {
  const place = form.placeOf(text, key);
  const changed = setMember(text, place.path, place.key, raw);
  if (changed !== null) return changed;
  // The object is not there yet.
  const [first] = place.path;
  const made = typeof first === 'string' && raw !== undefined ? setMember(text, [], first, '{}') : null;
  return (made && setMember(made, place.path, place.key, raw)) ?? text;
}

function actionOf(text: string): Choice | null {
  const document = parseDocument(text);
  const action = document.ok ? decodeString(text, member(document.value, 'action')) : undefined;
  return action === 'accept' || action === 'decline' || action === 'cancel' ? action : null;
}
