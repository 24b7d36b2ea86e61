import { expect, test } from 'vitest';
import { specLink } from './spec-links.ts';

const base = 'https://modelcontextprotocol.io/specification';

test.each([
  ['tools', '2025-06-18', `${base}/2025-06-18/server/tools`],
  ['overview', '2026-07-28', `${base}/2026-07-28`],
  ['transport', '2025-11-25', `${base}/2025-11-25/basic/transports#streamable-http`],
  ['transport', '2026-07-28', `${base}/2026-07-28/basic/transports/streamable-http`],
] as const)('%s in %s is where that revision has it', (page, version, url) => {
  expect(specLink(page, version)).toBe(url);
});

test.each([
  ['elicitation', '2025-03-26', `${base}/2025-06-18/client/elicitation`],
  ['rounds', '2025-11-25', `${base}/2026-07-28/basic/patterns/mrtr`],
] as const)('%s before it existed (%s) is in its first revision', (page, version, url) => {
  expect(specLink(page, version)).toBe(url);
});

test.each([
  ['tasks', `${base}/2025-11-25/basic/utilities/tasks`],
  ['ping', `${base}/2025-11-25/basic/utilities/ping`],
] as const)('%s is in the last revision that has it', (page, url) => {
  expect(specLink(page, '2026-07-28')).toBe(url);
});

test.each([
  ['2025-09-01', `${base}/2025-06-18/server/tools`],
  ['2099-01-01', `${base}/2026-07-28/server/tools`],
  ['2024-11-05', `${base}/2025-03-26/server/tools`],
  ['', `${base}/2025-03-26/server/tools`],
])('the unknown version %j gets the nearest revision', (version, url) => {
  expect(specLink('tools', version)).toBe(url);
});
