import { decodeLabel } from './punycode.ts';

/** A URL from a server, cut so that its host can be emphasised. */
export interface UrlParts {
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** Only http and https may be opened. */
  readonly opens: boolean;
  /** How a browser reads it, where that is not what stands there. */
  readonly reads: string | null;
  /** What a person should know before opening it; empty where nothing. */
  readonly warnings: readonly string[];
}

/** Reads a URL as text. What can't be read has no host and can't be opened. */
export function urlParts(text: string): UrlParts {
  const shown = shownText(text);
  const url = URL.parse(text);
  const hidden = shown === text ? [] : ['It holds characters that nobody can see; they are written as \\u…'];
  if (!url)
    return {
      before: shown,
      host: '',
      after: '',
      opens: false,
      reads: null,
      warnings: ['This is not a URL', ...hidden],
    };
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  const warnings: string[] = [...hidden];
  if (!web) warnings.push(`Only http and https open from here, this is ${url.protocol.replace(/:$/, '')}`);
  if (url.protocol === 'http:') warnings.push('Not encrypted: http');
  warnings.push(...hostWarnings(url.hostname));
  if (url.username || url.password) warnings.push('The part before @ is a user name, not the host');
  const start = url.host ? hostStart(text) : -1;
  const reads = url.href === text || url.href === `${text}/` ? null : url.href;
  // Nothing of the authority may hide: what is emphasised is the host as the browser will read it.
  if (start < 0) return { before: shown, host: '', after: '', opens: web, reads, warnings };
  const length = /^[^/?#\\]*/.exec(text.slice(start))?.[0].length ?? 0;
  return {
    before: shownText(text.slice(0, start)),
    host: shownText(text.slice(start, start + length)),
    after: shownText(text.slice(start + length)),
    opens: web,
    reads,
    warnings,
  };
}

/** Control characters, and those that have no width or turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

function shownText(text: string): string {
  return text.replace(UNSEEN, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function hostStart(text: string): number {
  const authority = /^\s*[a-z][a-z0-9+.-]*:[/\\]{2}/i.exec(text);
  if (!authority) return -1;
  const from = authority[0].length;
  const end = from + (/^[^/?#\\]*/.exec(text.slice(from))?.[0].length ?? 0);
  const at = text.slice(from, end).lastIndexOf('@');
  return at < 0 ? from : from + at + 1;
}

/** Alphabets whose letters look like one another's. Chinese and Japanese writing mixes its own, and looks like none of these. */
const ALPHABETS = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
] as const;
/** Letters of other alphabets that are drawn like a Latin one: a name of these alone passes for a Latin name. */
const LIKE_LATIN = /^[аԁеһіјӏмнорԛѕтвսухґԝγονрαικτρυχՏօսցհո0-9-]+$/u;

function hostWarnings(hostname: string): string[] {
  const names = hostname.split('.').flatMap((label) => decodeLabel(label) ?? []);
  if (!/(^|\.)xn--/i.test(hostname)) return [];
  const read = hostname
    .split('.')
    .map((label) => decodeLabel(label) ?? label)
    .join('.');
  const warnings = [
    `The host is in punycode: ${hostname} stands for ${shownText(read)}. It may look like another name`,
  ];
  for (const name of names) {
    const found = ALPHABETS.filter(([, letters]) => letters.test(name)).map(([alphabet]) => alphabet);
    if (found.length > 1)
      warnings.push(`${shownText(name)} mixes ${found.join(' and ')} letters, as a look-alike does`);
    else if (found[0] !== undefined && found[0] !== 'Latin' && LIKE_LATIN.test(name))
      warnings.push(`${shownText(name)} looks like Latin letters and is ${found[0]}`);
  }
  return warnings;
}
