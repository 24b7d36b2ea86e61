import { expect, test } from 'vitest';
import { cutAtTurns, cutText, straightText, turnName, visibleText } from './visible-text.ts';

test('a long text is cut, and never within a character', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('abc… (4 characters)');
  expect(cutText('a\u{1f600}b', 2)).toBe('a… (4 characters)');
});

test('what can not be seen, or turns the direction of what follows, is written out', () => {
  expect(visibleText('tab\there')).toBe('tab\\there');
  expect(visibleText('a\u202egnp')).toBe('a\\u{202e}gnp');
});

test.each([...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'])(
  '%j turns the direction: it is written out, and cut off',
  (turn) => {
    const name = turnName(turn);
    expect(straightText(`read_${turn}x\n${turn}`)).toBe(
      ['read_', 'x\n', ''].join(`\\u{${name.slice(2).toLowerCase().replace(/^0/, '')}}`),
    );
    expect(cutAtTurns(`a${turn}${turn}b`)).toEqual([
      { text: 'a', turns: false },
      { text: turn, turns: true },
      { text: turn, turns: true },
      { text: 'b', turns: false },
    ]);
  },
);

test('what is written from right to left, or has no width, and turns nothing else stays', () => {
  for (const text of ['', 'שלום\tb\r\nمرحبا', 'a\u200b\u200db']) {
    expect(straightText(text)).toBe(text);
    expect(cutAtTurns(text)).toEqual([{ text, turns: false }]);
  }
  expect(turnName('\u061c')).toBe('U+061C');
});
