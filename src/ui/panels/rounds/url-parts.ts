/** A URL from a server, cut so that its host can be emphasised. */
export interface UrlParts {
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** Only http and https may be opened. */
  readonly opens: boolean;
  /** What a person should know before opening it; empty where nothing. */
  readonly warnings: readonly string[];
}

/** Reads a URL as text. What can't be read has no host and can't be opened. */
export function urlParts(text: string): UrlParts {
  const url = URL.parse(text);
  if (!url) return { before: text, host: '', after: '', opens: false, warnings: ['This is not a URL'] };
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  const warnings: string[] = [];
  if (!web) warnings.push(`Only http and https open from here, this is ${url.protocol.replace(/:$/, '')}`);
  if (url.protocol === 'http:') warnings.push('Not encrypted: http');
  if (/(^|\.)xn--/.test(url.hostname))
    warnings.push(`The host is in punycode: ${url.hostname}. It may look like another name`);
  if (url.username || url.password) warnings.push('The part before @ is a user name, not the host');
  const start = url.host ? hostStart(text) : -1;
  // Nothing of the authority may hide: what is emphasised is the host as the browser will read it.
  if (start < 0) return { before: text, host: '', after: '', opens: web, warnings };
  const length = /^[^/?#\\]*/.exec(text.slice(start))?.[0].length ?? 0;
  return {
    before: text.slice(0, start),
    host: text.slice(start, start + length),
    after: text.slice(start + length),
    opens: web,
    warnings,
  };
}

function hostStart(text: string): number {
  const authority = /^\s*[a-z][a-z0-9+.-]*:[/\\]{2}/i.exec(text);
  if (!authority) return -1;
  const from = authority[0].length;
  const end = from + (/^[^/?#\\]*/.exec(text.slice(from))?.[0].length ?? 0);
  const at = text.slice(from, end).lastIndexOf('@');
  return at < 0 ? from : from + at + 1;
}
