import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeLimit } from './time-limit.ts';
import { TimeLimits } from './time-limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const started = (limits: TimeLimits, ms: number) => {
  const limit = new TimeLimit(ms);
  const passed = vi.fn();
  limit.start(passed);
  return { limit, passed, leave: limits.add(limit) };
};

it('all stand still until the last rest is over, those that come meanwhile too', () => {
  const limits = new TimeLimits();
  const before = started(limits, 100);
  vi.advanceTimersByTime(60);
  const [first, second] = [limits.rest(), limits.rest()];
  const meanwhile = started(limits, 100);
  vi.advanceTimersByTime(1000);
  first();
  vi.advanceTimersByTime(1000);
  expect(before.passed).not.toHaveBeenCalled();
  expect(meanwhile.passed).not.toHaveBeenCalled();
  second();
  vi.advanceTimersByTime(40);
  expect(before.passed).toHaveBeenCalledOnce();
  expect(meanwhile.passed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60);
  expect(meanwhile.passed).toHaveBeenCalledOnce();
});

it('one that is left stands still no more, and can be added again', () => {
  const limits = new TimeLimits();
  const { limit, passed, leave } = started(limits, 100);
  const wake = limits.rest();
  leave();
  vi.advanceTimersByTime(50);
  const again = limits.add(limit);
  vi.advanceTimersByTime(1000);
  wake();
  again();
  expect(passed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(passed).toHaveBeenCalledOnce();
});
