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

/** UTF-8 length of `text` in bytes. */
export function utf8Length(text: string): number {
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

/** Keeps `text`: short ones in the heap, long ones in a Blob. A lone surrogate becomes U+FFFD in a Blob, as on the wire. */
export function keepText(text: string): BodyRef {
  if (text.length <= HEAP_LIMIT) {
    return { bytes: utf8Length(text), text: () => Promise.resolve(text), peek: () => text };
  }
  const blob = new Blob([encoder.encode(text)]);
  return {
    bytes: blob.size,
    text: async () => decoder.decode(await blob.arrayBuffer()),
    peek: () => undefined,
  };
}
