/** What a regular expression is made of, as far as it is read here. */
export type PatternTree =
  /** One character: a literal, a class, an escape, or any. `source` as it stands in the pattern. */
  | { readonly kind: 'one'; readonly source: string }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly part: PatternTree; readonly least: number; readonly most: number };

/** Thrown within the readers of patterns, and never out of them. */
export class NotRead extends Error {}

/** Groups inside each other beyond this are not read. */
const DEPTH = 50;
/** Longest pattern that is read; UTF-16 units. */
const LONGEST = 100_000;

/**
 * A regular expression read into its parts, and never run: a hostile one can run for ever. Knows literals, classes, groups,
 * alternatives, quantifiers, `^` and `$`. Throws `NotRead` at anything else: looking around, back references, word boundaries.
 */
export function readPattern(pattern: string): PatternTree {
  if (pattern.length > LONGEST) throw new NotRead();
  return new PatternReader(pattern).read();
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): PatternTree {
    const tree = this.#alternatives();
    if (this.#at < this.#pattern.length) throw new NotRead();
    return tree;
  }

  #alternatives(): PatternTree {
    if (++this.#depth > DEPTH) throw new NotRead();
    const parts = [this.#sequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1;
      parts.push(this.#sequence());
    }
    this.#depth -= 1;
    return { kind: 'choice', parts };
  }

  #sequence(): PatternTree {
    const parts: PatternTree[] = [];
    for (;;) {
      const char = this.#pattern[this.#at];
      if (char === undefined || char === '|' || char === ')') return { kind: 'sequence', parts };
      if (char === '^' || char === '$') {
        this.#at += 1;
        parts.push({ kind: char === '^' ? 'start' : 'end' });
      } else parts.push(this.#repeated(this.#atom(char)));
    }
  }

  #atom(char: string): PatternTree {
    const from = this.#at;
    this.#at += 1;
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        this.#at = classEnd(this.#pattern, this.#at) + 1;
        break;
      case '\\':
        this.#at = escapeEnd(this.#pattern, this.#at);
        break;
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new NotRead();
      default:
        // Half of a character: with and without the u flag it would mean another thing.
        if (char >= '\ud800' && char <= '\udfff') throw new NotRead();
    }
    return { kind: 'one', source: this.#pattern.slice(from, this.#at) };
  }

  #group(): PatternTree {
    if (this.#pattern[this.#at] === '?') {
      const head = /\?(?::|<[A-Za-z_]\w*>)/y;
      head.lastIndex = this.#at;
      if (!head.test(this.#pattern)) throw new NotRead();
      this.#at = head.lastIndex;
    }
    const tree = this.#alternatives();
    if (this.#pattern[this.#at] !== ')') throw new NotRead();
    this.#at += 1;
    return tree;
  }

  #repeated(part: PatternTree): PatternTree {
    const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y;
    quantifier.lastIndex = this.#at;
    const found = quantifier.exec(this.#pattern);
    if (found === null) return part;
    this.#at = quantifier.lastIndex;
    const [written, count, range, upper] = found;
    const least = count === undefined ? (written.startsWith('+') ? 1 : 0) : Number(count);
    const most =
      count === undefined
        ? written.startsWith('?')
          ? 1
          : Infinity
        : range === undefined
          ? least
          : upper === undefined || upper === ''
            ? Infinity
            : Number(upper);
    return { kind: 'repeat', part, least, most };
  }
}

function classEnd(pattern: string, from: number): number {
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === ']') return at;
    // A class in a class: only the v flag reads it so, without it this is a literal.
    else if (pattern[at] === '[') throw new NotRead();
  }
  throw new NotRead();
}

function escapeEnd(pattern: string, from: number): number {
  // Letters and digits that are not here are assertions, back references, halves of characters.
  const escape =
    /[dDwWsStnrvf]|[pP]\{[\w=]+\}|u(?![dD][89a-fA-F])[\da-fA-F]{4}|x[\da-fA-F]{2}|[^A-Za-z0-9\ud800-\udfff]/y;
  escape.lastIndex = from;
  if (!escape.test(pattern)) throw new NotRead();
  return escape.lastIndex;
}
