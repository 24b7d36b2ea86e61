import { utf8ToBase64 } from '../base/base64.ts';

const PREFIX = '=?base64?';
const SUFFIX = '?=';

/**
 * A value as a header can carry it: itself where it is printable ASCII without outer white space and not mistakable for the
 * wrapper, else `=?base64?…?=` of its UTF-8 bytes (2026-07-28, basic/transports/streamable-http, "Value Encoding").
 */
export function encodeHeaderValue(value: string): string {
  const plain = /^[\x20-\x7e]*$/.test(value) && value === value.trim() && !/^=\?base64\?.*\?=$/i.test(value);
  return plain ? value : `${PREFIX}${utf8ToBase64(value)}${SUFFIX}`;
}

/** What stands in a wrapped value; undefined where it is not wrapped, or what is in it is no Base64 of UTF-8. */
export function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX) || value.length < PREFIX.length + SUFFIX.length)
    return undefined;
  try {
    const binary = atob(value.slice(PREFIX.length, -SUFFIX.length));
    const bytes = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
