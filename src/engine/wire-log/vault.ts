import type { HeaderList } from '../wire/events.ts';

/**
 * Keeps secrets out of the recording: it holds a placeholder with a number and the length, the vault the value. Lives as long as the tab.
 */
export class Vault {
  readonly #values = new Map<string, string>();
  readonly #prefix: string;

  /** `tag`: letters and digits that tell its placeholders from those of other vaults, whose handshakes may be kept in the same browser. */
  constructor(tag = '') {
    this.#prefix = tag && `${tag}-`;
  }

  /** The placeholder for `value`; the same one for the same value. */
  hide(value: string): string {
    for (const [placeholder, kept] of this.#values) if (kept === value) return placeholder;
    const placeholder = `‹secret ${this.#prefix}${this.#values.size + 1}, ${value.length} characters›`;
    this.#values.set(placeholder, value);
    return placeholder;
  }

  /** A header value with its secret part hidden; an authorization scheme stays readable. */
  hideHeader(value: string): string {
    const scheme = /^(?:Bearer|Basic|DPoP) +/i.exec(value)?.[0] ?? '';
    return scheme + this.hide(value.slice(scheme.length));
  }

  /** The value behind a placeholder, or null. */
  reveal(placeholder: string): string | null {
    return this.#values.get(placeholder) ?? null;
  }

  /** `text` with every placeholder of this vault replaced by its value. */
  fill(text: string): string {
    let filled = text;
    for (const [placeholder, value] of this.#values) filled = filled.replaceAll(placeholder, () => value);
    return filled;
  }

  /** Headers with every placeholder filled in: what goes out. */
  fillHeaders(headers: HeaderList): HeaderList {
    return headers.map(([name, value]) => [name, this.fill(value)]);
  }
}
