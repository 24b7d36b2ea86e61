/** A JSON number by its value: `1.50` and `15e-1` are the same. */
interface Decimal {
  readonly negative: boolean;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** Power of ten of the point before the first digit. */
  readonly magnitude: number;
}

function decimalOf(token: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const all = whole + fraction;
  const start = all.search(/[1-9]/);
  if (start < 0) return { negative: false, digits: '', magnitude: 0 };
  let end = all.length;
  while (all.charCodeAt(end - 1) === 0x30) end -= 1;
  return {
    negative: sign === '-',
    digits: all.slice(start, end),
    magnitude: Number(exponent) + whole.length - start,
  };
}

/** Below zero where the first JSON number is the smaller, above where it is the greater, else 0. Exact, of any length. */
export function compareNumbers(first: string, second: string): number {
  const a = decimalOf(first);
  const b = decimalOf(second);
  const signA = a.digits === '' ? 0 : a.negative ? -1 : 1;
  const signB = b.digits === '' ? 0 : b.negative ? -1 : 1;
  if (signA !== signB) return signA - signB;
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -signA : signA;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -signA : signA;
}

/** One spelling for each number: equal texts, equal numbers. */
export function numberKey(token: string): string {
  // Most numbers are written in the one short way.
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(token)) {
    const trailing = /0*$/.exec(token)?.[0].length ?? 0;
    if (token === '0' || trailing === 0) return token;
  }
  const { negative, digits, magnitude } = decimalOf(token);
  if (digits === '') return '0';
  const scale = magnitude - digits.length;
  return `${negative ? '-' : ''}${digits}${scale === 0 ? '' : `e${scale}`}`;
}
