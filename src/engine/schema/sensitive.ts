import { decodeString, member, parseDocument, type JsonNode } from '../base/json/document.ts';

/** A property of a form that looks like a secret. */
export interface SensitiveProperty {
  readonly key: string;
  /** What it looks like: `a password`. */
  readonly what: string;
}

/** Words of names and labels, in lower case with single spaces between, and what they ask for. */
const SIGNS: readonly (readonly [words: RegExp, what: string])[] = [
  [/\b(password|passwd|passwort|passphrase|pass phrase|pwd)\b/, 'a password'],
  [
    /\b(pin code|pin number|one time (code|password)|otp|totp|2fa code|mfa code|verification code)\b/,
    'a one-time code or PIN',
  ],
  [
    /\b(api|access|auth|bearer|refresh|session|id|security|personal access|bot) ?(token|key)\b|^token$|^(enter|your|paste)( your| the)? token\b/,
    'a token or key',
  ],
  [/\b(api ?key|private key|secret key|client secret|signing key|ssh key)\b|\bsecret\b/, 'a secret key'],
  [/\b(seed phrase|recovery phrase|mnemonic phrase)\b/, 'a recovery phrase'],
  [
    /\b(card ?number|credit card|debit card|ccnumber|cc number|cvv|cvc|cvv2|card verification|security code)\b/,
    'a card number',
  ],
  [/\b(ssn|social security number|iban|bank account number)\b/, 'an account or identity number'],
  [/\bcredentials?\b/, 'credentials'],
];

/**
 * Properties of an elicitation's form that look like a password, a token, a card number or the like: servers must ask for those in URL mode
 * (2026-07-28, client/elicitation, "Security Considerations"). A guess by name, title, description and format; never throws.
 */
export function sensitiveProperties(requestedSchemaText: string): readonly SensitiveProperty[] {
  const read = parseDocument(requestedSchemaText);
  const properties = read.ok ? (member(read.value, 'properties')?.members ?? []) : [];
  return properties.flatMap(({ key, value }) => {
    const what = whatOf(requestedSchemaText, key, value);
    return what === undefined ? [] : [{ key, what }];
  });
}

function whatOf(text: string, key: string, schema: JsonNode): string | undefined {
  const said = (name: string): string => decodeString(text, member(schema, name)) ?? '';
  if (said('format') === 'password') return 'a password';
  // A yes or no, or a number of something, is none whatever it is called.
  if (['boolean', 'array', 'object'].includes(said('type'))) return undefined;
  const [name, title, description] = [key, said('title'), said('description').slice(0, 300)].map(words);
  for (const [pattern, what] of SIGNS) {
    if (pattern.test(name ?? '') || pattern.test(title ?? '')) return what;
  }
  // In a sentence only what is asked for counts: "not your password" and "we never ask for a token" do not.
  const asks = /^(enter|type|paste|provide|give|your|the|please enter|please provide)\b/.test(
    description ?? '',
  );
  return asks ? SIGNS.find(([pattern]) => pattern.test((description ?? '').slice(0, 60)))?.[1] : undefined;
}

/** `apiKey`, `api_key` and `API key` alike. */
function words(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
