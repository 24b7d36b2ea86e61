/**
 * The compact layout of JSON: what fits on one line stays on one line, scalars share lines, closers stay on the last one.
 * It works on ranges of the text. Only the white space between tokens is ours; digits, escapes and the order of keys are
 * the sender's.
 */
import { readTokens, type Token } from './json-tokens.ts';

/** A token on its line. */
export interface LaidToken extends Token {
  /** Whether a space stands before it; never true for the first of a line. */
  readonly spaced: boolean;
}

export interface LaidLine {
  /** Columns before the first token. */
  readonly indent: number;
  readonly tokens: readonly LaidToken[];
}

export interface LayoutOptions {
  /** A line is broken where it would get longer than this. */
  readonly width?: number;
}

const WIDTH = 90;
/** Deeper levels stand under each other: a text nested 100,000 deep must not be 200,000 columns wide. */
const DEEPEST_INDENT = 32;
/** How many tokens are laid out between two chances to stop. */
const SLICE = 4096;

interface Level {
  readonly object: boolean;
  /** The whole of it stands on one line. */
  readonly flat: boolean;
  /** It has one member at most. */
  readonly single: boolean;
  empty: boolean;
  /** The last member was a container with something in it: what follows starts a line. */
  afterContainer: boolean;
}

/** Lays a text out, giving way every few thousand tokens. The result is undefined for a text that is no JSON. */
export function* layOut(text: string, options: LayoutOptions = {}): Generator<void, LaidLine[] | undefined> {
  const width = options.width ?? WIDTH;
  const { tokens, json } = yield* readTokens(text);
  if (!json) return undefined;
  const sizes = yield* measure(tokens);

  const lines: LaidLine[] = [];
  const levels: Level[] = [];
  let line: LaidToken[] = [];
  let lead = 0;
  let closers = 0;
  let column = 0;
  const indent = (): number => 2 * Math.min(levels.length, DEEPEST_INDENT);
  const breakLine = (): void => {
    if (line.length === 0) return;
    lines.push({ indent: lead, tokens: line });
    line = [];
    lead = indent();
    column = lead;
  };
  const put = (token: Token, spaced: boolean): void => {
    const space = spaced && line.length > 0;
    line.push({ kind: token.kind, start: token.start, end: token.end, spaced: space });
    column += token.end - token.start + (space ? 1 : 0);
  };

  for (let index = 0; index < tokens.length; index++) {
    if (index % SLICE === SLICE - 1) yield;
    // The loop's bound keeps the index inside.
    const token = tokens[index] as Token;
    const level = levels.at(-1);
    switch (token.kind) {
      case 'colon':
      case 'comma':
        put(token, false);
        break;
      case 'close': {
        levels.pop();
        if (!level) break;
        const tight = level.empty || (level.flat && !level.object);
        // Closers follow the last member wherever it ends, but a great many of them get lines of their own.
        closers = tokens[index - 1]?.kind === 'close' ? closers + 1 : 1;
        if (closers * 2 > width) {
          breakLine();
          closers = 1;
        }
        put(token, !tight);
        const parent = levels.at(-1);
        if (parent) parent.afterContainer = !level.empty;
        break;
      }
      default: {
        const first = level?.empty ?? true;
        const afterKey = tokens[index - 1]?.kind === 'colon';
        if (level && !level.flat && !afterKey) {
          const member = memberOf(tokens, index, sizes);
          const fits = column + 1 + member.length <= width;
          // A container opens its line, except the only one of an array, which stays with the bracket.
          const stays = member.container
            ? first && !level.object && level.single && column + 2 <= width
            : fits && !level.afterContainer;
          if (!stays) breakLine();
        }
        const inBracket = first && level !== undefined && level.flat && !level.object;
        if (level) {
          level.empty = false;
          level.afterContainer = false;
        }
        put(token, level !== undefined && !inBracket);
        if (token.kind === 'open') {
          const flat = (level?.flat ?? false) || column - 1 + (sizes.lengths[index] ?? 0) <= width;
          levels.push({
            object: text.charCodeAt(token.start) === 0x7b,
            flat,
            single: (sizes.members[index] ?? 0) <= 1,
            empty: true,
            afterContainer: false,
          });
        }
      }
    }
  }
  breakLine();
  return lines;
}

/** The lines of a text, or undefined when it is no JSON. */
export function layout(text: string, options?: LayoutOptions): LaidLine[] | undefined {
  return drive(layOut(text, options));
}

/** Runs a piece of work to its end at once. */
export function drive<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The layout as a string; a text that is no JSON comes back as it is. */
export function indented(text: string, options?: LayoutOptions): string {
  const lines = layout(text, options);
  return lines ? drive(joinLines(text, lines)).text : text;
}

/** A laid-out text, with what is needed to find a place of the original in it. */
export interface JoinedText {
  readonly text: string;
  /** Where a half-open range of the original stands in `text`. */
  range(start: number, end: number): { start: number; end: number };
}

/** Writes the lines out, giving way now and then. */
export function* joinLines(original: string, lines: readonly LaidLine[]): Generator<void, JoinedText> {
  const from: number[] = [];
  const to: number[] = [];
  const chunks: string[] = [];
  let parts: string[] = [];
  let length = 0;
  for (const [number, line] of lines.entries()) {
    if (parts.length >= SLICE) {
      chunks.push(parts.join(''));
      parts = [];
      yield;
    }
    const lead = (number > 0 ? '\n' : '') + ' '.repeat(line.indent);
    parts.push(lead);
    length += lead.length;
    for (const token of line.tokens) {
      if (token.spaced) {
        parts.push(' ');
        length++;
      }
      from.push(token.start);
      to.push(length);
      parts.push(original.slice(token.start, token.end));
      length += token.end - token.start;
    }
  }
  chunks.push(parts.join(''));
  const place = (offset: number): number => {
    let low = 0;
    let high = from.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((from[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const laid = (to[low] ?? 0) + Math.max(0, offset - (from[low] ?? 0));
    return Math.min(laid, to[low + 1] ?? length);
  };
  return {
    text: chunks.join(''),
    // The end is found by the last character inside, or the space after a token would belong to the range.
    range: (start, end) => ({ start: place(start), end: end > start ? place(end - 1) + 1 : place(start) }),
  };
}

/** For each token that opens something: its length on one line, from opener to closer, and how many members it has. */
interface Sizes {
  readonly lengths: Float64Array;
  readonly members: Uint32Array;
}

function* measure(tokens: readonly Token[]): Generator<void, Sizes> {
  const lengths = new Float64Array(tokens.length);
  const members = new Uint32Array(tokens.length);
  const open: { index: number; object: boolean; length: number; members: number }[] = [];
  for (let index = 0; index < tokens.length; index++) {
    if (index % SLICE === SLICE - 1) yield;
    const token = tokens[index] as Token;
    const own = token.end - token.start;
    const top = open.at(-1);
    if (token.kind === 'open') {
      open.push({ index, object: tokens[index + 1]?.kind === 'key', length: own, members: 0 });
    } else if (token.kind === 'close') {
      const done = open.pop();
      if (!done) continue;
      // In a flat array the first value stands tight against the bracket, and so does the closer.
      const length = done.length + own + (done.object ? 1 : done.members > 0 ? -1 : 0);
      lengths[done.index] = length;
      members[done.index] = done.members;
      const parent = open.at(-1);
      if (parent) {
        parent.length += length + 1;
        parent.members++;
      }
    } else if (top) {
      // A colon or comma stands tight; anything else has a space before it.
      top.length += token.kind === 'colon' || token.kind === 'comma' ? own : own + 1;
      if (token.kind !== 'colon' && token.kind !== 'comma' && token.kind !== 'key') top.members++;
    }
  }
  return { lengths, members };
}

interface Member {
  readonly length: number;
  /** It holds a container with something in it. */
  readonly container: boolean;
}

/** The member that starts at a token: `"key": value` or a value, with the comma or closer that follows it. */
function memberOf(tokens: readonly Token[], index: number, sizes: Sizes): Member {
  const token = tokens[index] as Token;
  const valueIndex = token.kind === 'key' ? index + 2 : index;
  const value = tokens[valueIndex] ?? token;
  const keyLength = token.kind === 'key' ? token.end - token.start + 2 : 0;
  if (value.kind === 'open') {
    const container = tokens[valueIndex + 1]?.kind !== 'close';
    return { length: keyLength + (sizes.lengths[valueIndex] ?? 0) + 1, container };
  }
  return { length: keyLength + (value.end - value.start) + 1, container: false };
}
