import { describe, expect, test } from 'vitest';
import { keepText } from '../base/body.ts';
import { handshakeEntries, type ExcerptExtent } from './handshake-excerpt.ts';
import type { Purpose } from './notes.ts';
import { Recording, type Entry } from './recording.ts';

const at = 0;
const connection = (number: number): Entry => ({
  type: 'connection',
  at,
  connection: number,
  url: `https://h/${number}`,
  protocolVersion: 'auto',
  timeLimitMs: 1,
  profile: '',
});
const begun = (handshake: number, of: number): Entry => ({
  type: 'handshake',
  at,
  handshake,
  connection: of,
  cause: 'connect',
});
const ended = (handshake: number, kind: 'connected' | 'failed' = 'connected'): Entry => ({
  type: 'handshake-ended',
  at,
  handshake,
  outcome:
    kind === 'failed'
      ? { kind }
      : { kind, era: 'modern', revision: '2026-07-28', asked: '2026-07-28', attempt: 1 },
});
const purpose = (exchange: number, what: Purpose): Entry => ({
  type: 'purpose',
  at,
  exchange,
  purpose: what,
});
const body = (exchange: number): Entry => ({
  type: 'body',
  at,
  exchange,
  body: keepText('{}'),
  messages: [],
});
const listing = (number: number, of: number, method = 'tools/list'): Entry => ({
  type: 'listing',
  at,
  listing: number,
  connection: of,
  method,
});
const listed = (number: number, how: 'complete' | 'failed' = 'complete'): Entry => ({
  type: 'listing-ended',
  at,
  listing: number,
  how,
});

/** What was taken, by its type and the number that says which. */
function taken(entries: readonly Entry[], handshake: number, extent: ExcerptExtent): string[] {
  const recording = new Recording();
  for (const entry of entries) recording.append(entry);
  return handshakeEntries(recording, handshake, extent).map((entry) => {
    if ('listing' in entry) return `${entry.type} ${entry.listing}`;
    if ('exchange' in entry) return `${entry.type} ${entry.exchange}`;
    if ('handshake' in entry) return `${entry.type} ${entry.handshake}`;
    return 'connection' in entry ? `${entry.type} ${entry.connection}` : entry.type;
  });
}

const page = (exchange: number, of: number): Entry[] => [
  purpose(exchange, { kind: 'listing', listing: of, page: 1 }),
  body(exchange),
];
const attempt = (exchange: number, handshake: number): Entry[] => [
  purpose(exchange, { kind: 'attempt', handshake, attempt: 1 }),
  body(exchange),
];

describe('what belongs to a handshake', () => {
  const whole = [
    connection(1),
    begun(5, 1),
    ...attempt(1, 5),
    ended(5),
    connection(2),
    begun(6, 2),
    ...attempt(2, 6),
    ended(6),
    listing(1, 2),
    ...page(3, 1),
    listed(1),
    { type: 'connection-closed', at, connection: 2 },
  ] as const;

  test('is itself and its connection, and nothing of another', () => {
    expect(taken(whole, 5, 'handshake and lists')).toEqual([
      'connection 1',
      'handshake 5',
      'purpose 1',
      'body 1',
      'handshake-ended 5',
    ]);
  });

  test.each<readonly [ExcerptExtent, readonly string[]]>([
    ['handshake', []],
    ['handshake and lists', ['listing 1', 'purpose 3', 'body 3', 'listing-ended 1']],
  ])('with the extent %s its lists are %j', (extent, lists) => {
    expect(taken(whole, 6, extent)).toEqual([
      'connection 2',
      'handshake 6',
      'purpose 2',
      'body 2',
      'handshake-ended 6',
      ...lists,
    ]);
  });

  test('is nothing where there is no such handshake', () => {
    expect(taken(whole, 7, 'handshake and lists')).toEqual([]);
  });

  test('is found where a file says late what an exchange was for', () => {
    const late = [connection(1), begun(5, 1), body(1), ...attempt(1, 5).slice(0, 1), ended(5)];
    expect(taken(late, 5, 'handshake')).toContain('body 1');
  });
});

describe('of several walks through one list', () => {
  const under = (...entries: readonly Entry[]) => [connection(1), begun(5, 1), ended(5), ...entries];
  test.each<readonly [string, readonly Entry[], readonly number[]]>([
    ['the newest counts', [listing(1, 1), listed(1), listing(2, 1), listed(2)], [2]],
    [
      'not one that failed, where one came to its end',
      [listing(1, 1), listed(1), listing(2, 1), listed(2, 'failed')],
      [1],
    ],
    ['one that failed, where none came to its end', [listing(1, 1), listed(1, 'failed'), listing(2, 1)], [2]],
    ['each list has its own', [listing(1, 1), listing(2, 1, 'prompts/list')], [1, 2]],
    [
      'none of the next handshake of the connection',
      [listing(1, 1), begun(6, 1), ended(6), listing(2, 1)],
      [1],
    ],
    [
      'unless that failed and changed nothing',
      [listing(1, 1), begun(6, 1), ended(6, 'failed'), listing(2, 1)],
      [2],
    ],
  ])('%s', (_, entries, expected) => {
    const found = taken(under(...entries), 5, 'handshake and lists');
    expect(found.filter((each) => each.startsWith('listing '))).toEqual(
      expected.map((number) => `listing ${number}`),
    );
  });
});
