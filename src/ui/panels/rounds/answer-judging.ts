import { parseDocument } from '../../../engine/base/json/document.ts';
import { pointerTo, stepsOf } from '../../../engine/base/json/pointer.ts';
import { REQUESTED_AT, schemaOfAnswer, schemaOfError } from '../../../engine/responders/schema-of-answer.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import { begin } from '../../parts/pending.svelte.ts';
import { keyName } from './key-name.ts';
import type { AnswerCheck, AnswerDraft, AnswerProblem } from './answer-draft.svelte.ts';

/** Typing rests this long before an answer is judged. */
export const REST_MS = 150;

/** Judges answers as they are written: each against what was asked, the newest text alone. */
export class AnswerJudging {
  readonly #validator: Validator;
  readonly #running = new Map<AnswerDraft, { readonly stop: () => void; readonly done: Promise<void> }>();

  constructor(validator: Validator) {
    this.#validator = validator;
  }

  judge(draft: AnswerDraft, restMs: number): void {
    this.#running.get(draft)?.stop();
    draft.check = { kind: 'checking' };
    const end = begin();
    let over = false;
    let settle = (): void => undefined;
    const done = new Promise<void>((resolve) => (settle = resolve));
    const stop = (): void => {
      over = true;
      clearTimeout(timer);
      end();
      settle();
    };
    const run = async (): Promise<void> => {
      const check = await judge(this.#validator, draft);
      if (over) return;
      draft.check = check;
      stop();
    };
    const timer = setTimeout(() => void run(), restMs);
    this.#running.set(draft, { stop, done });
  }

  /** Resolves once what is judged now has been; what was written meanwhile may be judged still. */
  async settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }
}

/**
 * Why an answer holds sending back; null where it does not. `name`: what it is called on the screen. The key of a round leads
 * to the member; the id of a legacy request says nothing about it, and comes last.
 */
export function heldBy(draft: AnswerDraft, name: string, legacy = false): string | null {
  const { check } = draft;
  if (check.kind !== 'not JSON' && check.kind !== 'not valid') return null;
  const [first] = check.problems;
  const member = first ? dotted(first) : '';
  const broken = problemOf(draft.outgoing) === null ? '' : ' (not JSON if sent anyway)';
  const message = first && isMissing(first) ? 'Required and missing' : (first?.message ?? check.kind);
  if (!legacy) return `${name}${member}: ${message}${broken}`;
  const words =
    member === '' ? `Request ${name}: ${message}` : `${member.slice(1)}: ${message} (request ${name})`;
  return `${words}${broken}`;
}

/** Where and why a text is not JSON; null where it is. */
export function problemOf(text: string): AnswerProblem | null {
  const document = parseDocument(text);
  if (document.ok) return null;
  const from = Math.max(0, Math.min(document.at, text.length - 1));
  // The list of problems says where; once is enough.
  const message = document.message.replace(/ at line \d+, column \d+$/, '');
  return { from, to: Math.min(from + 1, text.length), pointer: '', message };
}

async function judge(validator: Validator, draft: AnswerDraft): Promise<AnswerCheck> {
  const { outgoing: text, asked, drafts } = draft;
  const problem = problemOf(text);
  // What a form holds that is no value yet may be JSON by accident, and then of another meaning.
  if (drafts.length > 0) {
    const at = { from: problem?.from ?? 0, to: problem?.to ?? 0 };
    const problems = drafts.map(({ path, reason }) => ({ ...at, pointer: pointerTo(path), message: reason }));
    return { kind: 'not JSON', problems };
  }
  if (problem) return { kind: 'not JSON', problems: [problem] };
  if (!asked) return { kind: 'valid' };
  const schema = draft.choice === 'error' ? schemaOfError() : schemaOfAnswer(asked.raw);
  const validation = await validator.validate(schema, text);
  switch (validation.verdict) {
    case 'valid':
      return { kind: 'valid' };
    case 'undecided':
      return { kind: 'undecided', reason: validation.reason };
    case 'invalid':
      return {
        kind: 'not valid',
        // Defaults stand at the end of what is typed: no range before them moves.
        problems: validation.problems.map((each) => ({
          ...each,
          // The form is of the requested schema alone.
          schemas: each.schemas?.flatMap((schema) =>
            schema.startsWith(REQUESTED_AT) ? [schema.slice(REQUESTED_AT.length)] : [],
          ),
          from: Math.min(each.from, draft.text.length),
          to: Math.min(each.to, draft.text.length),
        })),
      };
  }
}

function isMissing({ keyword, property }: AnswerProblem): boolean {
  return keyword === 'required' && property !== undefined;
}

/** The member a problem is about, as a person writes it: `/content/ticket` is `.ticket`, and so is what is missing there. */
function dotted(problem: AnswerProblem): string {
  const steps = stepsOf(problem.pointer);
  if (steps[0] === 'content') steps.shift();
  if (isMissing(problem)) steps.push(keyName(problem.property ?? ''));
  return steps.map((step) => `.${step}`).join('');
}
