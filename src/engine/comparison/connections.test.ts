import { expect, it } from 'vitest';
import { roomBeside } from './connections.ts';

it.each([
  [0, { kind: 'room', atATime: 2 }],
  [1, { kind: 'room', atATime: 2 }],
  [2, { kind: 'room', atATime: 1 }],
  [3, { kind: 'room', atATime: 1 }],
  [4, { kind: 'none', held: 4 }],
  [7, { kind: 'none', held: 7 }],
])('beside %i connections there is room: %o', (held, room) => {
  expect(roomBeside(held)).toEqual(room);
});
