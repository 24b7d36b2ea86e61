/** Reads a value that came from outside: it in its type, built anew, or undefined where it is anything else. Never throws. */
export type Read<T> = (value: unknown) => T | undefined;

/** A member that may be absent. */
export interface OptionalMember<T> {
  readonly optional: Read<T>;
}

/** A reader for each member of `T`: a member of the type that is not read here does not compile. */
export type Members<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? OptionalMember<Exclude<T[K], undefined>> : Read<T[K]>;
};

/** The largest distance of a moment from the epoch that a `Date` can hold, in milliseconds. */
const LAST_MOMENT = 8.64e15;

/** Any string. */
export const text: Read<string> = (value) => (typeof value === 'string' ? value : undefined);

/** `true` or `false`. */
export const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** A number that is not infinite. */
export const number: Read<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** An integer from 0 that a double holds exactly. */
export const whole: Read<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;

/** Milliseconds since the Unix epoch, within what a `Date` can hold. */
export const moment: Read<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= LAST_MOMENT ? value : undefined;

/** One of the keys of `words`. */
export function word<T extends string>(words: Readonly<Record<T, true>>): Read<T> {
  return (value) => (typeof value === 'string' && Object.hasOwn(words, value) ? (value as T) : undefined);
}

/** `null`, or what `read` reads. */
export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null ? null : read(value));
}

/** A member that may be absent; where it is there, `read` has to read it. */
export function optional<T>(read: Read<T>): OptionalMember<T> {
  return { optional: read };
}

/** An array all of whose items `read` reads. With `keyOf`, no two may have the same key. */
export function list<T>(read: Read<T>, keyOf?: (item: T) => unknown): Read<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items: T[] = [];
    const keys = new Set<unknown>();
    for (const each of value) {
      const item = read(each);
      if (item === undefined) return undefined;
      items.push(item);
      if (keyOf) keys.add(keyOf(item));
    }
    return keyOf && keys.size < items.length ? undefined : items;
  };
}

/** An array of exactly two. */
export function pair<A, B>(first: Read<A>, second: Read<B>): Read<readonly [A, B]> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const a = first(value[0]);
    const b = second(value[1]);
    return a === undefined || b === undefined ? undefined : [a, b];
  };
}

/** An object with these members; others are left out. */
export function record<T extends object>(members: Members<T>): Read<T> {
  const readers = Object.entries<Read<unknown> | OptionalMember<unknown>>(members);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const given = value as Readonly<Record<string, unknown>>;
    const built: Record<string, unknown> = {};
    for (const [key, reader] of readers) {
      const needed = typeof reader === 'function';
      // Own members only: what a prototype has was not written by anybody.
      if (!Object.hasOwn(given, key)) {
        if (needed) return undefined;
        continue;
      }
      const read = needed ? reader(given[key]) : reader.optional(given[key]);
      if (read === undefined) return undefined;
      built[key] = read;
    }
    // Every member of T has been read by its own reader: that is what `Members<T>` says.
    return built as T;
  };
}

/** An object whose member `tag` tells which of `variants` it is; each variant is given by its other members. */
export function tagged<T extends object, K extends keyof T & string>(
  tag: K,
  variants: {
    readonly [V in T[K] & string]: Members<Omit<Extract<T, Readonly<Record<K, V>>>, K>>;
  },
): Read<T> {
  const known = new Map<string, Read<T>>();
  for (const [name, members] of Object.entries(variants)) {
    const all = { [tag]: word({ [name]: true }), ...(members as object) };
    known.set(name, record<T>(all as Members<T>));
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, tag)) return undefined;
    const name: unknown = (value as Readonly<Record<string, unknown>>)[tag];
    return typeof name === 'string' ? known.get(name)?.(value) : undefined;
  };
}
