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

function blobText(blob: Blob, text: string): BodyRef {
  // Whoever reads it as it arrives, which is nearly everybody, has it without the way to the Blob and back.
  const warm = new WeakRef({ text: text.toWellFormed() });
  return {
    bytes: blob.size,
    text: async () => warm.deref()?.text ?? decoder.decode(await blob.arrayBuffer()),
    peek: () => undefined,
  };
}

/** Keeps `text`: short ones in the heap, long ones in a Blob. A lone surrogate becomes U+FFFD in a Blob, as on the wire. */
export function keepText(text: string): BodyRef {
  return text.length <= HEAP_LIMIT ? new HeapText(text) : blobText(new Blob([text]), text);
}

/** As `keepText`, but a long text is written away in pieces: drive it with `inSlices` where other work must come in between. */
export function* keepingText(text: string): Generator<void, BodyRef> {
  if (text.length <= PIECE) return keepText(text);
  const pieces: Blob[] = [];
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at, PIECE);
    pieces.push(new Blob([text.slice(at, end)]));
    at = end;
    yield;
  }
  return blobText(new Blob(pieces), text);
}

/** What `keepingText` writes away at a time: UTF-16 units. */
const PIECE = 1_000_000;
