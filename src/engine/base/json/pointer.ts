/** JSON pointers (RFC 6901), such as a validator names a place with. */

/** The steps of a pointer as they are meant: `/a~1b/0` is `['a/b', '0']`, and `''` none. Of a text that is no pointer what stands before its first slash is left out. */
export function stepsOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescaped);
}

/** A pointer of these steps. */
export function pointerTo(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
