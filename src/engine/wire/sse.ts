/** One block of an event stream: the lines up to a blank line. */
export interface SseBlock extends Fields {
  /**
   * What came since the block before: its lines and the blank line that closed them, after further blank lines and the LF of a CRLF
   * whose CR had closed the block before. So nothing of a stream is in no block but `SseRest.rest`.
   */
  readonly raw: string;
}

/** What a stream leaves when it ends. */
export interface SseRest {
  /** A block that no blank line closed: it is no event, but it travelled. Null where there is none. */
  readonly block: SseBlock | null;
  /** Line ends after the last block. */
  readonly rest: string;
}

interface Fields {
  readonly id?: string;
  readonly event?: string;
  readonly retry?: number;
  /** `data:` lines joined by LF; null where the block had none. */
  readonly data: string | null;
}

interface Open {
  /** How many lines it has. */
  lines: number;
  id?: string;
  event?: string;
  retry?: number;
  data: string[];
}

/**
 * Reads `text/event-stream` text cut anywhere (HTML Standard, Server-sent events, "Interpreting an event stream"), and keeps
 * each block as it came. Blocks of comments only are given too, since they travelled.
 */
export class SseReader {
  // Fragments of the line being read: joining per chunk would copy a long line once per chunk.
  #line: string[] = [];
  // A CR ends a line at once, since waiting would hold the last event of a CR-only stream back; an LF right after it,
  // perhaps in the next chunk, belongs to the same line end.
  #afterCarriageReturn = false;
  #atStart = true;
  #open: Open = { lines: 0, data: [] };
  /** What of earlier chunks is in no block yet. */
  #raw: string[] = [];

  /**
   * Goes on with `text`, a line at a time: gives the block that a line completes, else null, so that whoever reads may let something
   * else run in between. Nothing is read that is not asked for, and all of it has to be before the next `push`.
   */
  *push(text: string): Generator<SseBlock | null, void> {
    const lineEnd = /\r\n|\r|\n/g;
    let from = 0;
    let taken = 0;
    if (this.#afterCarriageReturn && text.length > 0) {
      this.#afterCarriageReturn = false;
      if (text[0] === '\n') from = 1;
    }
    lineEnd.lastIndex = from;
    for (let match = lineEnd.exec(text); match; match = lineEnd.exec(text)) {
      const end = match[0];
      this.#line.push(text.slice(from, match.index));
      from = match.index + end.length;
      if (end === '\r' && from === text.length) this.#afterCarriageReturn = true;
      const fields = this.#endLine();
      if (!fields) {
        yield null;
        continue;
      }
      const raw = this.#takeRaw(text.slice(taken, from));
      taken = from;
      yield { raw, ...fields };
    }
    if (from < text.length) this.#line.push(text.slice(from));
    if (taken < text.length) this.#raw.push(text.slice(taken));
  }

  /** What was left when the stream ended. */
  end(): SseRest {
    const begun = this.#open.lines > 0 || this.#line.some((part) => part !== '');
    const raw = this.#takeRaw('');
    this.#line = [];
    this.#open = { lines: 0, data: [] };
    return begun ? { block: { raw, data: null }, rest: '' } : { block: null, rest: raw };
  }

  #takeRaw(last: string): string {
    this.#raw.push(last);
    const raw = this.#raw.join('');
    this.#raw = [];
    return raw;
  }

  #endLine(): Fields | null {
    const line = this.#line.join('');
    this.#line = [];
    const open = this.#open;
    if (line === '' || (this.#atStart && line === BOM)) {
      this.#atStart = false;
      if (open.lines === 0) return null;
      this.#open = { lines: 0, data: [] };
      return {
        ...(open.id === undefined ? {} : { id: open.id }),
        ...(open.event === undefined ? {} : { event: open.event }),
        ...(open.retry === undefined ? {} : { retry: open.retry }),
        data: open.data.length === 0 ? null : open.data.join('\n'),
      };
    }
    open.lines += 1;
    const text = this.#atStart && line.startsWith(BOM) ? line.slice(1) : line;
    this.#atStart = false;
    const colon = text.indexOf(':');
    if (colon === 0) return null;
    const field = colon < 0 ? text : text.slice(0, colon);
    let value = colon < 0 ? '' : text.slice(colon + 1);
    if (value.startsWith(' ')) value = value.slice(1);
    if (field === 'data') open.data.push(value);
    else if (field === 'event') open.event = value;
    else if (field === 'id' && !value.includes('\0')) open.id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) open.retry = Number(value);
    return null;
  }
}

const BOM = '\uFEFF';
