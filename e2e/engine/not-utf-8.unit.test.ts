// Bytes of an answer that are no UTF-8: said where the answer is shown, not in the wire log alone.
import { expect, it } from 'vitest';
import { legacy, modern, type Handler } from '../servers/script.ts';
import { call, connected, LEGACY } from './driven.ts';
import { serve } from './served.ts';

const garbled: Handler = ({ id, res }) =>
  void res
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(
      Buffer.concat([
        Buffer.from(
          `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`,
        ),
        Buffer.from([0xff, 0xfe, 0xc3]),
        Buffer.from('"}],"resultType":"complete"}}'),
      ]),
    );

it.each([
  ['modern', modern({ 'tools/call': garbled }), {}],
  ['legacy', legacy({ 'tools/call': garbled }), LEGACY],
] as const)('a %s answer: the finding is one of its call and round', async (_era, handler, options) => {
  const server = await serve(handler);
  const session = await connected(server.address, options);
  const { rounds, findings } = await call(session);
  expect(findings).toMatchObject([
    {
      rule: 'not-utf-8',
      text: expect.stringContaining('not UTF-8: FF FE C3 at byte') as unknown,
      exchange: rounds[0]?.exchange,
      call: 1,
      round: 1,
    },
  ]);
});
