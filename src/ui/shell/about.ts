/** An address without what goes without saying: `staging.acme.dev/mcp`. */
export function placeOf(url: string): string {
  try {
    const { host, pathname, search } = new URL(url);
    return `${host}${pathname === '/' && !search ? '' : pathname}${search}`;
  } catch {
    return url;
  }
}

/** Enough of a session id to tell two apart. */
export function shortSession(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 4)}…${id.slice(-4)}`;
}
