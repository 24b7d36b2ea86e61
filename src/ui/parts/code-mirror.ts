/**
 * CodeMirror with our face: everything that touches the library, loaded lazily and never by the first screen. Colours are
 * custom properties, so light and dark follow the page without a second theme.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import {
  Compartment,
  EditorState,
  StateEffect,
  StateField,
  Transaction,
  type Extension,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
import { TURNS } from '../../engine/base/visible-text.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import { clampRange, type Problem } from './editor.ts';
import { afterFrame } from './frames.ts';
import type { TextMark } from './raw-block.ts';
import { turnMark } from './raw-paint.ts';

export interface EditorOptions {
  readonly value: string;
  readonly language: 'json' | 'text';
  readonly readonly: boolean;
  /** Shown and searched, but no text field to type into. */
  readonly viewer: boolean;
  readonly lineNumbers: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  readonly marks: readonly TextMark[];
  readonly selection?: { readonly from: number; readonly to: number };
  onchange?(value: string): void;
  /** Mod-Enter; false lets the key do what it does otherwise. */
  onsubmit?(): boolean;
}

/** A running editor. */
export interface Editor {
  /** Replaces the text when it is another one; what is typed at the same moment is not taken back. */
  setValue(value: string): void;
  setProblems(problems: readonly Problem[]): void;
  setMarks(marks: readonly TextMark[]): void;
  setReadonly(readonly: boolean): void;
  setAttributes(attributes: Readonly<Record<string, string>>): void;
  /** Puts the cursor there, in sight, with the focus. */
  goTo(from: number, to: number): void;
  focus(): void;
  destroy(): void;
}

/** The classes of raw.css, so that a text looks the same typed and drawn, and no style has to be generated. */
const look = tagHighlighter([
  { tag: tags.propertyName, class: 'k' },
  { tag: tags.string, class: 's' },
  { tag: [tags.number, tags.bool, tags.null], class: 'n' },
  { tag: [tags.separator, tags.brace, tags.squareBracket, tags.punctuation], class: 'p' },
]);

const theme = EditorView.theme({
  '&': { flex: '1', minHeight: '0', color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: 'var(--t-wire)',
    lineHeight: 'var(--l-wire)',
    overflow: 'auto',
    scrollbarWidth: 'thin',
  },
  '.cm-content': { padding: '4px 0', caretColor: 'var(--text)', fontVariantLigatures: 'none', tabSize: '2' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 2px 0 8px', minWidth: '24px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0', width: '10px', color: 'var(--text-3)' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': {
    width: '10px',
    height: '9px',
    margin: '4px 1px',
    content: '""',
    background: 'var(--text-3)',
  },
  '.cm-lint-marker-error': {
    content: '""',
    background: 'var(--fail)',
    clipPath: 'polygon(50% 0, 100% 100%, 0 100%)',
  },
  '.cm-lint-marker-warning': {
    content: '""',
    background: 'var(--wait)',
    clipPath: 'polygon(50% 0, 100% 50%, 50% 100%, 0 50%)',
  },
  '.cm-lint-marker-info': { content: '""', clipPath: 'circle(4px)' },
  '.cm-lintRange': {
    backgroundImage: 'none !important',
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--fail)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--wait)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--text-3)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--selected)',
    outline: '1px solid var(--edge)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--fail-bg)',
    color: 'var(--fail)',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--hover)',
    border: 'none',
    borderRadius: '3px',
    color: 'var(--text-2)',
    padding: '0 5px',
  },
  '.cm-specialChar': { color: 'var(--fail)' },
  '.cm-searchMatch': { backgroundColor: 'var(--wait-bg)', boxShadow: 'inset 0 -1px 0 var(--wait)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selection)' },
  '.cm-panels': {
    backgroundColor: 'var(--side)',
    color: 'var(--text)',
    borderColor: 'var(--hairline) !important',
  },
  '.cm-panel.cm-search': {
    padding: '4px 28px 4px 8px',
    fontSize: 'var(--t-label)',
    fontFamily: 'var(--prose)',
  },
  '.cm-panel.cm-search label': { fontSize: 'var(--t-label)', marginInlineEnd: '8px' },
  '.cm-textfield': {
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--edge)',
    borderRadius: '5px',
    fontSize: 'var(--t-wire)',
    padding: '2px 6px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--hairline)',
    borderRadius: '5px',
    fontSize: 'var(--t-label)',
    padding: '2px 8px',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text-2)', padding: '0 6px', fontSize: '16px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--hairline)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow-float)',
    overflow: 'hidden',
  },
  '.cm-diagnostic': {
    padding: '4px 8px',
    fontSize: 'var(--t-label)',
    fontFamily: 'var(--prose)',
    borderInlineStart: '2px solid var(--text-3)',
  },
  '.cm-diagnostic-error': { borderColor: 'var(--fail)' },
  '.cm-diagnostic-warning': { borderColor: 'var(--wait)' },
});

/**
 * Inserts typed text as a change of ours. The browser would carry the colours of what it replaces over as an inline style,
 * which the policy blocks and reports, and would make paragraphs of line breaks, some of which are lost.
 */
const insertExactly = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing || view.composing)
      return false;
    if (view.state.readOnly) return false;
    // What the page has selected and not what the state says: a selection made a moment ago is not reported yet. The event's
    // own ranges would be the place to look, but Chromium leaves them empty.
    const selected = document.getSelection();
    if (!selected || selected.rangeCount === 0) return false;
    const range = selected.getRangeAt(0);
    if (!view.contentDOM.contains(range.commonAncestorContainer)) return false;
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const insert = view.state.toText(event.data);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    event.preventDefault();
    return true;
  },
});

/** Those that turn the direction look as in every raw text; the library knows not all of them. */
const specialCharacters: Extension = highlightSpecialChars({
  addSpecialChars: TURNS,
  render(code, description, placeholder) {
    const character = String.fromCodePoint(code);
    if (TURNS.test(character)) return turnMark(character, '');
    const mark = document.createElement('span');
    mark.className = 'cm-specialChar';
    mark.textContent = placeholder;
    mark.title = description ?? '';
    mark.setAttribute('aria-label', description ?? '');
    return mark;
  },
});

const placeMarks = StateEffect.define<readonly TextMark[]>();
const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(placeMarks)) next = decorations(effect.value, transaction.state.doc.length);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(marks: readonly TextMark[], length: number): DecorationSet {
  const ranges = marks
    .filter((mark) => mark.start >= 0 && mark.end > mark.start && mark.end <= length)
    .map((mark) => Decoration.mark({ tagName: 'mark', class: mark.kind }).range(mark.start, mark.end));
  return Decoration.set(ranges, true);
}

/** A longer line is not wrapped: the layout of one that is takes seconds for each megabyte. */
const WRAPPED_AT_MOST = 40_000;

/** What goes through a line as a whole, whatever its length: a bracket is looked for to the end of the line it stands in. */
const forShortLines: Extension = [EditorView.lineWrapping, bracketMatching()];

function hasLongLine(text: string): boolean {
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start);
    if ((end === -1 ? text.length : end) - start > WRAPPED_AT_MOST) return true;
    if (end === -1) return false;
    start = end + 1;
  }
  return false;
}

/** Whether a change left a line too long to be wrapped. */
function madeLongLine(update: ViewUpdate): boolean {
  let found = false;
  update.changes.iterChangedRanges((_fromA, _toA, from, to) => {
    for (let at = from; at <= to && !found;) {
      const line = update.state.doc.lineAt(at);
      found = line.length > WRAPPED_AT_MOST;
      at = line.to + 1;
    }
  });
  return found;
}

/** Characters up to which the text is parsed for colours and folding. */
const PARSED_AT_MOST = 20_000_000;
/** The parser gives way between tokens and never within one: a longer string would hold up a frame. */
const LONGEST_TOKEN = 1_000_000;

/** Whether a text is parsed for colours and folding without being felt. */
function isParsed(text: string): boolean {
  if (text.length > PARSED_AT_MOST) return false;
  let last = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    // An escaped quote ends no string.
    if (text[at - 1] === '\\') continue;
    if (at - last > LONGEST_TOKEN) return false;
    last = at;
  }
  return text.length - last <= LONGEST_TOKEN;
}

/** A longer text is drawn before it is parsed: both together would be felt in one frame. */
const PARSED_AT_ONCE = 20_000;

/** Starts an editor inside an element. */
export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  adoptStyles();
  const attributes = new Compartment();
  const mode = new Compartment();
  const wrapping = new Compartment();
  const language = new Compartment();
  let gone = false;
  let wrapped = !hasLongLine(options.value);
  // The text as a string, made once a change; and whether a change is setValue's, which is not reported back.
  let current = options.value;
  let silent = false;

  const extensions: Extension[] = [
    // A line ends with \n alone: a \r that came is kept, seen and sent.
    EditorState.lineSeparator.of('\n'),
    wrapping.of(wrapped ? forShortLines : []),
    specialCharacters,
    syntaxHighlighting(look),
    codeFolding(),
    search({ top: true }),
    insertExactly,
    markField.init((state) => decorations(options.marks, state.doc.length)),
    theme,
    attributes.of(EditorView.contentAttributes.of(options.attributes)),
    mode.of(modeOf(options.readonly, options.viewer)),
    history(),
    // No binding for Tab: it moves the focus, so the keyboard is never trapped.
    keymap.of([
      { key: 'Mod-Enter', run: () => options.onsubmit?.() ?? false },
      ...defaultKeymap.filter((binding) => binding.key !== 'Mod-Enter'),
      ...historyKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...lintKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      current = update.state.doc.toString();
      if (wrapped && madeLongLine(update)) {
        wrapped = false;
        // An update may not start another one.
        queueMicrotask(() => view.dispatch({ effects: wrapping.reconfigure([]) }));
      }
      if (!silent) options.onchange?.(current);
    }),
  ];
  const parsed = options.language === 'json' && isParsed(options.value);
  const parsedLater = parsed && options.value.length > PARSED_AT_ONCE;
  extensions.push(language.of(parsed && !parsedLater ? json() : []));
  if (options.lineNumbers) extensions.push(lineNumbers(), foldGutter({ openText: '▾', closedText: '▸' }));
  if (options.lineNumbers && !options.viewer) extensions.push(lintGutter());

  const length = options.value.length;
  const selection = options.selection;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.value,
      extensions,
      ...(selection
        ? { selection: { anchor: Math.min(selection.from, length), head: Math.min(selection.to, length) } }
        : {}),
    }),
  });
  if (parsedLater) {
    void afterFrame().then(() => {
      if (!gone) view.dispatch({ effects: language.reconfigure(json()) });
    });
  }

  return {
    setValue(value) {
      if (current === value) return;
      silent = true;
      try {
        const head = Math.min(view.state.selection.main.head, value.length);
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(value) },
          selection: { anchor: head },
          annotations: Transaction.userEvent.of('set'),
        });
      } finally {
        silent = false;
      }
    },
    setProblems(problems) {
      const docLength = view.state.doc.length;
      const found: Diagnostic[] = problems.map((problem) => ({
        ...clampRange(problem, docLength),
        severity: problem.severity,
        message: problem.message,
      }));
      view.dispatch(setDiagnostics(view.state, found));
    },
    setMarks(marks) {
      view.dispatch({ effects: placeMarks.of(marks) });
    },
    setReadonly(readonly) {
      view.dispatch({ effects: mode.reconfigure(modeOf(readonly, options.viewer)) });
    },
    setAttributes(next) {
      view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(next)) });
    },
    goTo(from, to) {
      const docLength = view.state.doc.length;
      view.dispatch({
        selection: { anchor: Math.min(from, docLength), head: Math.min(to, docLength) },
        scrollIntoView: true,
      });
      view.focus();
    },
    focus() {
      view.focus();
    },
    destroy() {
      gone = true;
      view.destroy();
    },
  };
}

function modeOf(readonly: boolean, viewer: boolean): Extension {
  // A viewer takes the focus to be scrolled and searched; without a text field no keyboard comes up on a phone.
  if (viewer) return [EditorState.readOnly.of(true), EditorView.editable.of(false)];
  return EditorState.readOnly.of(readonly);
}
