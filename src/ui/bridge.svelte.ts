/**
 * The bridge from the engine's subscriptions to the screen's. Reading `current` in an effect, a template or `$derived` subscribes;
 * reading it anywhere else gives the newest value and subscribes nothing.
 */
import { createSubscriber } from 'svelte/reactivity';
import { inNextTurn } from '../engine/base/turn.ts';
import type { Subscribable } from '../engine/base/subscribable.ts';
import type { View } from '../engine/views/view.ts';
import type { Recording } from '../engine/wire-log/recording.ts';
import { isUnderWay } from '../engine/wire-log/under-way.ts';
import { inNextFrame } from './parts/frames.ts';
import { begin } from './parts/pending.svelte.ts';

/** A value of the engine that the screen follows. */
export interface Live<T> {
  readonly current: T;
}

/**
 * Longest time that what is only under way waits to be shown, in milliseconds. What comes within it is drawn once and not piece by
 * piece, and nobody would have seen the pieces.
 */
export const PATIENCE_MS = 100;

/** Of a screen with 60 frames a second. */
const FRAME_MS = 16;

interface Plan {
  readonly urgent: boolean;
  cancel(): void;
}

const dirty = new Set<() => void>();
let planned: Plan | null = null;
let waiting: (() => void)[] = [];
let publishedAt = -Infinity;
let endPending: (() => void) | null = null;

/** All that changed is published in one go, so that nothing on the screen is ahead of anything else. */
function publish(): void {
  planned?.cancel();
  planned = null;
  publishedAt = performance.now();
  const updates = [...dirty];
  dirty.clear();
  for (const update of updates) update();
  const shown = waiting;
  waiting = [];
  for (const each of shown) each();
  endPending?.();
  endPending = null;
}

/** Resolves once what has changed so far is published. */
export function published(): Promise<void> {
  return planned ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
}

/** Before the next frame begins, so that drawing is all that is left to it; but once a frame at most. */
function soon(): Plan {
  if (performance.now() - publishedAt < FRAME_MS) return { urgent: true, cancel: inNextFrame(publish) };
  return { urgent: true, cancel: inNextTurn(publish) };
}

function afterPatience(): Plan {
  const timer = setTimeout(() => (planned = soon()), PATIENCE_MS);
  return { urgent: false, cancel: () => clearTimeout(timer) };
}

function schedule(update: () => void, urgent: boolean): void {
  dirty.add(update);
  if (planned !== null && (planned.urgent || !urgent)) return;
  planned?.cancel();
  planned = urgent ? soon() : afterPatience();
  endPending ??= begin();
}

/** `isUrgent`: whether what just changed is to be seen in the next frame. */
function follow<T>(
  subscribe: (listener: () => void) => () => void,
  read: () => T,
  isUrgent: () => boolean,
): Live<T> {
  const track = createSubscriber((update) => {
    const stop = subscribe(() => schedule(update, isUrgent()));
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

/** The snapshot of a subscribable. `onlyBegan`: whether one says no more than the one before it, but that something is under way. */
export function live<T>(
  source: Subscribable<T>,
  onlyBegan: (snapshot: T, before: T) => boolean = () => false,
): Live<T> {
  let before = source.snapshot;
  return follow(
    (listener) => source.subscribe(listener),
    () => source.snapshot,
    () => {
      const urgent = !onlyBegan(source.snapshot, before);
      before = source.snapshot;
      return urgent;
    },
  );
}

/** The value of a view over `recording`, as of the newest entry. */
export function liveView<T>(recording: Recording, view: View<T>): Live<T> {
  return follow(
    (listener) => recording.subscribe(listener),
    () => view.read(),
    () => {
      const newest = recording.at(recording.length - 1);
      return newest !== undefined && !isUnderWay(newest);
    },
  );
}
