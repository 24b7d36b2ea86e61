import { expect, test } from 'vitest';
import { decodeLabel } from './punycode.ts';

test.each([
  ['xn--bcher-kva', 'bücher'],
  ['XN--BCHER-KVA', 'BüCHER'],
  ['xn--pple-43d', 'аpple'],
  ['xn--80ak6aa92e', 'аррӏе'],
  ['xn--fiqs8s', '中国'],
  ['xn--ls8h', '💩'],
])('%s is %s', (label, name) => {
  expect(decodeLabel(label)).toBe(name);
});

test.each(['example', 'xn--', 'xn--a', 'xn--é', 'xn--99999999999', 'xn--0'])('%s is no name', (label) => {
  expect(decodeLabel(label) ?? '').not.toMatch(/[^]{2,}/);
});

test('agrees with the encoder of the platform', () => {
  for (const name of ['bücher', 'аррӏе', '中国', 'ελλάδα', 'добро']) {
    expect(decodeLabel(new URL(`https://${name}.example`).hostname.split('.')[0] ?? '')).toBe(name);
  }
});
