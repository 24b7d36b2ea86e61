import type { Entry, Recording } from '../wire-log/recording.ts';

/** A pure, incremental function of one recording. */
export interface View<T> {
  /** The value as of the newest entry. The same object as before where nothing it shows changed. */
  read(): T;
}

/**
 * A view that folds each new entry once. `step` may keep mutable builders in the closure it comes from; it returns whether
 * anything shown changed, and only then `publish` makes a new value.
 */
export function createView<T>(
  recording: Recording,
  step: (entry: Entry, index: number) => boolean,
  publish: () => T,
): View<T> {
  let position = 0;
  let value: T | undefined;
  return {
    read() {
      let changed = value === undefined;
      for (; position < recording.length; position++) {
        const entry = recording.at(position);
        if (entry && step(entry, position)) changed = true;
      }
      if (changed || value === undefined) value = publish();
      return value;
    },
  };
}
