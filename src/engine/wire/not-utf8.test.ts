import { describe, expect, test } from 'vitest';
import { NotUtf8Reader, describeNotUtf8, type NotUtf8 } from './not-utf8.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

function read(bytes: Uint8Array, size: number): { text: string; found: NotUtf8 | undefined } {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = new NotUtf8Reader();
  let text = '';
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    const decoded = decoder.decode(chunk, { stream: true });
    reader.push(chunk, decoded);
    text += decoded;
  }
  text += decoder.decode();
  return { text, found: reader.end() };
}

/** The bytes that travelled, from the text and what was found. */
function rebuilt(text: string, found: NotUtf8 | undefined): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  let at = 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const place of found?.places ?? []) {
    while (length < place.at) {
      const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
      add(Buffer.from(char));
      at += char.length;
    }
    add(Buffer.from(place.bytes, 'hex'));
    at += new TextDecoder().decode(Buffer.from(place.bytes, 'hex')).length;
  }
  add(Buffer.from(text.slice(at)));
  return Buffer.concat(parts);
}

describe('what is no UTF-8 is found with its place, however the body is cut', () => {
  test.each<[bytes: string, places: [at: number, bytes: string][]]>([
    ['', []],
    ['61 62', []],
    ['5A C3 BC F0 9F 98 80', []],
    ['EF BB BF 61', []],
    // The character itself may travel.
    ['EF BF BD', []],
    ['63 61 66 E9', [[3, 'E9']]],
    ['63 61 66 E9 22 7D', [[3, 'E9']]],
    [
      'E9 61 E8 61',
      [
        [0, 'E9'],
        [2, 'E8'],
      ],
    ],
    ['80 61', [[0, '80']]],
    ['C0 AF', [[0, 'C0AF']]],
    ['E2 82', [[0, 'E282']]],
    ['61 F0 9F 98', [[1, 'F09F98']]],
    ['F0 9F 98 61', [[0, 'F09F98']]],
    ['ED A0 80 61', [[0, 'EDA080']]],
    ['F4 90 80 80', [[0, 'F4908080']]],
    ['E0 80 80', [[0, 'E08080']]],
    ['F5 FF FE', [[0, 'F5FFFE']]],
    ['EF BF BD E9 EF BF BD', [[3, 'E9']]],
    ['C3 C3 BC', [[0, 'C3']]],
  ])('%s', (hex, places) => {
    const bytes = bytesOf(hex);
    for (let size = 1; size <= Math.max(1, bytes.length); size++) {
      const { text, found } = read(bytes, size);
      expect(found?.places.map(({ at, bytes: kept }) => [at, kept]) ?? []).toEqual(places);
      expect(text).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      expect(rebuilt(text, found)).toEqual(Buffer.from(bytes));
    }
  });
});

test('any bytes come back from the text and the places', () => {
  let seed = 7;
  const next = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648);
  for (let round = 0; round < 200; round++) {
    const bytes = Uint8Array.from({ length: 1 + (next() % 60) }, () => (next() >> 8) % 256);
    const { text, found } = read(bytes, 1 + (next() % 9));
    expect(rebuilt(text, found)).toEqual(Buffer.from(bytes));
  }
});

test('of very many the first are kept, and all are counted', () => {
  const { found } = read(bytesOf('61E9'.repeat(5000)), 777);
  expect([found?.count, found?.places.length, found?.places[1]]).toEqual([
    5000,
    1000,
    { at: 3, bytes: 'E9' },
  ]);
});

test('where and what is said in words', () => {
  expect(describeNotUtf8({ count: 1, places: [{ at: 22, bytes: 'E9' }] })).toBe(
    'The body is not UTF-8: E9 at byte 22. U+FFFD is shown in its place',
  );
  expect(
    describeNotUtf8({
      count: 30,
      places: [
        { at: 0, bytes: 'E9E8'.repeat(10) },
        { at: 90, bytes: 'FF'.repeat(10) },
      ],
    }),
  ).toBe(
    'The body is not UTF-8 in 30 bytes, first E9 E8 E9 E8 E9 E8 E9 E8 … at byte 0. U+FFFD is shown in their place',
  );
});
