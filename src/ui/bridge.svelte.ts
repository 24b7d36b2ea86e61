/**
 * The bridge from the engine's subscriptions to the screen's. Reading `current` in an effect, a template or `$derived` subscribes;
 * reading it anywhere else gives the newest value and subscribes nothing.
 */
import { createSubscriber } from 'svelte/reactivity';
import type { Subscribable } from '../engine/base/subscribable.ts';
import type { View } from '../engine/views/view.ts';
import type { Recording } from '../engine/wire-log/recording.ts';

/** A value of the engine that the screen follows. */
export interface Live<T> {
  readonly current: T;
}

/** Longest time a change may wait for a frame: a hidden page gets none, and its title still has to say that someone waits. */
const FRAME_LIMIT_MS = 250;

const dirty = new Set<() => void>();
let cancelFrame: (() => void) | null = null;
let waiting: (() => void)[] = [];

/** All that changed is published in one go, so that nothing on the screen is ahead of anything else. */
function publish(): void {
  cancelFrame?.();
  cancelFrame = null;
  const updates = [...dirty];
  dirty.clear();
  for (const update of updates) update();
  const shown = waiting;
  waiting = [];
  for (const each of shown) each();
}

/** Resolves once what has changed so far is published. */
export function published(): Promise<void> {
  return cancelFrame ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
}

function schedule(update: () => void): void {
  dirty.add(update);
  if (cancelFrame) return;
  const frame = requestAnimationFrame(publish);
  const timer = setTimeout(publish, FRAME_LIMIT_MS);
  cancelFrame = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

function follow<T>(subscribe: (listener: () => void) => () => void, read: () => T): Live<T> {
  const track = createSubscriber((update) => {
    const stop = subscribe(() => schedule(update));
    return () => {
      stop();
      dirty.delete(update);
    };
  });
  return {
    get current() {
      track();
      return read();
    },
  };
}

/** The snapshot of a subscribable. */
export function live<T>(source: Subscribable<T>): Live<T> {
  return follow(
    (listener) => source.subscribe(listener),
    () => source.snapshot,
  );
}

/** The value of a view over `recording`, as of the newest entry. */
export function liveView<T>(recording: Recording, view: View<T>): Live<T> {
  return follow(
    (listener) => recording.subscribe(listener),
    () => view.read(),
  );
}
