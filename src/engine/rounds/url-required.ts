import { findErrorCode } from '../protocol/errors.ts';
import { isRecord } from '../wire/message.ts';

/** The code of 2025-11-25 for a request that can go on only once the person has been to the URLs it names. */
export const URL_ELICITATION_REQUIRED = -32042;

/** What an error with that code asks for. */
export interface UrlRequired {
  /** `elicitationId` of each elicitation that can be followed, in order, each once. */
  readonly ids: readonly string[];
  /** What of it is against the rules, sentence case, no full stop. */
  readonly problems: readonly string[];
}

/**
 * Reads the error of a message's value; null where it is no such error in that revision (2025-11-25, client/elicitation, "URL Elicitation
 * Required Error").
 */
export function readUrlRequired(message: unknown, revision: string): UrlRequired | null {
  const error = isRecord(message) ? message['error'] : undefined;
  if (!isRecord(error) || error['code'] !== URL_ELICITATION_REQUIRED) return null;
  if (findErrorCode(URL_ELICITATION_REQUIRED, revision) === undefined) return null;
  const data = error['data'];
  const listed = isRecord(data) ? data['elicitations'] : undefined;
  if (!Array.isArray(listed) || listed.length === 0)
    return {
      ids: [],
      problems: ['Error −32042 has to list what is to be done in data.elicitations; it lists nothing'],
    };
  const ids = new Set<string>();
  const problems: string[] = [];
  for (const [index, entry] of (listed as readonly unknown[]).entries()) {
    const problem = whyUnusable(entry, ids);
    const id = isRecord(entry) ? entry['elicitationId'] : undefined;
    if (problem !== null) problems.push(`data.elicitations[${index}] ${problem}`);
    else if (typeof id === 'string') ids.add(id);
  }
  return { ids: [...ids], problems };
}

function whyUnusable(entry: unknown, before: ReadonlySet<string>): string | null {
  if (!isRecord(entry)) return 'is not an object';
  const { mode, elicitationId, url } = entry;
  if (mode !== 'url')
    return `has the mode ${mode === undefined ? 'form, since it names none' : JSON.stringify(mode)}; only url is allowed`;
  if (typeof elicitationId !== 'string') return 'has no elicitationId';
  if (before.has(elicitationId)) return `repeats the elicitationId ${JSON.stringify(elicitationId)}`;
  return typeof url === 'string' ? null : 'names no url';
}
