import { parseDocument } from '../../../engine/base/json/document.ts';
import { formOf, type FormModel } from '../../../engine/schema/form-model.ts';
import { formTextOf, textOf, type FormText, type TypedDraft } from '../../../engine/schema/form-text.ts';
import type { Problem } from '../../../engine/schema/validation.ts';
import { FormChoices } from '../../parts/form/form-choices.svelte.ts';
import type { FormPlace } from '../../parts/form/place.ts';
import type { MetaDraft } from './own-meta.ts';

export type ArgumentsTab = 'form' | 'json';

/** What a person did to the arguments of each tool, beside their text. Lives as long as the page. */
export class ArgumentsMemory {
  /** Texts with what a form holds that is no value yet. */
  forms = $state.raw<ReadonlyMap<string, FormText>>(new Map());
  tabs = $state.raw<ReadonlyMap<string, ArgumentsTab>>(new Map());
  /** Arguments the person has tried to send. */
  tried = $state.raw<ReadonlySet<string>>(new Set());
  metas = $state.raw<ReadonlyMap<string, MetaDraft>>(new Map());
}

const noMeta: MetaDraft = { text: '', replaces: false };
const noDrafts: readonly TypedDraft[] = [];

/** What the arguments of the chosen tool are given by; read when it is needed. */
export interface ArgumentsSource {
  /** Server and tool; null where none is chosen. */
  readonly key: string | null;
  readonly schema: string | null;
  /** As typed; undefined until it is known. */
  readonly text: string | undefined;
  readonly write: (text: string) => void;
}

/** The arguments of the chosen tool, over one text: as a form and as JSON. */
export class ArgumentsEditor {
  readonly #source: ArgumentsSource;
  readonly #memory: ArgumentsMemory;

  readonly model: FormModel = $derived.by(() => {
    const { schema } = this.#source;
    return schema === null ? { ok: false, reason: 'There is no input schema' } : formOf(schema);
  });
  /** Null where the text is not JSON: then the form leaves it alone. */
  readonly form: FormText | null = $derived.by(() => {
    const { key, text } = this.#source;
    if (key === null || text === undefined) return null;
    const kept = this.#memory.forms.get(key);
    if (kept !== undefined && textOf(kept) === text) return kept;
    const read = formTextOf(text);
    return read.ok ? read.value : null;
  });
  readonly drafts = $derived.by(() => {
    const drafts = this.form?.drafts;
    return drafts === undefined || drafts.size === 0 ? noDrafts : [...drafts.values()];
  });
  readonly places: readonly FormPlace[] = $derived.by(() =>
    this.model.ok ? [{ path: [], node: this.model.root, key: 'arguments', required: true, bare: true }] : [],
  );

  /** Which alternatives are shown in the form. */
  readonly choices = new FormChoices();

  constructor(source: ArgumentsSource, memory: ArgumentsMemory) {
    this.#source = source;
    this.#memory = memory;
  }

  /** The form where there can be one, until JSON is chosen for this tool. */
  get tab(): ArgumentsTab {
    const { key } = this.#source;
    if (!this.model.ok) return 'json';
    return (key === null ? undefined : this.#memory.tabs.get(key)) ?? 'form';
  }

  set tab(tab: ArgumentsTab) {
    const { key } = this.#source;
    if (key !== null) this.#memory.tabs = new Map(this.#memory.tabs).set(key, tab);
  }

  /** Why the form can't show the text; null where it can. */
  get trouble(): string | null {
    const { text } = this.#source;
    if (text === undefined || this.form !== null) return null;
    const read = parseDocument(text);
    return read.ok ? null : read.message;
  }

  /** Whether the person has tried to send these arguments. */
  get tried(): boolean {
    const { key } = this.#source;
    return key !== null && this.#memory.tried.has(key);
  }

  markTried(): void {
    const { key } = this.#source;
    if (key !== null && !this.tried) this.#memory.tried = new Set(this.#memory.tried).add(key);
  }

  get meta(): MetaDraft {
    const { key } = this.#source;
    return (key === null ? undefined : this.#memory.metas.get(key)) ?? noMeta;
  }

  set meta(meta: MetaDraft) {
    const { key } = this.#source;
    if (key !== null) this.#memory.metas = new Map(this.#memory.metas).set(key, meta);
  }

  /** Those of `problems` that concern the alternatives that are shown. */
  concerning(problems: readonly Problem[]): readonly Problem[] {
    return this.form === null ? problems : this.choices.concerning(this.places, this.form, problems);
  }

  /** From the form: one place changed. */
  change(form: FormText): void {
    const { key, write } = this.#source;
    if (key === null) return;
    this.#memory.forms = new Map(this.#memory.forms).set(key, form);
    write(textOf(form));
  }
}
