import { failure, success, type Result } from '../result.ts';
import { parseDocument } from './document.ts';

/** Deeper texts are not turned into values: what walks a value may recurse. Ranges (`parseDocument`) have no limit. */
export const MAX_DEPTH = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function afterString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) at += 1;
  }
  return text.length;
}

function continuesNumber(unit: number): boolean {
  // Digits, sign, point, exponent.
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x2b ||
    unit === 0x2d ||
    unit === 0x2e ||
    unit === 0x45 ||
    unit === 0x65
  );
}

/** Significant digits and the power of ten they are scaled by: one spelling for each value. */
function canonical(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${scale}`;
}

/**
 * Whether a JSON number stands for a value that the shortest spelling of its nearest double does not:
 * digits would be lost (`9007199254740993`, `0.1000000000000000055`) or it is out of range (`1e400`, `1e-400`).
 * `1.0` and `1e3` are safe: another spelling of the same value.
 */
export function isUnsafeNumber(token: string): boolean {
  // Up to 15 significant digits always survive; the exponent is what could still take it out of range.
  if (token.length <= 15 && !/[eE]/.test(token)) return false;
  const nearest = Number(token);
  return !Number.isFinite(nearest) || canonical(token) !== canonical(String(nearest));
}

/** Whether a JSON number is no integer by its digits: `9007199254740993.5`, and `1e-400`, but neither `1.0` nor `1.5e1`. */
export function hasFraction(token: string): boolean {
  return /e-/.test(canonical(token));
}

/** Whether any number of a JSON text can't round-trip through a double. Strings are skipped; a text that isn't JSON is scanned as far as it makes sense. */
export function hasUnsafeNumber(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = afterString(text, at) - 1;
    } else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      const start = at;
      while (continuesNumber(text.charCodeAt(at + 1))) at += 1;
      // The common case without making a string.
      if (at - start < 8 && !hasExponent(text, start, at)) continue;
      if (isUnsafeNumber(text.slice(start, at + 1))) return true;
    }
  }
  return false;
}

function hasExponent(text: string, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if ((text.charCodeAt(at) | 0x20) === 0x65) return true;
  return false;
}

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = afterString(text, at) - 1;
    else if (unit === 0x5b || unit === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return false;
}

/**
 * The value of a JSON text as `JSON.parse` sees it: numbers are nearest doubles, the last of duplicate keys wins.
 * Fails with `not-json`, or with `too-deep` beyond `MAX_DEPTH`.
 */
export function parsePlain(text: string): Result<unknown, 'not-json' | 'too-deep'> {
  if (isDeeperThan(text, MAX_DEPTH)) return failure('too-deep', `Nested deeper than ${MAX_DEPTH} levels`);
  try {
    return success(JSON.parse(text) as unknown);
  } catch (thrown) {
    const read = parseDocument(text);
    return read.ok ? failure('not-json', String(thrown)) : failure('not-json', read.message);
  }
}
