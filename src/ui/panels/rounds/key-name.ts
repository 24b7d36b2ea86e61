/* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
const unclear = /^$|^\s|\s$|[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** A key as shown: as sent, or JSON-quoted where it could not be told otherwise (empty, edge spaces, control characters). */
export function keyName(key: string): string {
  return unclear.test(key) ? idName(JSON.stringify(key)) : key;
}

/** A JSON-RPC id, given as JSON text, as shown: as sent, with escapes for what could not be seen. */
export function idName(id: string): string {
  return id.replace(
    /[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What an input request is called: by its key, a legacy one by its id. */
export function requestName({ key, legacy }: { readonly key: string; readonly legacy: boolean }): string {
  return legacy ? idName(key) : keyName(key);
}
