import { expect, test } from 'vitest';
import { astrayOf, type Named } from './astray.ts';

const named: Named = {
  ...{ calls: new Set([1, 2]), handshakes: new Set([7]) },
  hasExchange: (number) => number === 12,
  connected: true,
};
const nothing: Named = {
  calls: new Set(),
  handshakes: new Set(),
  hasExchange: () => false,
  connected: false,
};
const connected: Named = { ...nothing, connected: true };

test.each([
  ['rounds', '1'],
  ['rounds', '2.3'],
  ['rounds', null],
  ['handshake', '7'],
  ['wire-log', '12'],
  ['wire-log', '12.in'],
  ['tools', 'whatever'],
] as const)('%s %s leads somewhere', (panel, target) => {
  expect(astrayOf(null, panel, target, named)).toBeNull();
});

test.each([
  ['rounds', '99', named, 'There is no call 99 in this recording', 'rounds', 'Show the newest call'],
  ['rounds', '99.1', connected, 'There is no call 99 in this recording', 'tools', 'Go to Tools'],
  ['rounds', '99', nothing, 'There is no call 99 in this recording', 'connect', 'Go to Connect'],
  ['rounds', '1x', named, 'There is no call 1x in this recording', 'rounds', 'Show the newest call'],
  [
    ...(['handshake', '8', named, 'There is no handshake 8 in this browser'] as const),
    ...(['handshake', 'Show the newest handshake'] as const),
  ],
  ['handshake', '8', nothing, 'There is no handshake 8 in this browser', 'connect', 'Go to Connect'],
  ['wire-log', '13', named, 'There is no exchange 13 in this recording', 'wire-log', 'Show the whole log'],
] as const)('%s %s is said to be missing, with the way on', (panel, target, there, text, way, label) => {
  expect(astrayOf(null, panel, target, there)).toEqual({ text, panel: way, label });
});

test('a panel that is none is named', () => {
  expect(astrayOf('#/nonsense', 'connect', null, named)).toEqual({
    ...{ text: 'Nothing stands at #/nonsense: this is Connect', panel: 'connect', label: 'Stay here' },
  });
});

test('a handshake is not said to be missing before those that were kept are read', () => {
  expect(astrayOf(null, 'handshake', '8', { ...named, handshakes: null })).toBeNull();
});
