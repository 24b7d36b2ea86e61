import { expect, test } from 'vitest';
import { placeBeside } from './place-beside.ts';

const word = { left: 100, top: 200, bottom: 218, width: 60, height: 18 };
const float = { width: 300, height: 160 };

test.each([
  ['below the word', word, { x: 100, y: 222 }],
  ['above it, where there is no room below', { ...word, top: 700, bottom: 718 }, { x: 100, y: 536 }],
  ['inside the window at its right', { ...word, left: 900 }, { x: 692, y: 222 }],
  ['inside the window at its left', { ...word, left: -20 }, { x: 8, y: 222 }],
])('it stands %s', (_, at, place) => {
  expect(placeBeside(at, float, 1000, 800)).toEqual(place);
});

test('where nothing fits it begins at the top', () => {
  expect(placeBeside(word, { width: 340, height: 900 }, 360, 640)).toEqual({ x: 12, y: 8 });
});
