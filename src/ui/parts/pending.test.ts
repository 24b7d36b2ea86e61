import { beforeEach, expect, test, vi } from 'vitest';
import { begin, isIdle, showIdle, track } from './pending.svelte.ts';

const shown = (): string | undefined => document.documentElement.dataset['idle'];

beforeEach(() => {
  vi.useFakeTimers();
  showIdle();
  return () => vi.useRealTimers();
});

test('idle until something begins, and again when all of it ended', async () => {
  expect(shown()).toBe('true');
  const first = begin();
  const second = begin();
  expect(shown()).toBe('false');
  first();
  vi.runAllTimers();
  expect(shown()).toBe('false');
  second();
  expect(shown()).toBe('false');
  await vi.runAllTimersAsync();
  expect(shown()).toBe('true');
  expect(isIdle()).toBe(true);
});

test('ending twice counts once', () => {
  const first = begin();
  const second = begin();
  first();
  first();
  vi.runAllTimers();
  expect(shown()).toBe('false');
  second();
  vi.runAllTimers();
  expect(shown()).toBe('true');
});

test('a promise is pending until it settles, also when it fails', async () => {
  const failing = track(Promise.reject(new RangeError('no')));
  expect(shown()).toBe('false');
  await expect(failing).rejects.toThrow('no');
  await vi.runAllTimersAsync();
  expect(shown()).toBe('true');
});
