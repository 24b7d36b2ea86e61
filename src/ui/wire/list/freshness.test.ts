import { expect, test } from 'vitest';
import { freshnessOf, type Hints } from './freshness.ts';

const hints = (ttlMs: number | null, cacheScope: string | null = 'public', receivedAt = 10_000): Hints => ({
  ttlMs,
  cacheScope,
  receivedAt,
});

test.each([
  ['nothing came', [], null],
  ['a legacy server says nothing', [hints(null, null)], null],
  ['fresh until ttlMs is over', [hints(60_000)], { fresh: true, text: 'for 50 s, public' }],
  ['stale once that is over', [hints(8_000)], { fresh: false, text: 'for 2 s, public' }],
  ['0 is stale at once', [hints(0, 'private')], { fresh: false, text: 'at once, private' }],
  [
    '0 is stale also before the clock has ticked',
    [hints(0, 'public', 20_500)],
    { fresh: false, text: 'at once, public' },
  ],
  ['negative counts as 0', [hints(-5)], { fresh: false, text: 'at once, public' }],
  ['no ttlMs is stale', [hints(null, 'public')], { fresh: false, text: 'no ttlMs, public' }],
  ['no scope is said', [hints(60_000, null)], { fresh: true, text: 'for 50 s, no scope' }],
  [
    'the page that goes stale first decides',
    [hints(60_000, 'public', 15_000), hints(60_000)],
    { fresh: true, text: 'for 50 s, public' },
  ],
  [
    'pages that differ are named',
    [hints(60_000), hints(60_000, 'private')],
    { fresh: true, text: 'for 50 s, pages differ: public and private' },
  ],
] as const)('%s', (_, given, found) => {
  expect(freshnessOf(given, 20_000)).toEqual(found);
});
