import { looksSecret } from '../base/secret-headers.ts';
import { SECRET_PARAMETERS, secretMembers, withSecretMembers } from '../base/open-secrets.ts';
import type { HeaderList } from '../wire/events.ts';
import type { ExportContent } from './export-content.ts';
import type { Entry, Recording } from './recording.ts';

/** A secret of a recording: where it stands, the placeholder for it, and its value. */
export interface FoundSecret {
  /** A header's, parameter's or member's name, as it was written first. */
  readonly where: string;
  readonly placeholder: string;
  readonly value: string;
}

const PLACEHOLDER = /‹secret (?:[0-9a-z]+-)?(\d+), \d+ characters›/g;

/** A text is searched for at most this many secrets that are repeated. */
const MOST_REPEATED = 1_000;

/** A secret shorter than this is masked where it stands and not where it is repeated: it may be a word like any other. */
const SHORTEST_REPEATED = 8;

/**
 * The secrets in what is exported, of the recording in its first `count` entries: those a placeholder stands for, where `reveal` still knows
 * them, and those that travelled in the open, in a header, a parameter or a member whose name says so.
 */
export async function findSecrets(
  { recording, kept }: ExportContent,
  reveal: (placeholder: string) => string | null,
  count = recording.length,
): Promise<readonly FoundSecret[]> {
  const found = new Map<string, FoundSecret>();
  const open: (readonly [where: string, value: string])[] = [];
  let numbers = 0;

  // A text may hold placeholders of an earlier export: their numbers are taken, whatever they stand for.
  const numbersIn = (text: string) => {
    for (const match of text.matchAll(PLACEHOLDER)) numbers = Math.max(numbers, Number(match[1]));
  };
  const placeholders = (name: string, text: string) => {
    numbersIn(text);
    for (const [placeholder] of text.matchAll(PLACEHOLDER)) {
      const value = reveal(placeholder);
      if (value) found.set(value, { where: name, placeholder, value });
    }
  };
  const parameters = (text: string) => {
    for (const match of text.matchAll(SECRET_PARAMETERS)) open.push([match[2] ?? '', match[3] ?? '']);
  };

  const search = async (from: Recording, end: number) => {
    for (let index = 0; index < end; index++) {
      const entry = from.at(index);
      if (entry === undefined) break;
      if ('url' in entry) {
        numbersIn(entry.url);
        parameters(entry.url);
      }
      if (entry.type === 'request' || entry.type === 'response') {
        for (const [name, value] of entry.headers) {
          placeholders(name, value);
          const secret = secretOfHeader(name, value, openOf(entry));
          if (secret !== null) open.push([name, secret]);
        }
      }
      for (const body of bodiesOf(entry)) {
        const text = await body.text();
        numbersIn(text);
        for (const { name, value } of secretMembers(text)) open.push([name, value]);
        if (entry.type === 'request' && isForm(entry.headers)) parameters(text);
      }
    }
  };
  await search(recording, count);
  for (const each of kept) {
    parameters(each.url);
    await search(each.recording, each.recording.length);
  }
  for (const [where, value] of open) {
    if (found.has(value) || value.match(PLACEHOLDER)) continue;
    numbers += 1;
    found.set(value, { where, placeholder: `‹secret ${numbers}, ${value.length} characters›`, value });
  }
  return [...found.values()];
}

/** Whether a placeholder stands in `text` in the place of a secret. */
export function holdsPlaceholder(text: string): boolean {
  return text.search(PLACEHOLDER) >= 0;
}

/** Puts placeholders where secrets stand. */
export class Masks {
  readonly #placeholders: ReadonlyMap<string, string>;
  readonly #repeated: RegExp | null;

  constructor(secrets: readonly FoundSecret[]) {
    const placeholders = new Map(secrets.map(({ value, placeholder }) => [value, placeholder]));
    const repeated = new Map<string, string>();
    for (const { value, placeholder } of secrets) {
      if (value.length < SHORTEST_REPEATED) continue;
      // As it stands, as it stands in a JSON string, and as it stands in a URL.
      for (const form of [value, JSON.stringify(value).slice(1, -1), encoded(value)])
        repeated.set(form, placeholder);
    }
    this.#placeholders = new Map([...placeholders, ...repeated]);
    // Longest first, or a secret inside another would leave the rest of that one.
    const forms = [...repeated.keys()].slice(0, 3 * MOST_REPEATED).sort((a, b) => b.length - a.length);
    this.#repeated = forms.length === 0 ? null : new RegExp(forms.map(escaped).join('|'), 'g');
  }

  /** `entry`, a plain object whose bodies are texts, with every text masked. */
  entry<T extends Readonly<Record<string, unknown>>>(entry: T): T {
    if (this.#placeholders.size === 0) return entry;
    const form = entry['type'] === 'request' && isForm(entry['headers'] as HeaderList);
    const masked: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(entry)) {
      if (key === 'headers') masked[key] = this.#headers(value as HeaderList, openOf(entry));
      else if (key === 'url' || (key === 'body' && form)) masked[key] = this.#parameters(String(value));
      else masked[key] = this.#deep(value);
    }
    return masked as T;
  }

  #headers(headers: HeaderList, open: readonly string[]): HeaderList {
    return headers.map(([name, value]) => {
      const secret = secretOfHeader(name, value, open);
      const shown = secret === null ? value : value.replace(secret, () => this.#of(secret));
      return [name, this.#text(shown)];
    });
  }

  #parameters(text: string): string {
    return this.#text(
      text.replace(
        SECRET_PARAMETERS,
        (_whole, before: string, name: string, value: string) => `${before}${name}=${this.#of(value)}`,
      ),
    );
  }

  #text(text: string): string {
    const members = withSecretMembers(text, (value) => this.#of(value));
    return this.#repeated ? members.replace(this.#repeated, (form) => this.#of(form)) : members;
  }

  /** Notes are a few levels deep: their types say so. */
  #deep(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((each) => this.#deep(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#deep(each)]));
  }

  #of(value: string): string {
    return this.#placeholders.get(value) ?? value;
  }
}

/** Of a request: the headers that look secret, of which a person said that they are not. */
function openOf(entry: object): readonly string[] {
  return (entry as { readonly open?: readonly string[] }).open ?? [];
}

/** The secret part of a header whose name says it is one; null for any other, and where a placeholder stands already. */
function secretOfHeader(name: string, value: string, open: readonly string[]): string | null {
  if (!looksSecret(name) || open.includes(name) || value.match(PLACEHOLDER)) return null;
  const secret = value.replace(/^(?:Bearer|Basic|DPoP) +/i, '');
  return secret === '' ? null : secret;
}

function isForm(headers: HeaderList): boolean {
  return headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'content-type' &&
      value.toLowerCase().startsWith('application/x-www-form-urlencoded'),
  );
}

function bodiesOf(entry: Entry) {
  if (entry.type === 'request' || entry.type === 'body') return entry.body ? [entry.body] : [];
  // The data of an event is part of its raw text, unless its lines had to be joined.
  return entry.type === 'sse' ? [entry.raw, ...(entry.data ? [entry.data] : [])] : [];
}

function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
