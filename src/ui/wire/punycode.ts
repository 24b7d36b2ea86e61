const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;

/**
 * The name a host's label in punycode stands for (RFC 3492); undefined where it is none, or not a valid one. A browser has the decoder and gives
 * a page no way to use it.
 */
export function decodeLabel(label: string): string | undefined {
  if (!/^xn--/i.test(label)) return undefined;
  const text = label.slice(4);
  const split = text.lastIndexOf('-');
  const points = [...text.slice(0, Math.max(0, split))].map((each) => each.codePointAt(0) ?? 0);
  let point = 128;
  let index = 0;
  let bias = 72;
  for (let at = split + 1; at < text.length;) {
    const before = index;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      const digit = digitOf(text.charCodeAt(at));
      at += 1;
      if (digit === undefined || index > 0x7fff_ffff) return undefined;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, step - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = points.length + 1;
    bias = adapted(index - before, length, before === 0);
    point += Math.floor(index / length);
    index %= length;
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return undefined;
    points.splice(index, 0, point);
    index += 1;
  }
  return String.fromCodePoint(...points);
}

function digitOf(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 26;
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower - 0x61 : undefined;
}

function adapted(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / length);
  let bias = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) >> 1) {
    rest = Math.floor(rest / (BASE - T_MIN));
    bias += BASE;
  }
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + 38));
}
