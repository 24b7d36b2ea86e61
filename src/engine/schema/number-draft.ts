const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Why `text` is no JSON number (RFC 8259, 6), for a person who typed it; null where it is one. Sentence case, no full stop. */
export function numberProblem(text: string): string | null {
  if (number.test(text)) return null;
  const bare = text.trim();
  if (bare === '') return 'A number is missing';
  if (number.test(bare)) return 'White space is not part of a number';
  if (/^-?\d[\d.]*,\d+$/.test(bare)) return 'The decimal point is a point, not a comma';
  if (/^\+/.test(bare)) return 'A number has no plus sign';
  if (bare === '-') return 'A digit is missing after the minus sign';
  if (/^-?\d+\.$/.test(bare)) return 'A digit is missing after the point';
  if (/^-?\.\d/.test(bare)) return 'A digit is missing before the point';
  if (/^-?[\d.]*\d[eE][+-]?$/.test(bare)) return 'A digit is missing after the exponent';
  if (/^-?0\d/.test(bare)) return 'A number begins with no needless zero';
  if (/^-?(?:NaN|Infinity)$/.test(bare)) return `JSON has no ${bare.replace('-', '')}`;
  return 'Not a number';
}
