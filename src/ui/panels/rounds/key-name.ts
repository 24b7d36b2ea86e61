/* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
const unclear = /^$|^\s|\s$|[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** A key as shown: as sent, or JSON-quoted where it could not be told otherwise (empty, edge spaces, control characters). */
export function keyName(key: string): string {
  if (!unclear.test(key)) return key;
  return JSON.stringify(key).replace(
    /[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
