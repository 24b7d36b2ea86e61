import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeLimit } from './time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const started = (ms: number) => {
  const limit = new TimeLimit(ms);
  const passed = vi.fn();
  limit.start(passed);
  return { limit, passed };
};

it('passes once its time has run', () => {
  const { passed } = started(100);
  vi.advanceTimersByTime(99);
  expect(passed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(passed).toHaveBeenCalledOnce();
});

it('stands still while it is held, and goes on with what was left', () => {
  const { limit, passed } = started(100);
  vi.advanceTimersByTime(60);
  limit.pause();
  vi.advanceTimersByTime(10_000);
  limit.resume();
  vi.advanceTimersByTime(39);
  expect(passed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(passed).toHaveBeenCalledOnce();
});

it('goes on only when every hold has ended', () => {
  const { limit, passed } = started(10);
  limit.pause();
  limit.pause();
  limit.resume();
  vi.advanceTimersByTime(1000);
  expect(passed).not.toHaveBeenCalled();
  limit.resume();
  vi.advanceTimersByTime(10);
  expect(passed).toHaveBeenCalledOnce();
});

it('does not pass once it was ended, nor where there is none', () => {
  const { limit, passed } = started(10);
  limit.stop();
  const never = started(Infinity);
  vi.advanceTimersByTime(1e9);
  expect(passed).not.toHaveBeenCalled();
  expect(never.passed).not.toHaveBeenCalled();
});
