/** An address without what goes without saying: `staging.acme.dev/mcp`. */
export function placeOf(url: string): string {
  try {
    const { host, pathname, search } = new URL(url);
    return `${host}${pathname === '/' && !search ? '' : pathname}${search}`;
  } catch {
    return url;
  }
}
