import { undeclaredBy, type Undeclared } from '../capabilities/undeclared.ts';
import { specLink, type SpecPage } from '../protocol/spec-links.ts';
import type { Finding } from '../wire-log/notes.ts';
import type { Asked } from './asked.ts';
import { shownKey } from './shown-key.ts';

/** How many keys a finding names in words; it carries all of them. */
const NAMED = 3;

const PAGES: ReadonlyMap<string, SpecPage> = new Map([
  ['elicitation', 'elicitation'],
  ['sampling', 'sampling'],
  ['roots', 'roots'],
]);

/** The finding that a server asked, under `keys`, for what the client had not declared. */
export function undeclaredFinding(
  { capability, severity }: Undeclared,
  keys: readonly string[],
  revision: string,
  about: Pick<Finding, 'exchange' | 'call' | 'round'>,
): Finding {
  const more = keys.length - NAMED;
  const named = keys.slice(0, NAMED).map(shownKey).join(', ');
  const family = capability.split('.', 1)[0] ?? capability;
  return {
    rule: 'asks-undeclared',
    severity,
    text: `The server asks for ${capability} (${named}${more > 0 ? ` and ${more} more` : ''}), which the client did not declare; it can be answered all the same`,
    keys,
    clause: { title: family, url: specLink(PAGES.get(family) ?? 'capabilities', revision) },
    ...about,
  };
}

/** The findings about all that one result asks for, one for each capability that was not declared. */
export function undeclaredFindings(
  asked: Asked,
  capabilitiesText: string,
  revision: string,
  about: Pick<Finding, 'exchange' | 'call' | 'round'>,
): readonly Finding[] {
  const found = new Map<string, { readonly what: Undeclared; readonly keys: string[] }>();
  for (const { key, text } of asked.requests) {
    const what = undeclaredBy(capabilitiesText, text, revision);
    if (!what) continue;
    const known = found.get(what.capability);
    if (known) known.keys.push(key);
    else found.set(what.capability, { what, keys: [key] });
  }
  return [...found.values()].map(({ what, keys }) => undeclaredFinding(what, keys, revision, about));
}
