import { describe, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../engine/store/memory.ts';
import { fakeSession } from './fake-session.ts';
import { keepSessionSettings, readSessionSettings, type SessionSettings } from './session-settings.ts';

const kept: SessionSettings = {
  manual: true,
  responders: {
    elicitation: 'ask',
    sampling: { kind: 'text', text: 'mine' },
    roots: { kind: 'list', roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }] },
  },
  limits: { requests: 4, empty: 2 },
  renewal: 'ask',
};

describe('settings that were kept', () => {
  test('come back whole', () => {
    expect(readSessionSettings(structuredClone(kept))).toEqual(kept);
  });

  test('of an older version renew sessions at once', () => {
    const { renewal: _, ...older } = kept;
    expect(readSessionSettings(older)).toEqual({ ...kept, renewal: 'automatic' });
  });

  test('may ask for everything', () => {
    const asking = { ...kept, responders: { elicitation: 'ask', sampling: 'ask', roots: 'ask' } };
    expect(readSessionSettings(asking)).toEqual(asking);
  });

  test.each([
    { kind: 'echo' },
    { kind: 'script', text: '["a"]' },
    { kind: 'endpoint', url: 'https://chat.example', model: 'm' },
    'off',
  ])('answer sampling by %j', (sampling) => {
    const settings = {
      ...kept,
      responders: { ...kept.responders, sampling, elicitation: 'off', roots: 'off' },
    };
    expect(readSessionSettings(settings)).toEqual(settings);
  });

  test.each([
    ['nothing', undefined],
    [
      'an endpoint without a model',
      { ...kept, responders: { ...kept.responders, sampling: { kind: 'endpoint', url: '' } } },
    ],
    ['text', 'manual'],
    ['no responders', { ...kept, responders: null }],
    ['an unknown choice', { ...kept, responders: { ...kept.responders, elicitation: 'perhaps' } }],
    ['a sampling without text', { ...kept, responders: { ...kept.responders, sampling: {} } }],
    ['a limit of zero', { ...kept, limits: { requests: 0, empty: 1 } }],
  ])('%s is not used', (_what, value) => {
    expect(readSessionSettings(value)).toBeUndefined();
  });
});

describe('keeping', () => {
  test('a change is there for the next page', async () => {
    const store = createMemoryStore();
    const first = fakeSession();
    await keepSessionSettings(first.session, store);
    first.change(kept);
    await vi.waitFor(async () => {
      const next = fakeSession();
      await keepSessionSettings(next.session, store);
      expect(next.told).toEqual([
        ['setResponders', kept.responders],
        ['setLimits', kept.limits],
        ['setRenewal', 'ask'],
        ['setManual', true],
      ]);
    });
  });

  test('what was kept does not undo what the person did while it was read', async () => {
    const store = createMemoryStore();
    const first = fakeSession();
    await keepSessionSettings(first.session, store);
    first.change(kept);
    const next = fakeSession();
    const loading = keepSessionSettings(next.session, store);
    next.change({ manual: true });
    await loading;
    expect(next.told).toEqual([]);
  });

  test('nothing kept changes nothing', async () => {
    const { session, told } = fakeSession();
    await keepSessionSettings(session, createMemoryStore());
    expect(told).toEqual([]);
  });
});
