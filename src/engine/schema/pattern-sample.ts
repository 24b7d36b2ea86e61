/** Longest string made for a pattern. */
const LIMIT = 1000;

class GivenUp {}

/**
 * A string that matches a regular expression, built from the expression and never by running it (a hostile one can run
 * for ever): `^[A-Z]{3}-\d{4}$` gives `AAA-0000`. Understands literals, classes, groups, alternatives, quantifiers and
 * the outer anchors. Undefined where the pattern uses anything else.
 */
export function sampleOfPattern(pattern: string): string | undefined {
  try {
    return new PatternReader(pattern).read();
  } catch (thrown) {
    if (thrown instanceof GivenUp) return undefined;
    throw thrown;
  }
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): string {
    const sample = this.#alternatives();
    if (this.#at < this.#pattern.length) throw new GivenUp();
    return sample;
  }

  // The first alternative is the sample; the others are read to find where they end.
  #alternatives(): string {
    if (++this.#depth > 50) throw new GivenUp();
    const sample = this.#sequence();
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1;
      this.#sequence();
    }
    this.#depth -= 1;
    return sample;
  }

  #sequence(): string {
    const start = this.#at;
    let sample = '';
    for (;;) {
      const char = this.#pattern[this.#at];
      if (char === undefined || char === '|' || char === ')') return sample;
      // An anchor elsewhere could make the pattern unmatchable.
      if (char === '^') {
        if (this.#depth > 1 || this.#at !== start) throw new GivenUp();
        this.#at += 1;
        continue;
      }
      if (char === '$') {
        const next = this.#pattern[this.#at + 1];
        if (this.#depth > 1 || (next !== undefined && next !== '|')) throw new GivenUp();
        this.#at += 1;
        continue;
      }
      const atom = this.#atom(char);
      sample += atom.repeat(this.#least());
      if (sample.length > LIMIT) throw new GivenUp();
    }
  }

  #atom(char: string): string {
    this.#at += 1;
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return this.#characterClass();
      case '\\':
        return this.#escape();
      case '.':
        return 'a';
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new GivenUp();
      default:
        if (char >= '\ud800' && char <= '\udfff') throw new GivenUp();
        return char;
    }
  }

  #group(): string {
    if (this.#pattern[this.#at] === '?') {
      const head = /\?(?::|<[A-Za-z_]\w*>)/y;
      head.lastIndex = this.#at;
      if (!head.test(this.#pattern)) throw new GivenUp();
      this.#at = head.lastIndex;
    }
    const sample = this.#alternatives();
    if (this.#pattern[this.#at] !== ')') throw new GivenUp();
    this.#at += 1;
    return sample;
  }

  #characterClass(): string {
    const end = classEnd(this.#pattern, this.#at);
    const body = this.#pattern.slice(this.#at, end);
    this.#at = end + 1;
    if (body.startsWith('^')) return complementOf(body.slice(1));
    const first = body[0];
    if (first === undefined) throw new GivenUp();
    if (first !== '\\') {
      if (first >= '\ud800' && first <= '\udfff') throw new GivenUp();
      return first;
    }
    return escaped(body[1]);
  }

  #escape(): string {
    const char = this.#pattern[this.#at];
    this.#at += 1;
    return escaped(char);
  }

  #least(): number {
    const char = this.#pattern[this.#at];
    let least = 1;
    if (char === '*' || char === '?') least = 0;
    else if (char === '{') {
      const quantifier = /\{(\d+)(?:,\d*)?\}/y;
      quantifier.lastIndex = this.#at;
      const found = quantifier.exec(this.#pattern);
      if (found === null) throw new GivenUp();
      least = Number(found[1]);
      if (least > LIMIT) throw new GivenUp();
      this.#at = quantifier.lastIndex - 1;
    } else if (char !== '+') return 1;
    this.#at += 1;
    if (this.#pattern[this.#at] === '?') this.#at += 1;
    return least;
  }
}

function classEnd(pattern: string, from: number): number {
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === ']') return at;
    // A class in a class: only the v flag reads it so, without it this is a literal.
    else if (pattern[at] === '[') throw new GivenUp();
  }
  throw new GivenUp();
}

function escaped(char: string | undefined): string {
  if (char === undefined) throw new GivenUp();
  const known: Record<string, string> = {
    d: '0',
    w: 'a',
    s: ' ',
    D: 'a',
    W: '-',
    S: 'a',
    t: '\t',
    n: '\n',
    r: '\r',
  };
  if (Object.hasOwn(known, char)) return known[char] ?? '';
  // Other letters and digits are assertions, back references, code points.
  if (/[A-Za-z0-9]/.test(char)) throw new GivenUp();
  return char;
}

function complementOf(body: string): string {
  let members: RegExp;
  try {
    members = new RegExp(`[${body}]`);
  } catch {
    throw new GivenUp();
  }
  // One class against one character: nothing to backtrack into.
  for (const candidate of ['a', '0', 'A', '-', '_', ' ', '~']) if (!members.test(candidate)) return candidate;
  throw new GivenUp();
}
