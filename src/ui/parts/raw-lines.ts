/** A text as lines of coloured pieces, for texts that are small enough to be drawn whole. */
import { cutAtTurns } from '../../engine/base/visible-text.ts';
import { layout } from './json-layout.ts';
import { tokenize, type Token, type TokenKind } from './json-tokens.ts';
import type { RawView, TextMark, Tint } from './raw-block.ts';

export interface Piece {
  readonly text: string;
  /** A class, or empty for what is punctuation or not coloured. */
  readonly look: string;
  /** One character that turns the direction of what is around it. */
  readonly turns?: true;
}

/** Pieces that share a mark, or have none. */
export interface Run {
  readonly mark: TextMark['kind'] | undefined;
  readonly pieces: readonly Piece[];
}

export interface RawLine {
  /** Columns of white space it starts with: what wraps hangs two further. */
  readonly indent: number;
  readonly runs: readonly Run[];
}

export interface LineOptions {
  readonly view: RawView;
  readonly json: boolean;
  readonly width?: number;
  readonly marks?: readonly TextMark[];
  readonly emphasis?: ReadonlySet<string>;
  readonly tints?: ReadonlyMap<string, Tint>;
}

const LOOK: Readonly<Partial<Record<TokenKind, string>>> = {
  key: 'k',
  string: 's',
  number: 'n',
  literal: 'n',
  bad: 'bad',
};
const TINT_LOOK: Readonly<Record<Tint, string>> = { wait: 'hw', done: 'hd', fail: 'hf' };
const HANG_AT_MOST = 40;

/** The lines of a text. Joined with line breaks, an `as-sent` view gives back the exact text. */
export function rawLines(text: string, options: LineOptions): RawLine[] {
  const marks = [...(options.marks ?? [])]
    .filter((mark) => mark.end > mark.start)
    .sort((a, b) => a.start - b.start);
  if (!options.json) return sentLines(text, [], () => '', marks);
  const { tokens } = tokenize(text);
  const look = looks(text, tokens, options);
  const laid =
    options.view === 'indented'
      ? layout(text, options.width === undefined ? {} : { width: options.width })
      : undefined;
  if (!laid) return sentLines(text, tokens, look, marks);
  const marker = markReader(marks);
  return laid.map((line) => {
    const builder = new LineBuilder(line.indent);
    builder.add(' '.repeat(line.indent), '', undefined);
    for (const token of line.tokens) {
      const pieces = [...marker(token.start, token.end)];
      // A space between two tokens of one mark belongs to it.
      if (token.spaced)
        builder.add(' ', '', builder.openMark === pieces[0]?.mark ? builder.openMark : undefined);
      for (const piece of pieces) builder.add(text.slice(piece.start, piece.end), look(token), piece.mark);
    }
    return builder.line();
  });
}

/** The class of each token: its kind, unless an emphasis says more. */
function looks(text: string, tokens: readonly Token[], options: LineOptions): (token: Token) => string {
  const special = new Map<number, string>();
  if (options.emphasis && options.emphasis.size > 0) {
    tokens.forEach((token, index) => {
      if (token.kind !== 'key' || !options.emphasis?.has(decoded(text, token))) return;
      special.set(token.start, 'k hk');
      const value = tokens[index + 2];
      const tint = value?.kind === 'string' ? options.tints?.get(decoded(text, value)) : undefined;
      if (value && tint) special.set(value.start, TINT_LOOK[tint]);
    });
  }
  return (token) => {
    const look = special.get(token.start) ?? LOOK[token.kind] ?? '';
    // A long word, a state or a token, may be cut anywhere; prose is not.
    return look === 's' && token.end - token.start > 60 && !text.slice(token.start, token.end).includes(' ')
      ? 's long'
      : look;
  };
}

function decoded(text: string, token: Token): string {
  const inner = text.slice(token.start + 1, token.end - 1);
  if (!inner.includes('\\')) return inner;
  try {
    return String(JSON.parse(text.slice(token.start, token.end)));
  } catch {
    return inner;
  }
}

function sentLines(
  text: string,
  tokens: readonly Token[],
  look: (token: Token) => string,
  marks: readonly TextMark[],
): RawLine[] {
  const lines: RawLine[] = [];
  const marker = markReader(marks);
  let next = 0;
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const builder = new LineBuilder(Math.min(HANG_AT_MOST, leadOf(text, start, end)));
    const emit = (from: number, to: number, name: string): void => {
      for (const piece of marker(from, to)) builder.add(text.slice(piece.start, piece.end), name, piece.mark);
    };
    let at = start;
    for (;;) {
      const token = tokens[next];
      if (!token || token.start >= end) break;
      emit(at, token.start, '');
      emit(token.start, token.end, look(token));
      at = token.end;
      next++;
    }
    emit(at, end, '');
    lines.push(builder.line());
    start = end + 1;
  }
  return lines;
}

function leadOf(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === 0x20) at++;
  return at - start;
}

/** Cuts ranges, asked for in rising order, at the edges of marks; where marks overlap the first one is seen. */
function markReader(marks: readonly TextMark[]) {
  let next = 0;
  return function* (
    start: number,
    end: number,
  ): Generator<{ start: number; end: number; mark: TextMark['kind'] | undefined }> {
    let at = start;
    while (at < end) {
      let mark = marks[next];
      while (mark && mark.end <= at) mark = marks[++next];
      if (!mark || mark.start >= end) {
        yield { start: at, end, mark: undefined };
        return;
      }
      if (mark.start > at) yield { start: at, end: mark.start, mark: undefined };
      const from = Math.max(at, mark.start);
      const to = Math.min(end, mark.end);
      yield { start: from, end: to, mark: mark.kind };
      at = to;
    }
  };
}

type OpenPiece = { -readonly [Member in keyof Piece]: Piece[Member] };

class LineBuilder {
  readonly #runs: { mark: TextMark['kind'] | undefined; pieces: OpenPiece[] }[] = [];
  readonly #indent: number;

  constructor(indent: number) {
    this.#indent = indent;
  }

  get openMark(): TextMark['kind'] | undefined {
    return this.#runs.at(-1)?.mark;
  }

  add(text: string, look: string, mark: TextMark['kind'] | undefined): void {
    if (text === '') return;
    let run = this.#runs.at(-1);
    if (run?.mark !== mark || !run) {
      run = { mark, pieces: [] };
      this.#runs.push(run);
    }
    for (const part of cutAtTurns(text)) {
      const last = run.pieces.at(-1);
      if (part.turns) run.pieces.push({ text: part.text, look, turns: true });
      else if (last?.look === look && !last.turns) last.text += part.text;
      else run.pieces.push({ text: part.text, look });
    }
  }

  line(): RawLine {
    return { indent: this.#indent, runs: this.#runs };
  }
}
