/** An address without what goes without saying, in two lines. */
export function placeOf(url: string): { readonly host: string; readonly path: string } {
  try {
    const { host, pathname, search } = new URL(url);
    return { host, path: pathname === '/' && !search ? '' : `${pathname}${search}` };
  } catch {
    return { host: url, path: '' };
  }
}
