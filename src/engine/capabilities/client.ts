import { compareRevisions, eraOf, type Era } from '../protocol/revisions.ts';
import type { ClientProfile } from './profile.ts';

/** What Roundtrip can answer on a connection: only this is declared. */
export interface Answerable {
  readonly elicitation: boolean;
  readonly sampling: boolean;
  readonly roots: boolean;
}

/** What can be answered, by era: in a legacy era requests of the server come on their own and need a way to answer them. */
export type AnswerableByEra = Readonly<Record<Era, Answerable>>;

/** What Roundtrip answers now. */
export const ANSWERABLE: AnswerableByEra = {
  modern: { elicitation: true, sampling: true, roots: true },
  legacy: { elicitation: true, sampling: true, roots: true },
};

/**
 * The client capabilities to declare in `revision`, as JSON text: the profile's own text as typed, else what can be
 * answered, in the words of that revision. An unknown revision is worded by its place in time.
 */
export function clientCapabilitiesText(
  profile: Pick<ClientProfile, 'capabilitiesText'>,
  revision: string,
  answerable: AnswerableByEra = ANSWERABLE,
): string {
  if (profile.capabilitiesText !== null) return profile.capabilitiesText;
  const era = eraOf(revision);
  const can = answerable[era];
  const has = (since: string) => compareRevisions(revision, since) >= 0;
  const capabilities: { elicitation?: object; sampling?: object; roots?: object } = {};
  if (can.elicitation && has('2025-06-18')) {
    // Before 2025-11-25 there were no modes, and an empty object is all there is to say.
    capabilities.elicitation = has('2025-11-25') ? { form: {}, url: {} } : {};
  }
  if (can.sampling) capabilities.sampling = has('2025-11-25') ? { tools: {} } : {};
  if (can.roots) capabilities.roots = era === 'modern' ? {} : { listChanged: true };
  return JSON.stringify(capabilities);
}
