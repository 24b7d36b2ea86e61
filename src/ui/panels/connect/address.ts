/** Why nothing can be sent to `text`, with what to do about it; null where it can be tried. */
export function addressProblem(text: string): string | null {
  const typed = text.trim();
  if (!typed) return 'Type the address of a server, such as https://host/mcp';
  let url: URL;
  try {
    url = new URL(typed);
  } catch {
    return /^[\w.-]+(:\d+)?(\/|$)/.test(typed)
      ? 'Not a whole URL: put https:// or http:// in front'
      : 'Not a URL: it looks like https://host/mcp';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return /^[\w.-]+:\d/.test(typed)
      ? 'Not a whole URL: put https:// or http:// in front'
      : `A page can't speak ${url.protocol} to a server: it takes http:// or https://`;
  }
  if (url.username || url.password) {
    return 'A browser refuses a URL with a user name or password in it: send them in an Authorization header';
  }
  return null;
}

/** The address as it travels, and the fragment that never does (RFC 9110, 4.2.5); null where it has none. */
export function withoutFragment(text: string): { readonly url: string; readonly fragment: string | null } {
  const typed = text.trim();
  const at = typed.indexOf('#');
  return at < 0 ? { url: typed, fragment: null } : { url: typed.slice(0, at), fragment: typed.slice(at) };
}

/** The origin of a server's address; null while it is none. */
export function originOf(text: string): string | null {
  if (addressProblem(text) !== null) return null;
  return new URL(text.trim()).origin;
}
