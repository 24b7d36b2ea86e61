// The engine also runs in a worker and in Node. Should the DOM types ever come into its reach, through a package
// or a tsconfig, the lines below stop being errors and the type check fails.

/** Nothing to use: two names that must not exist where the engine is compiled. */
export type DomCanary = [
  // @ts-expect-error: no DOM in the engine
  typeof document,
  // @ts-expect-error: no DOM in the engine
  typeof localStorage,
];
