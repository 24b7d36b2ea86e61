/** Secrets in what was recorded: the recording holds placeholders, the tab's vault the values. */

/** A piece of a text: as it stands, or a secret's place. */
export type SecretPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'secret'; readonly placeholder: string; readonly length: number };

const PLACEHOLDER = /‹secret (?:[0-9a-z]+-)?\d+, (\d+) characters›/g;

export function secretParts(text: string): SecretPart[] {
  const parts: SecretPart[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    parts.push({ kind: 'secret', placeholder: match[0], length: Number(match[1]) });
    from = match.index + match[0].length;
  }
  if (from < text.length || parts.length === 0) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

export function hasSecret(text: string): boolean {
  return secretParts(text).some((part) => part.kind === 'secret');
}

/** `text` with its secrets filled in; what the tab no longer has stays a placeholder. */
export function revealed(text: string, reveal: (placeholder: string) => string | null): string {
  return secretParts(text)
    .map((part) => (part.kind === 'text' ? part.text : (reveal(part.placeholder) ?? part.placeholder)))
    .join('');
}
