import { inSlices, nextTurn } from './turn.ts';

/** A text that travelled, kept where it costs least. The text is what was read or sent, to the character. */
export interface BodyRef {
  /** UTF-8 bytes. */
  readonly bytes: number;
  /** The whole text. Asynchronous, since a large body lives outside the heap. */
  text(): Promise<string>;
  /** The text at once where it is in the heap, else undefined. */
  peek(): string | undefined;
}

/** Texts longer than this many UTF-16 units leave the heap. */
export const HEAP_LIMIT = 65_536;

const encoder = new TextEncoder();
// ignoreBOM, or a BOM that travelled would vanish here: Blob.text() drops it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Longer texts are counted by the host: units. */
const COUNTED_HERE = 1024;
/** Where the host counts to: a UTF-16 unit takes three bytes at most. */
const counted = new Uint8Array(3 * 32_768);

/** UTF-8 length of `text` in bytes. */
export function utf8Length(text: string): number {
  if (text.length <= COUNTED_HERE) return countBytes(text);
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at, 32_768);
    bytes += encoder.encodeInto(text.slice(at, end), counted).written;
    at = end;
  }
  return bytes;
}

function countBytes(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 4;
      i += 1;
    } else bytes += 3;
  }
  return bytes;
}

/** Where a piece of `length` units from `from` ends; one less where it would part a surrogate pair. */
function pieceEnd(text: string, from: number, length: number): number {
  const end = Math.min(text.length, from + length);
  return end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

/** A text in the heap. A class, since a log holds hundreds of thousands: two functions of its own would weigh more than most texts. */
class HeapText implements BodyRef {
  readonly bytes: number;
  readonly #text: string;

  constructor(text: string) {
    this.bytes = utf8Length(text);
    this.#text = text;
  }

  text(): Promise<string> {
    return Promise.resolve(this.#text);
  }

  peek(): string {
    return this.#text;
  }
}

/** A long text: in the heap while it is new, since nearly everybody who reads it does so as it arrives; in a Blob after that. */
class LongText implements BodyRef {
  readonly bytes: number;
  /** UTF-16 units. */
  readonly length: number;
  #kept: string | { readonly blob: Blob; readonly warm: WeakRef<{ readonly text: string }> };

  constructor(text: string) {
    const kept = text.toWellFormed();
    this.bytes = utf8Length(kept);
    this.length = kept.length;
    this.#kept = kept;
  }

  async text(): Promise<string> {
    if (typeof this.#kept === 'string') return this.#kept;
    const { blob, warm } = this.#kept;
    return warm.deref()?.text ?? decoder.decode(await blob.arrayBuffer());
  }

  peek(): undefined {
    return undefined;
  }

  /** Writes the text away, a piece at a time. */
  *leave(): Generator<void, void> {
    if (typeof this.#kept !== 'string') return;
    const text = this.#kept;
    const pieces: Blob[] = [];
    for (let at = 0; at < text.length;) {
      const end = pieceEnd(text, at, PIECE);
      pieces.push(new Blob([text.slice(at, end)]));
      at = end;
      yield;
    }
    this.#kept = { blob: new Blob(pieces), warm: new WeakRef({ text }) };
  }
}

/** What is written away at a time: UTF-16 units. */
const PIECE = 1_000_000;
/** How long a text rests in the heap: whoever waits for it to be shown comes first. Milliseconds. */
const REST_MS = 500;
/** From so many UTF-16 units on nothing rests: a server that sends without pause must not fill the heap. */
const CROWD = 32_000_000;

/** Long texts that are still in the heap, oldest first. */
const leaving: LongText[] = [];
let leavingUnits = 0;
let moving = false;
let endRest: () => void = () => undefined;

function leaveLater(text: LongText): void {
  leaving.push(text);
  leavingUnits += text.length;
  if (leavingUnits > CROWD) endRest();
  if (moving) return;
  moving = true;
  void moveOut();
}

async function moveOut(): Promise<void> {
  for (let text = leaving[0]; text !== undefined; text = leaving[0]) {
    if (leavingUnits > CROWD) await nextTurn();
    else await rest();
    await inSlices(text.leave());
    leaving.shift();
    leavingUnits -= text.length;
  }
  moving = false;
}

function rest(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, REST_MS);
    endRest = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/**
 * Keeps `text`: short ones in the heap, long ones in a Blob, soon after. A lone surrogate becomes U+FFFD in a long one, as on
 * the wire.
 */
export function keepText(text: string): BodyRef {
  if (text.length <= HEAP_LIMIT) return new HeapText(text);
  const long = new LongText(text);
  leaveLater(long);
  return long;
}
