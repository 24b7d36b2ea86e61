import { describe, expect, test } from 'vitest';
import { defaultResponders } from '../responders/responders.ts';
import type { ConnectOptions, OwnHeader } from '../session/contract.ts';
import type { ComparisonPlan } from './plan.ts';
import { isSamePlan, repeatOf } from './repeat.ts';

const A = 'https://a.example/mcp';
const B = 'https://b.example/mcp';
const KEPT = 'Bearer ‹secret plan-1, 5 characters›';

const header = (name: string, value: string, secret = true): OwnHeader => ({ name, value, secret });
const options = (url: string, headers: readonly OwnHeader[] = []): ConnectOptions => ({
  url,
  protocolVersion: 'auto',
  headers,
  profile: { name: '', clientInfo: { name: 'c', version: '1' }, capabilitiesText: null },
  timeLimitMs: 1000,
});
const plan = (...columns: readonly ConnectOptions[]): ComparisonPlan => ({
  columns: columns.map((each, index) => ({ title: String(index), options: each })),
  calls: [],
  runs: 1,
  responders: defaultResponders,
  limits: { requests: 10, empty: 3 },
});

describe('a plan that is run again', () => {
  const own = header('X-Own', 'seen', false);
  const lost = header('Authorization', KEPT);
  const mine = header('authorization', 'Bearer mine');
  test.each<
    readonly [
      string,
      ComparisonPlan,
      ConnectOptions | null,
      boolean,
      readonly (readonly [string, ...string[]])[],
      readonly string[],
    ]
  >([
    ['with nothing secret needs nobody', plan(options(A, [own])), null, false, [[A, 'seen']], []],
    [
      'names what lacks its value',
      plan(options(A, [lost]), options(A, [lost])),
      null,
      false,
      [
        [A, KEPT],
        [A, KEPT],
      ],
      ['Authorization'],
    ],
    [
      'takes it from the connection to the same URL',
      plan(options(A, [own, lost])),
      options(A, [mine]),
      false,
      [[A, 'seen', 'Bearer mine']],
      [],
    ],
    [
      'and never from one to another',
      plan(options(A, [lost])),
      options(B, [mine]),
      false,
      [[A, KEPT]],
      ['Authorization'],
    ],
    [
      'names a URL that lacks its value',
      plan(options(`${A}?token=‹secret 1, 5 characters›`)),
      options(A),
      false,
      [[`${A}?token=‹secret 1, 5 characters›`]],
      ['the URL'],
    ],
    [
      'moved runs where the connection goes, as that goes',
      plan(options(A, [lost])),
      options(B, [mine]),
      true,
      [[B, 'Bearer mine']],
      [],
    ],
    [
      'and leaves another server where it is',
      plan(options(A, [lost]), options('https://c.example/', [])),
      options(B, [mine]),
      true,
      [[B, 'Bearer mine'], ['https://c.example/']],
      [],
    ],
  ])('%s', (_, before, here, moved, expected, lacking) => {
    const repeat = repeatOf(before, here, moved);
    expect(
      repeat.plan.columns.map((each) => [
        each.options.url,
        ...each.options.headers.map(({ value }) => value),
      ]),
    ).toEqual(expected);
    expect(repeat.lacking).toEqual(lacking);
  });
});

describe('two plans are the same', () => {
  const call = (argumentsText: string, metaText?: string): ComparisonPlan => ({
    ...plan(options(A)),
    calls: [
      {
        subject: {
          method: 'tools/call',
          name: 'x',
          argumentsText,
          ...(metaText === undefined ? {} : { metaText }),
        },
        anyway: false,
      },
    ],
  });
  test.each([
    ['whatever the secrets', plan(options(A, [header('a', '1')])), plan(options(A)), true],
    ['not with another column', plan(options(A)), plan(options(A), options(B)), false],
    ['not on another server', plan(options(A)), plan(options(B)), false],
    ['with the same calls', call('{}'), call('{}'), true],
    ['not with other arguments', call('{}'), call('{ }'), false],
    ['not with another _meta', call('{}'), call('{}', '{"a":1}'), false],
  ])('%s', (_, a, b, expected) => {
    expect(isSamePlan(a, b)).toBe(expected);
  });
});
