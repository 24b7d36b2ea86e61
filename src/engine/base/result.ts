/** What a server or a person can cause: a value, or a failure with a constant code and the evidence. */
export type Result<T, C extends string = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: C; readonly message: string };

/** A success carrying `value`. */
export function success<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A failure with a constant `code` and a message for the person (sentence case, no full stop). */
export function failure<C extends string>(
  code: C,
  message: string,
): { readonly ok: false; readonly code: C; readonly message: string } {
  return { ok: false, code, message };
}
