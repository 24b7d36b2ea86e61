/** From when to when, `Clock.now()`. */
export type Span = readonly [from: number, to: number];

/** When a person had something to answer. Told of it in order of time. */
export class PersonTime {
  readonly #spans: { readonly from: number; to: number }[] = [];
  #open = 0;

  begin(at: number): void {
    this.#open += 1;
    if (this.#open === 1) this.#spans.push({ from: at, to: Infinity });
  }

  end(at: number): void {
    this.#open -= 1;
    const last = this.#spans.at(-1);
    if (this.#open === 0 && last) last.to = at;
  }

  /** What of it lies between `from` and `to`, the newest first. */
  within(from: number, to: number): readonly Span[] {
    const found: Span[] = [];
    for (let index = this.#spans.length - 1; index >= 0; index--) {
      const span = this.#spans[index];
      if (!span || span.to <= from) break;
      if (span.from < to) found.push([Math.max(span.from, from), Math.min(span.to, to)]);
    }
    return found;
  }
}

/** The same time in spans that do not touch, in order. */
export function joined(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) found[found.length - 1] = [last[0], Math.max(last[1], to)];
    else found.push([from, to]);
  }
  return found;
}

/** Milliseconds in spans that do not touch. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0);
}
