import { everyOf, type Facets, type SchemaDocument } from './facets.ts';

interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
  readonly raw: string;
}

/** A number within the bounds of a schema, as JSON text: 0 where it fits, else the nearest bound with its own digits. Undefined where none was found. */
export function sampleNumber(document: SchemaDocument, facets: Facets, integer: boolean): string | undefined {
  const low = tightest(document, facets, 'minimum', 'exclusiveMinimum', (a, b) => a > b);
  const high = tightest(document, facets, 'maximum', 'exclusiveMaximum', (a, b) => a < b);
  const steps = everyOf(facets, 'multipleOf').map((node) => Number(document.raw(node)));
  const step = steps[0] ?? (integer ? 1 : undefined);
  if (steps.length > 1 || (step !== undefined && !(step > 0))) return undefined;
  for (const candidate of candidates(low, high, step)) {
    const { value } = candidate;
    if (!Number.isFinite(value)) continue;
    if (low !== undefined && (low.exclusive ? value <= low.value : value < low.value)) continue;
    if (high !== undefined && (high.exclusive ? value >= high.value : value > high.value)) continue;
    if (integer && !Number.isInteger(value)) continue;
    if (steps[0] !== undefined && !Number.isInteger(value / steps[0])) continue;
    return candidate.raw;
  }
  return undefined;
}

function* candidates(
  low: Bound | undefined,
  high: Bound | undefined,
  step: number | undefined,
): Generator<{ readonly value: number; readonly raw: string }> {
  yield { value: 0, raw: '0' };
  for (const [bound, sign] of [
    [low, 1],
    [high, -1],
  ] as const) {
    if (bound === undefined) continue;
    if (!bound.exclusive) yield bound;
    const { value } = bound;
    if (step !== undefined) {
      const whole = sign > 0 ? Math.ceil(value / step) : Math.floor(value / step);
      yield spelled(whole * step);
      yield spelled((whole + sign) * step);
    } else yield spelled(value + sign);
  }
  if (low !== undefined && high !== undefined) yield spelled((low.value + high.value) / 2);
}

function spelled(value: number): { readonly value: number; readonly raw: string } {
  return { value, raw: String(value) };
}

function tightest(
  document: SchemaDocument,
  facets: Facets,
  inclusive: string,
  exclusive: string,
  tighter: (a: number, b: number) => boolean,
): Bound | undefined {
  let found: Bound | undefined;
  for (const keyword of [inclusive, exclusive]) {
    for (const node of everyOf(facets, keyword)) {
      if (node.kind !== 'number') continue;
      const raw = document.raw(node);
      const bound: Bound = { value: Number(raw), exclusive: keyword === exclusive, raw };
      if (found === undefined || tighter(bound.value, found.value)) found = bound;
      else if (bound.value === found.value && bound.exclusive) found = bound;
    }
  }
  return found;
}
