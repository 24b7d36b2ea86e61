import { everyOf, firstOf, type Facets, type SchemaDocument } from './facets.ts';
import { sampleOfPattern } from './pattern-sample.ts';
import { decodeString } from '../base/json/document.ts';

/** Longer strings are not made up. */
const LONGEST = 10_000;

/** For each format, a sample and where it may be made longer; a shorter one where that exists. */
const formats = new Map<string, { sample: string; short?: string; pad?: (fill: string) => string }>([
  ['email', { sample: 'user@example.com', short: 'a@b.co', pad: (fill) => `${fill}user@example.com` }],
  ['idn-email', { sample: 'user@example.com', short: 'a@b.co', pad: (fill) => `${fill}user@example.com` }],
  ['uri', { sample: 'https://example.com', short: 'a:b', pad: (fill) => `https://example.com/${fill}` }],
  ['url', { sample: 'https://example.com', pad: (fill) => `https://example.com/${fill}` }],
  ['iri', { sample: 'https://example.com', short: 'a:b', pad: (fill) => `https://example.com/${fill}` }],
  [
    'uri-reference',
    { sample: 'https://example.com', short: 'a', pad: (fill) => `https://example.com/${fill}` },
  ],
  ['date', { sample: '2026-01-31' }],
  ['date-time', { sample: '2026-01-31T12:00:00Z' }],
  ['time', { sample: '12:00:00Z' }],
  ['duration', { sample: 'P1D' }],
  ['uuid', { sample: '00000000-0000-4000-8000-000000000000' }],
  ['hostname', { sample: 'example.com', short: 'a' }],
  ['ipv4', { sample: '192.0.2.1', short: '1.1.1.1' }],
  ['ipv6', { sample: '2001:db8::1', short: '::' }],
  ['json-pointer', { sample: '', pad: (fill) => `/${fill}` }],
  [
    'uri-template',
    { sample: 'https://example.com/{id}', short: 'a', pad: (fill) => `https://example.com/${fill}` },
  ],
  ['regex', { sample: '', pad: (fill) => fill }],
  ['byte', { sample: '' }],
]);

/**
 * A string that meets the lengths, the format and the pattern of a schema (2020-12 validation §6.3, §7.3).
 * Undefined where none was found. Formats without a sample are taken for annotations. `free`: what a string says that may say anything.
 */
export function sampleString(document: SchemaDocument, facets: Facets, free: string): string | undefined {
  const least = Math.max(0, ...everyOf(facets, 'minLength').map((node) => Number(document.raw(node))));
  const most = Math.min(...everyOf(facets, 'maxLength').map((node) => Number(document.raw(node))));
  if (!(least <= LONGEST)) return undefined;
  const patterns = everyOf(facets, 'pattern');
  const formatName = decodeString(document.text, firstOf(facets, 'format'));
  const format = formatName === undefined ? undefined : formats.get(formatName);
  const fits = (sample: string): boolean => {
    const length = [...sample].length;
    return length >= least && length <= most;
  };
  if (patterns.length > 0) {
    const pattern = decodeString(document.text, patterns[0]);
    const sample = pattern === undefined ? undefined : sampleOfPattern(pattern);
    return sample !== undefined && patterns.length === 1 && format === undefined && fits(sample)
      ? sample
      : undefined;
  }
  if (format === undefined) {
    const characters = [...free].slice(0, most);
    return least <= most
      ? characters.join('') + 'x'.repeat(Math.max(0, least - characters.length))
      : undefined;
  }
  const padded = format.pad?.('x'.repeat(Math.max(1, least - format.sample.length)));
  return [format.sample, format.short, padded].find((sample) => sample !== undefined && fits(sample));
}
