/**
 * A tolerant tokenizer for JSON text. It never throws, never recurses and never drops a character that is not white space:
 * what is not JSON comes out as `bad`. Tokens are ranges of the text, so nothing is decoded and nothing can be changed.
 */

export type TokenKind =
  'open' | 'close' | 'colon' | 'comma' | 'key' | 'string' | 'number' | 'literal' | 'bad';

export interface Token {
  readonly kind: TokenKind;
  /** UTF-16 offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** True when the whole text is one JSON value by RFC 8259; duplicate keys and lone surrogates are allowed there. */
  readonly json: boolean;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const HEX4 = /^[0-9a-fA-F]{4}$/;

/** What may come next: a value, a value or `]`, a key or `}`, a key, a colon, a comma or a closer, nothing. */
type Expect = 'value' | 'first-value' | 'first-key' | 'key' | 'colon' | 'next' | 'end';

/** Reads the tokens, giving way after every `every` of them: drive it to the end, or a slice at a time for big texts. */
export function* readTokens(text: string, every = 4096): Generator<void, Tokens> {
  const tokens: Token[] = [];
  // true: an object. An array on the heap, so that depth costs memory and not stack.
  const open: boolean[] = [];
  let expect: Expect = 'value';
  let json = true;
  let at = 0;
  let count = 0;

  const push = (kind: TokenKind, end: number): void => {
    tokens.push({ kind, start: at, end });
    at = end;
  };
  const afterValue = (): Expect => (open.length === 0 ? 'end' : 'next');

  while (at < text.length) {
    if (++count % every === 0) yield;
    const code = text.charCodeAt(at);
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      at++;
      continue;
    }
    const wantsValue: boolean = expect === 'value' || expect === 'first-value';
    switch (code) {
      case 0x7b: // {
      case 0x5b: // [
        if (!wantsValue) json = false;
        open.push(code === 0x7b);
        push('open', at + 1);
        expect = code === 0x7b ? 'first-key' : 'first-value';
        break;
      case 0x7d: // }
      case 0x5d: {
        // ]
        const object = open.pop();
        if (
          object !== (code === 0x7d) ||
          !(expect === 'next' || expect === (object ? 'first-key' : 'first-value'))
        ) {
          json = false;
        }
        push('close', at + 1);
        expect = afterValue();
        break;
      }
      case 0x3a: // :
        if (expect !== 'colon') json = false;
        push('colon', at + 1);
        expect = 'value';
        break;
      case 0x2c: // ,
        if (expect !== 'next') json = false;
        push('comma', at + 1);
        expect = open.at(-1) ? 'key' : 'value';
        break;
      case 0x22: {
        // "
        const read = readString(text, at + 1);
        const isKey: boolean = expect === 'key' || expect === 'first-key';
        if (!read.valid || (!isKey && !wantsValue)) json = false;
        push(isKey ? 'key' : 'string', read.end);
        if (isKey) expect = 'colon';
        else expect = afterValue();
        break;
      }
      default: {
        const end = wordEnd(text, at);
        const kind = wordKind(text, at, end);
        if (kind === 'bad' || !wantsValue) json = false;
        push(kind, end);
        expect = afterValue();
      }
    }
  }
  return { tokens, json: json && expect === 'end' };
}

/** All tokens at once. */
export function tokenize(text: string): Tokens {
  const run = readTokens(text);
  for (;;) {
    const step = run.next();
    if (step.done) return step.value;
  }
}

/**
 * From after the opening quote to after the closing one. A string that is not closed ends with its line, so that one missing
 * quote does not swallow what follows. A loop and no pattern: a pattern's own stack would not bear a string of megabytes.
 */
function readString(text: string, from: number): { end: number; valid: boolean } {
  let valid = true;
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { end: at + 1, valid };
    if (code === 0x0a) break;
    if (code < 0x20) valid = false;
    if (code === 0x5c && at + 1 < text.length && text.charCodeAt(at + 1) !== 0x0a) {
      const escaped = text[at + 1] ?? '';
      if (escaped === 'u' ? !HEX4.test(text.slice(at + 2, at + 6)) : !'"\\/bfnrt'.includes(escaped))
        valid = false;
      at++;
    }
    at++;
  }
  return { end: at, valid: false };
}

/** A run of characters that are neither JSON's white space nor its punctuation; at least one. */
function wordEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && !' \t\r\n{}[],:"'.includes(text.charAt(at))) at++;
  return at;
}

function wordKind(text: string, start: number, end: number): TokenKind {
  const word = text.slice(start, end);
  if (word === 'true' || word === 'false' || word === 'null') return 'literal';
  return NUMBER.test(word) ? 'number' : 'bad';
}
