import { LosslessNumber, parse as parseWithoutRounding } from 'lossless-json';
import { success, type Result } from '../result.ts';
import { hasUnsafeNumber, parsePlain } from './numbers.ts';

/** A number as it stood in the text; `String(it)` gives those characters. Made only by `parseLossless`. */
export { LosslessNumber };

/**
 * The value of a JSON text without rounding: as `parsePlain` where every number is safe, else with every number as a
 * `LosslessNumber`. Fails as `parsePlain` does. Costs several times as much where numbers are unsafe: for the part shown.
 */
export function parseLossless(text: string): Result<unknown, 'not-json' | 'too-deep'> {
  const plain = parsePlain(text);
  if (!plain.ok || !hasUnsafeNumber(text)) return plain;
  return success(parseWithoutRounding(text, undefined, { onDuplicateKey: ({ newValue }) => newValue }));
}
