import type { JsonNode } from '../base/json/document.ts';
import { hasFraction, isUnsafeNumber } from '../base/json/numbers.ts';

/** A number whose rounding could matter. */
export interface Rounded {
  readonly start: number;
  readonly end: number;
  /** The nearest double, as JSON text; out of range becomes the largest. */
  readonly nearest: string;
  /** The doubles below and above it: what the exact value lies between. */
  readonly neighbours: readonly string[];
  /** A double that is no integer, where the number is none and every double near it is one. */
  readonly fraction?: number;
}

/** Every number token of a document that is JSON, in order. Does not recurse. */
export function numbersOf(root: JsonNode): JsonNode[] {
  const found: JsonNode[] = [];
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'number') found.push(node);
    for (const { value } of node.members ?? []) pending.push(value);
    for (const item of node.items ?? []) pending.push(item);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The nearest double of a number token; out of range is the largest of its sign. */
export function nearestDouble(token: string): number {
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, Number(token)));
}

/** Above it every double is an integer. */
const LARGEST_FRACTION = 2 ** 52 - 0.5;

/** Numbers that a double rounds, or that equal the double of one of `others`, which were rounded themselves. */
export function roundedNumbers(text: string, root: JsonNode, others: ReadonlySet<number>): Rounded[] {
  return numbersOf(root).flatMap(({ start, end }) => {
    const token = text.slice(start, end);
    const nearest = nearestDouble(token);
    if (!isUnsafeNumber(token) && !others.has(nearest)) return [];
    const around = [step(nearest, -1n), step(nearest, 1n)].filter(Number.isFinite);
    if (hasFraction(token) && Number.isInteger(nearest)) {
      // Between the two lies what it is, and neither is an integer either.
      if (!around.some(Number.isInteger)) {
        const [below = nearest, ...above] = around;
        return [{ start, end, nearest: String(below), neighbours: above.map(String) }];
      }
      const fraction = Math.sign(nearest) * LARGEST_FRACTION;
      return [{ start, end, nearest: String(nearest), neighbours: around.map(String), fraction }];
    }
    return [{ start, end, nearest: String(nearest), neighbours: around.map(String) }];
  });
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The next double up (1n) or down (−1n). */
function step(value: number, direction: 1n | -1n): number {
  if (value === 0) return Number(direction) * Number.MIN_VALUE;
  double[0] = value;
  // Away from zero is up for a positive and down for a negative number: the sign bit is apart from the magnitude.
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? direction : -direction);
  return double[0];
}
