/** Connections that a browser opens to one host over HTTP/1.1. */
const CONNECTIONS = 6;
/** What a column may hold at once: the notification stream, a call, and an answer to what the server asks meanwhile. */
const OF_ONE_COLUMN = 3;
/** Two columns share the place for an answer: it is taken for a moment. */
const OF_TWO_COLUMNS = 5;

/** Whether a comparison has room beside what is open already. */
export type Room =
  | { readonly kind: 'room'; readonly atATime: 1 | 2 }
  /** A column could wait for a connection that never comes free, and would look as if its server did not answer. */
  | { readonly kind: 'none'; readonly held: number };

/** How many columns can run beside `held` connections to the same host. */
export function roomBeside(held: number): Room {
  const free = CONNECTIONS - held;
  if (free >= OF_TWO_COLUMNS) return { kind: 'room', atATime: 2 };
  return free >= OF_ONE_COLUMN ? { kind: 'room', atATime: 1 } : { kind: 'none', held };
}
