import { maskedUrl } from '../../engine/base/open-secrets.ts';

/** An address without what goes without saying, in two lines. */
export function placeOf(url: string): { readonly host: string; readonly path: string } {
  try {
    const { host, pathname, search } = new URL(url);
    return { host, path: pathname === '/' && !search ? '' : maskedUrl(`${pathname}${search}`) };
  } catch {
    return { host: maskedUrl(url), path: '' };
  }
}
