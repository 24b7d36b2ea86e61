/** Secrets that travel in the open, known by the name they stand under. */

/** Names of members that hold a secret, in whatever case: those of OAuth (RFC 6749, RFC 7636), passwords and keys of an API. */
const NAMES = String.raw`(?:access|refresh|id)_?token|client_?secret|code_?verifier|pass(?:word|wd|phrase)|api_?key`;

/** Such members with their values, also in JSON that stands inside a string, where quotes are escaped. */
const SECRET_MEMBERS = new RegExp(
  String.raw`(?<!\\)(?:"(?<name>${NAMES})"\s*:\s*"(?<value>(?:[^"\\\n]|\\.){1,8192}?)"` +
    String.raw`|(?<quote>\\+)"(?<innerName>${NAMES})\k<quote>"\s*:\s*\k<quote>"(?<innerValue>[^\n]{1,8192}?)(?<!\\)\k<quote>")`,
  'gi',
);

/** Parameters of a URL or a form that hold one. */
export const SECRET_PARAMETERS =
  /([?&]|^)(access_token|refresh_token|id_token|client_secret|code_verifier|code|token|api_?key|key|secret|password|sig|signature)=([^&#\s]+)/gi;

/** What every text has that holds a secret member: quickly looked for. */
const HINT = new RegExp(NAMES, 'i');

const DOT = '•';

/** The secret members of a JSON text: their names, and their values as they stand in it. */
export function secretMembers(text: string): readonly { readonly name: string; readonly value: string }[] {
  if (!HINT.test(text)) return [];
  return [...text.matchAll(SECRET_MEMBERS)].map(({ groups = {} }) => ({
    name: groups['name'] ?? groups['innerName'] ?? '',
    value: groups['value'] ?? groups['innerValue'] ?? '',
  }));
}

/** `text` with something else in the place of each value of a secret member; itself where it holds none. */
export function withSecretMembers(text: string, replaced: (value: string) => string): string {
  if (!HINT.test(text)) return text;
  return text.replace(SECRET_MEMBERS, (whole: string, ...match: unknown[]) => {
    const groups = match.at(-1) as Partial<Record<string, string>>;
    const value = groups['value'] ?? groups['innerValue'] ?? '';
    // The value is the last thing in it but a quote.
    const at = whole.lastIndexOf(value);
    return whole.slice(0, at) + replaced(value) + whole.slice(at + value.length);
  });
}

/** `text` with a dot for each UTF-16 unit of a secret member, so that every range of it stays where it was. */
export function maskedMembers(text: string): string {
  return withSecretMembers(text, (value) => DOT.repeat(value.length));
}

/** A URL with dots for the values of its secret parameters, whatever their length; itself where it has none. */
export function maskedUrl(url: string): string {
  return url.replace(
    SECRET_PARAMETERS,
    (_whole, before: string, name: string) => `${before}${name}=${DOT.repeat(8)}`,
  );
}
