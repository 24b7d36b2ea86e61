import { expect, test } from 'vitest';
import type { ExchangeView } from '../views/exchanges.ts';
import { receivedSoFar } from './received.ts';

const exchange = (parts: object) => ({ end: null, body: null, sse: [], ...parts }) as unknown as ExchangeView;
const event = (bytes: number) => ({ raw: { bytes } });

test.each([
  ['what was read, where it ended', exchange({ end: { bytes: 90 }, sse: [event(40), event(30)] }), 90],
  ['the events of a stream that is left open', exchange({ sse: [event(40), event(30)] }), 70],
  ['a body', exchange({ body: { body: { bytes: 12 } } }), 12],
  ['nothing yet', exchange({}), 0],
])('%s', (_, view, bytes) => {
  expect(receivedSoFar(view)).toBe(bytes);
});
