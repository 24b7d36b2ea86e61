/** Bytes of a body that are no UTF-8. In the text U+FFFD stands in their place (Encoding Standard, "UTF-8 decoder"). */
export interface NotUtf8 {
  /** How many bytes are none. */
  readonly count: number;
  /** Where, in order, and what stood there, in hexadecimal. Not all of them where there are very many. */
  readonly places: readonly { readonly at: number; readonly bytes: string }[];
}

/** Most places that are kept of one body. */
const PLACES = 1000;
/** Most bytes in one place; more of them begin another. */
const RUN = 64;

/** Finds what of a body is no UTF-8 while it is read, chunk by chunk; offsets are in bytes from 0. */
export class NotUtf8Reader {
  /** The beginning of a character whose rest is still to come. */
  #pending: Uint8Array = new Uint8Array();
  /** Where `#pending` begins. */
  #at = 0;
  #count = 0;
  readonly #places: { at: number; bytes: number[] }[] = [];

  /** `text`: what a decoder that goes on at errors made of the chunk. Without U+FFFD there is nothing to look for. */
  push(chunk: Uint8Array, text: string): void {
    const bytes = this.#pending.length === 0 ? chunk : joined(this.#pending, chunk);
    const from = text.includes('\ufffd') ? this.#scan(bytes) : beginOfRest(bytes);
    this.#at += from;
    this.#pending = bytes.slice(from);
  }

  /** Undefined where all of it is UTF-8. `whole`: the body has ended, so that a character that was begun stays that; else it was cut off. */
  end(whole = true): NotUtf8 | undefined {
    if (whole && this.#pending.length > 0) this.#found(this.#pending, 0, this.#pending.length);
    this.#pending = new Uint8Array();
    if (this.#count === 0) return undefined;
    return {
      count: this.#count,
      places: this.#places.map(({ at, bytes }) => ({ at, bytes: bytes.map(hex).join('') })),
    };
  }

  /** Where the rest begins that may still become a character. */
  #scan(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length) {
      const { length, kind } = sequenceAt(bytes, at);
      if (kind === 'unfinished') return at;
      if (kind === 'wrong') this.#found(bytes, at, length);
      at += length;
    }
    return at;
  }

  #found(bytes: Uint8Array, from: number, length: number): void {
    this.#count += length;
    const found = bytes.subarray(from, from + length);
    const last = this.#places.at(-1);
    const at = this.#at + from;
    if (last !== undefined && last.at + last.bytes.length === at && last.bytes.length + length <= RUN)
      last.bytes.push(...found);
    else if (this.#places.length < PLACES) this.#places.push({ at, bytes: [...found] });
  }
}

/** What is said of a body that is not UTF-8: where, and what. */
export function describeNotUtf8({ count, places }: NotUtf8): string {
  const [first] = places;
  const where = first === undefined ? '' : `${spaced(first.bytes)} at byte ${first.at}`;
  return count * 2 === first?.bytes.length
    ? `The body is not UTF-8: ${where}. U+FFFD is shown in its place`
    : `The body is not UTF-8 in ${count} bytes, first ${where}. U+FFFD is shown in their place`;
}

function sequenceAt(
  bytes: Uint8Array,
  at: number,
): { readonly length: number; readonly kind: 'right' | 'wrong' | 'unfinished' } {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return { length: 1, kind: 'right' };
  if (lead < 0xc2 || lead > 0xf4) return { length: 1, kind: 'wrong' };
  const needed = restOf(lead);
  for (let index = 1; index <= needed; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) return { length: index, kind: 'unfinished' };
    // Neither a longer form than needed, nor half a surrogate pair, nor beyond U+10FFFF.
    const lowest = index > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const highest = index > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (byte < lowest || byte > highest) return { length: index, kind: 'wrong' };
  }
  return { length: needed + 1, kind: 'right' };
}

/** How many bytes follow a byte that begins a character. */
function restOf(lead: number): number {
  return lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
}

/** Of bytes that are UTF-8 so far: where the character begins that is not there whole. */
function beginOfRest(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return restOf(byte) >= back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}

function spaced(bytes: string): string {
  const shown = bytes.slice(0, 16).replace(/..(?=.)/g, '$& ');
  return bytes.length > 16 ? `${shown} …` : shown;
}
