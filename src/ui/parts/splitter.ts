export interface Range {
  readonly min: number;
  readonly max: number;
}

export function clamp(value: number, range: Range): number {
  return Math.round(Math.min(range.max, Math.max(range.min, value)));
}

/** The size a key leads to, or undefined for a key that means nothing here. `grows` is the arrow that makes the pane larger. */
export function keySize(
  key: string,
  value: number,
  step: number,
  range: Range,
  arrows: { grows: string; shrinks: string },
): number | undefined {
  switch (key) {
    case arrows.grows:
      return clamp(value + step, range);
    case arrows.shrinks:
      return clamp(value - step, range);
    case 'PageUp':
      return clamp(value + step * 8, range);
    case 'PageDown':
      return clamp(value - step * 8, range);
    case 'Home':
      return range.min;
    case 'End':
      return range.max;
    default:
      return undefined;
  }
}
