import {
  compareRevisions,
  eraOf,
  isDatedVersion,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
} from '../protocol/revisions.ts';
import { isRecord } from '../wire/message.ts';

/** The strings of a list of versions; `strange` where the list has anything else or is not a list. */
export function readVersions(value: unknown): {
  readonly versions: readonly string[];
  readonly strange: boolean;
} {
  if (value === undefined) return { versions: [], strange: false };
  if (!Array.isArray(value)) return { versions: [], strange: true };
  const versions = value.filter((entry): entry is string => typeof entry === 'string' && entry !== '');
  return { versions, strange: versions.length !== value.length };
}

function newest(versions: readonly string[]): string | undefined {
  return versions.reduce<string | undefined>(
    (best, version) => (best === undefined || compareRevisions(version, best) > 0 ? version : best),
    undefined,
  );
}

/** The newest listed modern version that Roundtrip speaks. */
export function newestModern(versions: readonly string[]): string | undefined {
  return newest(versions.filter((version) => MODERN_VERSIONS.includes(version)));
}

/** The newest legacy version Roundtrip knows, else the newest older date: a server may answer it all the same. */
export function newestLegacy(versions: readonly string[]): string | undefined {
  const older = versions.filter((version) => isDatedVersion(version) && eraOf(version) === 'legacy');
  return newest(older.filter((version) => LEGACY_VERSIONS.includes(version))) ?? newest(older);
}

/** What a server lists that Roundtrip speaks nothing of: its newest date, else its first entry. A person may ask for it all the same. */
export function newestUnknown(versions: readonly string[]): string | undefined {
  return newest(versions.filter(isDatedVersion)) ?? versions[0];
}

/** Versions that an error names, in `data.supported` or, as many servers do, in its text. */
export function versionsNamedIn(error: {
  readonly message: string;
  readonly data: unknown;
}): readonly string[] {
  const { versions } = readVersions(isRecord(error.data) ? error.data['supported'] : undefined);
  if (versions.length > 0) return versions;
  const text = typeof error.data === 'string' ? `${error.message} ${error.data}` : error.message;
  // A bound, since the text is the server's and may be long.
  return [...text.slice(0, 10_000).matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)].map(([version]) => version);
}
