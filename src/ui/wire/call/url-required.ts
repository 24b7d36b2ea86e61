import { decodeString, member, parseDocument } from '../../../engine/base/json/document.ts';
import type { UrlElicitationView } from '../../../engine/views/calls.ts';
import type { ChipData } from '../../parts/tone.ts';

/** One elicitation of error −32042 as it travelled. */
export interface RequiredUrl {
  readonly url: string | null;
  readonly message: string | null;
}

/** Reads `error.data.elicitations` of a message, by `elicitationId`; of an array, of its item. Nothing where it is not there. */
export function readRequiredUrls(text: string, item: number): ReadonlyMap<string, RequiredUrl> {
  const found = new Map<string, RequiredUrl>();
  const read = parseDocument(text);
  const root = read.ok ? (read.value.items?.[item] ?? read.value) : undefined;
  const listed = member(member(member(root, 'error'), 'data'), 'elicitations');
  for (const entry of listed?.items ?? []) {
    const id = decodeString(text, member(entry, 'elicitationId'));
    if (id === undefined || found.has(id)) continue;
    found.set(id, {
      url: decodeString(text, member(entry, 'url')) ?? null,
      message: decodeString(text, member(entry, 'message')) ?? null,
    });
  }
  return found;
}

/** How an elicitation stands, in a word or two. */
export function urlChip({ answer, completedAt }: UrlElicitationView): ChipData {
  if (completedAt !== null) return { text: 'completed', tone: 'done' };
  if (answer === null) return { text: 'to be done', tone: 'wait' };
  if (answer.action !== 'accept')
    return { text: answer.action === 'decline' ? 'declined' : 'cancelled', tone: 'fail' };
  return {
    text: answer.by === 'hand' ? 'agreed, not completed' : 'agreed by the responder, not completed',
    tone: 'wait',
  };
}

/** `1 of 2 completed`. */
export function completedWords(elicitations: readonly UrlElicitationView[]): string {
  const done = elicitations.filter(({ completedAt }) => completedAt !== null).length;
  return `${done} of ${elicitations.length} completed`;
}
