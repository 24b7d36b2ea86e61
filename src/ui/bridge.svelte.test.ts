import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { State } from '../engine/base/subscribable.ts';
import { createView } from '../engine/views/view.ts';
import { Recording } from '../engine/wire-log/recording.ts';
import { live, liveView, PATIENCE_MS, published } from './bridge.svelte.ts';

let frames: (() => void)[] = [];
let now = 0;

/** Hands over what is posted to one end in the next turn of the faked timers. */
class TimedChannel {
  readonly port1 = { onmessage: null as (() => void) | null, close: () => (this.port1.onmessage = null) };
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.()) };
}

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // What the test before published is long ago.
  now += 1000;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('MessageChannel', TimedChannel);
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = () => undefined;
  });
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const advance = (ms: number) => {
  now += ms;
  vi.advanceTimersByTime(ms);
};

const nextFrame = () => {
  advance(1);
  const due = frames;
  frames = [];
  for (const callback of due) callback();
  flushSync();
};

/** Runs `body` in an effect root and returns what `read` saw on each run. */
function watch<T>(read: () => T): { seen: T[]; stop: () => void } {
  const seen: T[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      seen.push(read());
    });
  });
  flushSync();
  return { seen, stop };
}

const note = (at: number) => ({ type: 'switch', at, manual: true }) as const;

function countingView(recording: Recording) {
  let count = 0;
  return createView(
    recording,
    () => {
      count += 1;
      return true;
    },
    () => ({ count }),
  );
}

describe('a subscribable', () => {
  test('updates a direct read and a $derived', () => {
    const source = new State({ n: 1 });
    const value = live(source);
    const doubled = $derived(value.current.n * 2);
    const direct = watch(() => value.current.n);
    const derived = watch(() => doubled);
    source.set({ n: 2 });
    nextFrame();
    expect(direct.seen).toEqual([1, 2]);
    expect(derived.seen).toEqual([2, 4]);
    direct.stop();
    derived.stop();
  });

  test('is published when it is told so', async () => {
    await published();
    const source = new State(1);
    const value = live(source);
    const { seen, stop } = watch(() => value.current);
    source.set(2);
    let told = false;
    const waited = published().then(() => (told = true));
    await Promise.resolve();
    expect(told).toBe(false);
    nextFrame();
    await waited;
    expect(seen).toEqual([1, 2]);
    stop();
  });

  test('read outside an effect is the newest at once', () => {
    const source = new State(1);
    const value = live(source);
    source.set(2);
    expect(value.current).toBe(2);
  });

  test('has one subscription while it is watched and none after', async () => {
    const source = new State(1);
    const subscribe = vi.spyOn(source, 'subscribe');
    const value = live(source);
    const first = watch(() => value.current);
    const second = watch(() => value.current);
    expect(subscribe).toHaveBeenCalledTimes(1);
    first.stop();
    second.stop();
    await Promise.resolve();
    source.set(2);
    expect(frames).toHaveLength(0);
  });
});

describe('what is only under way', () => {
  const end = { type: 'end', at: 1, exchange: 1, how: 'complete', bytes: 0 } as const;

  test('is drawn with what it comes to, where that comes soon', () => {
    const recording = new Recording();
    const rows = liveView(recording, countingView(recording));
    const watched = watch(() => rows.current.count);
    recording.append(end);
    expect(frames).toHaveLength(0);
    recording.append(note(2));
    nextFrame();
    expect(watched.seen).toEqual([0, 2]);
    advance(PATIENCE_MS);
    nextFrame();
    expect(watched.seen).toEqual([0, 2]);
    watched.stop();
  });

  test('is drawn by itself once that takes a moment, however much goes on', () => {
    const source = new State({ busy: false, n: 0 });
    const value = live(source, (now, before) => now.busy && before !== now);
    const watched = watch(() => value.current.n);
    source.set({ busy: true, n: 1 });
    advance(PATIENCE_MS / 2);
    source.set({ busy: true, n: 2 });
    nextFrame();
    expect(watched.seen).toEqual([0]);
    expect(document.documentElement.dataset['idle']).toBe('false');
    advance(PATIENCE_MS / 2);
    nextFrame();
    expect(watched.seen).toEqual([0, 2]);
    advance(0);
    expect(document.documentElement.dataset['idle']).toBe('true');
    watched.stop();
  });
});

describe('a view', () => {
  test('updates a direct read and a $derived', () => {
    const recording = new Recording();
    const rows = liveView(recording, countingView(recording));
    const label = $derived(`${rows.current.count} rows`);
    const direct = watch(() => rows.current.count);
    const derived = watch(() => label);
    recording.append(note(1));
    nextFrame();
    expect(direct.seen).toEqual([0, 1]);
    expect(derived.seen).toEqual(['0 rows', '1 rows']);
    direct.stop();
    derived.stop();
  });

  test('many entries in one frame are one update, and two views are published together', () => {
    const recording = new Recording();
    const one = liveView(recording, countingView(recording));
    const two = liveView(recording, countingView(recording));
    const watched = watch(() => [one.current.count, two.current.count]);
    for (let n = 0; n < 1000; n++) recording.append(note(n));
    nextFrame();
    expect(watched.seen).toEqual([
      [0, 0],
      [1000, 1000],
    ]);
    watched.stop();
  });

  test('is published before the next frame, but once a frame at most', () => {
    const recording = new Recording();
    const rows = liveView(recording, countingView(recording));
    const watched = watch(() => rows.current.count);
    recording.append(note(1));
    advance(0);
    flushSync();
    expect(watched.seen).toEqual([0, 1]);
    recording.append(note(2));
    recording.append(note(3));
    advance(1);
    flushSync();
    expect(watched.seen).toEqual([0, 1]);
    expect(frames).toHaveLength(1);
    nextFrame();
    expect(watched.seen).toEqual([0, 1, 3]);
    watched.stop();
  });

  test('a hidden page, which gets no frame, is updated all the same', () => {
    const recording = new Recording();
    const rows = liveView(recording, countingView(recording));
    const watched = watch(() => rows.current.count);
    recording.append(note(1));
    advance(0);
    flushSync();
    recording.append(note(2));
    advance(250);
    flushSync();
    expect(watched.seen).toEqual([0, 1, 2]);
    nextFrame();
    expect(watched.seen).toEqual([0, 1, 2]);
    watched.stop();
  });
});
