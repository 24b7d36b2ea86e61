import { deprecationWords, DEPRECATIONS, type Deprecation } from '../../../engine/protocol/deprecations.ts';
import type { Finding } from '../../../engine/wire-log/notes.ts';
import type { ChipData } from '../../parts/tone.ts';
import type { SegmentOption } from '../../parts/segments.ts';
import type { AnswerDraft } from './answer-draft.svelte.ts';
import type { AskedRequest } from './asked.ts';

/** More requests than this are drawn as they come into sight. */
export const DRAWN_WHOLE = 6;
/** So many of them come into sight together. */
export const STRETCH = 10;
/** How high a request to be answered is likely to be, and one that was: pixels. */
export const REQUEST_PX = 200;
export const REPLIED_PX = 37;

/** `elicitation, form`; the method itself where it is none the specification has. */
export function requestWords(asked: AskedRequest): string {
  if (asked.kind === 'elicitation')
    return `elicitation, ${asked.mode === 'url' ? 'URL' : (asked.mode ?? 'form')}`;
  return asked.kind === 'unknown' ? (asked.method ?? 'no method') : asked.kind;
}

/** What a person should know about an input request, in a word or two each. */
export function requestChips(asked: AskedRequest, revision: string, undeclared = false): readonly ChipData[] {
  const chips: ChipData[] = [];
  if (undeclared) chips.push({ text: 'not declared', tone: 'fail' });
  const deprecated = deprecationIn(asked, revision);
  if (deprecated) chips.push({ text: `deprecated ${deprecated.since}`, tone: 'old' });
  if (asked.kind === 'unknown') {
    chips.push({ text: asked.legacy ? 'unknown method' : 'outside the closed set', tone: 'wait' });
  }
  if (asked.kind === 'elicitation' && asked.mode !== 'form' && asked.mode !== 'url') {
    chips.push({ text: 'unknown mode', tone: 'wait' });
  }
  if (asked.repeated) chips.push({ text: 'key came twice', tone: 'wait' });
  return chips;
}

function deprecationIn({ kind }: AskedRequest, revision: string): Deprecation | null {
  const found = kind === 'sampling' || kind === 'roots' ? DEPRECATIONS[kind] : null;
  return found && revision >= found.since ? found : null;
}

/** Since when such a request is deprecated and what the specification says to do instead; null where `revision` does not say so. */
export function deprecationOf(asked: AskedRequest, revision: string): string | null {
  const found = deprecationIn(asked, revision);
  return found && deprecationWords(found);
}

/** Keys of the input requests of a round that ask for what the client had not declared. */
export function undeclaredKeys(findings: readonly Finding[], round: number | undefined): ReadonlySet<string> {
  return new Set(
    findings
      .filter((finding) => finding.rule === 'asks-undeclared' && finding.round === round)
      .flatMap(({ keys }) => keys ?? []),
  );
}

const ANSWER: readonly SegmentOption[] = [{ value: 'answer', label: 'Answer' }];
const ELICITATION: readonly SegmentOption[] = [
  { value: 'accept', label: 'Accept' },
  { value: 'decline', label: 'Decline' },
  { value: 'cancel', label: 'Cancel' },
];

/** What a person may do with it; nothing while the whole request is edited as text. */
export function choicesFor(asked: AskedRequest | null, disabled = false): readonly SegmentOption[] {
  const choices = [
    ...(asked?.kind === 'elicitation' ? ELICITATION : ANSWER),
    { value: 'omit', label: 'Omit' },
    ...(asked?.legacy ? [{ value: 'error', label: 'Error' }] : []),
  ];
  return disabled ? choices.map((each) => ({ ...each, disabled })) : choices;
}

/** What is known of the answer, in a word. */
export function checkWords({ check, asked }: AnswerDraft): { readonly text: string; readonly bad: boolean } {
  switch (check.kind) {
    case 'checking':
      return { text: 'checking', bad: false };
    case 'valid':
      return { text: asked && asked.kind !== 'unknown' ? 'valid' : 'JSON', bad: false };
    case 'undecided':
      return { text: 'could not decide', bad: false };
    case 'not JSON':
      return { text: 'not JSON', bad: true };
    case 'not valid':
      return { text: `${check.problems.length} problem${check.problems.length === 1 ? '' : 's'}`, bad: true };
  }
}
