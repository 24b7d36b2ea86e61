import { expect, test } from 'vitest';
import { hashOf, parseHash, unknownIn } from './route.svelte.ts';

test.each([
  ['', 'connect', null],
  ['#', 'connect', null],
  ['#/', 'connect', null],
  ['#/tools', 'tools', null],
  ['#/wire-log/12', 'wire-log', '12'],
  ['#/rounds/3/2', 'rounds', '3/2'],
  ['#/tools/a%2Fb', 'tools', 'a/b'],
  ['#/tools/%E0%A4%A', 'tools', '%E0%A4%A'],
  ['#/nowhere/1', 'connect', null],
  ['#/__proto__', 'connect', null],
] as const)('%s names %s, %s', (hash, panel, target) => {
  expect(parseHash(hash)).toEqual({ panel, target });
});

test.each([['x'], ['a/b?c#d'], ['ключ']])('a target survives the address: %s', (target) => {
  expect(parseHash(hashOf('tools', target))).toEqual({ panel: 'tools', target });
});

test.each([
  ['', null],
  ['#/', null],
  ['#/tools', null],
  ['#/rounds/99', null],
  ['#/nonsense', '#/nonsense'],
  ['#/__proto__/1', '#/__proto__/1'],
  ['#nonsense', '#nonsense'],
])('%s names no panel: %s', (hash, unknown) => {
  expect(unknownIn(hash)).toBe(unknown);
});
