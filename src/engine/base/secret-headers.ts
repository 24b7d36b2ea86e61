/** What a person said of headers, by name in lower case: true is a secret, false is none, whatever the name looks like. */
export type HeaderMarks = ReadonlyMap<string, boolean>;

/** A part of a name that says what follows is a secret. */
const PART =
  /^(?:x?auth[nz]?|oauth2?|authori[sz]ation|authentication|bearer|dpop|\w*key|pat|jwt|otp|totp|pin|sas|sid|sig|hmac|pwd|pass|passwd|passphrase)$/;

/** What says so anywhere in a part. */
const ANYWHERE = /token|secret|passwor|credential|cookie|session|signature|assertion|api-?key/;

/** Ends in `key` and unlocks nothing. */
const NOT_A_KEY = /^(?:monkey|turkey|hockey|jockey|donkey|whiskey|hotkey)$/;

/** Headers with such a part in their names that hold no secret: of HTTP, of caches, of the protocol. */
const ORDINARY =
  /^(?:mcp-.*|access-control-.*|sec-.*|(?:www|proxy)-authenticate|(?:proxy-)?authentication-info|(?:x-)?(?:idempotency|cache|surrogate|partition|routing|shard|sort|row)-key|accept-signature|public-key-pins.*)$/;

/** Whether the name of a header says that its value is a secret. Mixed case tells its parts apart too: `xApiKey`. */
export function looksSecret(name: string): boolean {
  const trimmed = name.trim();
  const lower = trimmed.toLowerCase();
  if (ORDINARY.test(lower)) return false;
  const parts = `${trimmed.replace(/([a-z\d])([A-Z])/g, '$1-$2')}-${trimmed}`.toLowerCase().split(/[-_.]/);
  return ANYWHERE.test(lower) || parts.some((part) => PART.test(part) && !NOT_A_KEY.test(part));
}

/** Whether the value of a header is a secret: what a person said counts, else its name. */
export function isSecretHeader(name: string, marks?: HeaderMarks): boolean {
  return marks?.get(name.trim().toLowerCase()) ?? looksSecret(name);
}
