/** One reading of a piece of request state. */
export interface DecodedPart {
  /** `base64url`, `JSON`, …: how it was read, in reading order. */
  readonly how: readonly string[];
  readonly text: string;
  readonly json: boolean;
}

const base64 = /^[A-Za-z0-9+/_-]{4,}={0,2}$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** A decoded byte soup says nothing; text may hold tabs and line ends. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * What the state may hold: JSON, base64 of text or JSON, or parts between dots of which some are (a JWT, a signed payload).
 * For debugging only. A part that can't be read is left out; empty where nothing can.
 */
export function decodeState(state: string): readonly DecodedPart[] {
  const whole = readPart(state, []);
  if (whole) return [whole];
  const pieces = state.split('.');
  if (pieces.length < 2 || pieces.length > 8) return [];
  return pieces.flatMap((piece, index) => readPart(piece, [`part ${index + 1} of ${pieces.length}`]) ?? []);
}

function readPart(text: string, how: readonly string[]): DecodedPart | null {
  if (isContainer(text)) return { how: [...how, 'JSON'], text, json: true };
  const decoded = fromBase64(text);
  if (decoded === null) return null;
  const name = /[-_]/.test(text) ? 'base64url' : 'base64';
  const json = isContainer(decoded);
  return { how: [...how, name, json ? 'JSON' : 'text'], text: decoded, json };
}

function isContainer(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function fromBase64(text: string): string | null {
  if (!base64.test(text)) return null;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const decoded = utf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
    return unprintable.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}
