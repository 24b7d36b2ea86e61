import { describe, expect, test } from 'vitest';
import { ago, date, moment, timeOfDay } from './when.ts';

const at = (year: number, month: number, day: number, hour: number, minute: number, second = 0, ms = 0) =>
  new Date(year, month - 1, day, hour, minute, second, ms).getTime();

const now = at(2026, 11, 30, 14, 31);

describe('how long ago', () => {
  test.each([
    ['just now', at(2026, 11, 30, 14, 30, 30)],
    ['just now', at(2026, 11, 30, 14, 32)],
    ['12 min ago', at(2026, 11, 30, 14, 19)],
    ['today 09:12', at(2026, 11, 30, 9, 12)],
    ['yesterday', at(2026, 11, 29, 23, 59)],
    ['28 Nov', at(2026, 11, 28, 12, 0)],
    ['28 Nov 2025', at(2025, 11, 28, 12, 0)],
  ])('%s', (text, time) => expect(ago(time, now)).toBe(text));

  test('within an hour across midnight counts minutes', () => {
    expect(ago(at(2026, 11, 29, 23, 50), at(2026, 11, 30, 0, 10))).toBe('20 min ago');
  });
});

test.each([
  ['today 09:12', at(2026, 11, 30, 9, 12)],
  ['yesterday 23:59', at(2026, 11, 29, 23, 59)],
  ['12 Nov 08:05', at(2026, 11, 12, 8, 5)],
])('a moment: %s', (text, time) => expect(moment(time, now)).toBe(text));

test('a date has its year where it is another', () => {
  expect(date(at(2026, 1, 2, 0, 0), now)).toBe('2 Jan');
  expect(date(at(2024, 1, 2, 0, 0), now)).toBe('2 Jan 2024');
});

test('a time of day goes down to the millisecond', () => {
  expect(timeOfDay(at(2026, 11, 30, 0, 5, 7, 9))).toBe('00:05:07.009');
});
