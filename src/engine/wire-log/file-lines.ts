/** One line of a file, without its end, or why the file can't be read on. Lines are numbered from 1. */
export type FileLine =
  | { readonly kind: 'line'; readonly number: number; readonly text: string; readonly ended: boolean }
  | { readonly kind: 'too long'; readonly number: number }
  /** Bytes that are not UTF-8. Without `ended` they are the file's last, maybe cut inside a character. */
  | { readonly kind: 'not text'; readonly number: number; readonly ended: boolean };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The lines of a file as they come, without ever holding more than one chunk and one line of at most `limit` bytes. Empty
 * lines are counted and left out. The last line has `ended: false` where no line end follows it. Whoever reads on after a
 * line that is too long or no text gets nothing more.
 */
export async function* fileLines(
  file: ReadableStream<Uint8Array>,
  limit: number,
): AsyncGenerator<FileLine, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.getReader();
  let pending: Uint8Array[] = [];
  let length = 0;
  let number = 1;

  const lineOf = (ended: boolean): FileLine | null => {
    const bytes = joined(pending, length);
    pending = [];
    length = 0;
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    if (end === 0) return null;
    try {
      return { kind: 'line', number, text: decoder.decode(bytes.subarray(0, end)), ended };
    } catch {
      return { kind: 'not text', number, ended };
    }
  };

  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let from = 0;
      while (from < value.length) {
        const end = value.indexOf(LINE_FEED, from);
        const piece = value.subarray(from, end < 0 ? value.length : end);
        pending.push(piece);
        length += piece.length;
        if (length > limit) {
          yield { kind: 'too long', number };
          return;
        }
        if (end < 0) break;
        const line = lineOf(true);
        if (line) yield line;
        if (line?.kind === 'not text') return;
        number += 1;
        from = end + 1;
      }
    }
    const last = lineOf(false);
    if (last) yield last;
  } finally {
    // Whoever stops early must not keep the rest of the file coming.
    await reader.cancel().catch(() => undefined);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
