import { untrack } from 'svelte';
import type { Editor } from './code-mirror.ts';
import type { Problem } from './editor.ts';
import { inOwnFrame } from './frames.ts';
import { track } from './pending.svelte.ts';
import type { TextMark } from './raw-block.ts';

export interface EditorInputs {
  readonly value: string;
  readonly language: 'json' | 'text';
  readonly readonly: boolean;
  readonly viewer: boolean;
  readonly lineNumbers: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
  readonly marks: readonly TextMark[];
  change?(value: string): void;
  submit?(): boolean;
}

/**
 * A text area at once, the real editor as soon as it is there. What was typed in between, where the cursor stood and the
 * focus go over. Where nothing is laid out, as in a test without a browser, the text area stays.
 */
export class LazyEditor {
  readonly #inputs: EditorInputs;
  #editor: Editor | undefined;
  #area: HTMLTextAreaElement | undefined;
  #handed: Partial<Pick<EditorInputs, 'readonly' | 'attributes' | 'problems' | 'marks'>> = {};
  #composing = false;
  loaded = $state(false);

  constructor(inputs: EditorInputs) {
    this.#inputs = inputs;
  }

  attachArea = (area: HTMLTextAreaElement): (() => void) => {
    this.#area = area;
    return () => {
      this.#area = undefined;
    };
  };

  attachBox = (box: HTMLElement): (() => void) => {
    let gone = false;
    if (typeof ResizeObserver !== 'undefined') void track(this.#load(box, () => gone));
    return () => {
      gone = true;
      this.#editor?.destroy();
      this.#editor = undefined;
    };
  };

  async #load(box: HTMLElement, gone: () => boolean): Promise<void> {
    let library: typeof import('./code-mirror.ts');
    try {
      library = await import('./code-mirror.ts');
    } catch {
      // Its file could not be had: the text area does all that is needed to write a text.
      return;
    }
    // Several that come into sight together, and the library the first time, would be felt in one frame.
    await new Promise<void>((resolve) => inOwnFrame(resolve));
    await this.#composed();
    if (gone()) return;
    const inputs = this.#inputs;
    const { readonly, attributes, marks } = inputs;
    const area = this.#area;
    const focused = area !== undefined && document.activeElement === area;
    this.#handed = { readonly, attributes, problems: [], marks };
    this.#editor = library.createEditor(box, {
      value: inputs.value,
      language: inputs.language,
      readonly,
      viewer: inputs.viewer,
      lineNumbers: inputs.lineNumbers,
      attributes,
      marks,
      ...(area ? { selection: { from: area.selectionStart, to: area.selectionEnd } } : {}),
      onchange: (value) => inputs.change?.(value),
      onsubmit: () => inputs.submit?.() ?? false,
    });
    if (focused) this.#editor.focus();
    this.loaded = true;
  }

  /** Waits for an input method to finish: its half-made word would be lost with the text area. */
  async #composed(): Promise<void> {
    const area = this.#area;
    if (!area || !this.#composing) return;
    await new Promise<void>((done) => {
      area.addEventListener('compositionend', () => setTimeout(done), { once: true });
      area.addEventListener('blur', () => done(), { once: true });
    });
  }

  setComposing(composing: boolean): void {
    this.#composing = composing;
  }

  /** Hands what changed to the editor, which is outside of Svelte. Call it from an effect. */
  sync(): void {
    const { value, readonly, attributes, problems, marks } = this.#inputs;
    const editor = this.loaded ? this.#editor : undefined;
    if (!editor) return;
    const before = this.#handed;
    this.#handed = { readonly, attributes, problems, marks };
    // Problems and marks are handed over only when they are new: the editor moves the old ones with what is typed.
    untrack(() => {
      editor.setValue(value);
      if (before.readonly !== readonly) editor.setReadonly(readonly);
      if (before.attributes !== attributes) editor.setAttributes(attributes);
      if (before.problems !== problems && (before.problems?.length !== 0 || problems.length > 0))
        editor.setProblems(problems);
      if (before.marks !== marks) editor.setMarks(marks);
    });
  }

  goTo(problem: Problem): void {
    if (this.#editor) {
      this.#editor.goTo(problem.from, problem.to);
      return;
    }
    this.#area?.focus();
    this.#area?.setSelectionRange(problem.from, problem.to);
  }
}
