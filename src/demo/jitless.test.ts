import { expect, it, vi } from 'vitest';

it('no code is compiled at run time, as the policy of the page demands', async () => {
  const compiled: string[] = [];
  // A function and not an arrow: it has to be constructible to be seen at all.
  function refuse(...parts: string[]) {
    compiled.push(parts.join(','));
    throw new EvalError('refused');
  }
  vi.stubGlobal('Function', Object.assign(refuse, { prototype: Function.prototype }));
  const { createDemoFetch } = await import('./demo-fetch.ts');
  const { RawClient } = await import('./raw-client.ts');
  const demo = createDemoFetch();
  const modern = new RawClient(demo, '2026-07-28');
  await modern.request('server/discover');
  await modern.call('release_status', { service: 'checkout-api' });
  await modern.call(
    'request_rollback',
    { service: 'x' },
    { inputResponses: { details: { action: 'accept' } } },
  );
  const legacy = new RawClient(demo, '2025-11-25');
  await legacy.initialize();
  await legacy.call('release_report');
  expect(compiled).toEqual([]);
});
