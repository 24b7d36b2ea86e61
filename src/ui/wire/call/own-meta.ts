import { parseDocument } from '../../../engine/base/json/document.ts';
import {
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_LOG_LEVEL,
  META_PROGRESS_TOKEN,
  META_PROTOCOL_VERSION,
  metaKeyProblem,
} from '../../../engine/protocol/meta-keys.ts';
import type { Problem } from '../../parts/editor.ts';

/** What a person adds to `_meta` of a call. */
export interface MetaDraft {
  /** As typed. */
  readonly text: string;
  readonly replaces: boolean;
}

/** What is known of it. */
export interface MetaCheck {
  readonly problems: readonly Problem[];
  /** Why sending is held back; null where it is not. */
  readonly held: string | null;
  /** The text is not JSON, and the request that carries it would not be either. */
  readonly broken?: true;
  /** Keys that the protocol sets as well. */
  readonly taken: readonly string[];
  /** How many keys are added. */
  readonly count: number;
}

/** What has a `_meta` of its own to be written: the state of a panel that sends calls. */
export interface MetaOwner {
  readonly arguments: { meta: MetaDraft };
  readonly meta: MetaCheck;
  start(): unknown;
}

const set: Readonly<Record<'modern' | 'legacy', readonly string[]>> = {
  modern: [META_PROTOCOL_VERSION, META_CLIENT_INFO, META_CLIENT_CAPABILITIES, META_PROGRESS_TOKEN],
  legacy: [META_PROGRESS_TOKEN],
};

/**
 * Judges what a person adds to `_meta`: it has to be a JSON object; names of keys are remarked upon, not held back.
 * `logs`: the protocol's log level is set too.
 */
export function checkMeta(text: string, era: 'modern' | 'legacy', logs = false): MetaCheck {
  const nothing = { problems: [], held: null, taken: [], count: 0 };
  if (text.trim() === '') return nothing;
  const read = parseDocument(text);
  if (!read.ok) {
    const from = Math.max(0, Math.min(read.at, text.length - 1));
    return {
      ...nothing,
      problems: [{ from, to: Math.min(text.length, from + 1), message: read.message, severity: 'error' }],
      held: 'The own _meta is not JSON',
      broken: true,
    };
  }
  const { members, start, end } = read.value;
  if (members === undefined) {
    const message = 'Has to be an object, and would replace the whole of _meta';
    return {
      ...nothing,
      problems: [{ from: start, to: end, message, severity: 'error' }],
      held: 'The own _meta is not an object',
    };
  }
  const problems = members.flatMap(({ key, keyStart, keyEnd }): Problem[] => {
    const message = metaKeyProblem(key);
    return message === null ? [] : [{ from: keyStart, to: keyEnd, message, severity: 'warning' }];
  });
  const own = logs && era === 'modern' ? [...set[era], META_LOG_LEVEL] : set[era];
  const taken = own.filter((key) => members.some((each) => each.key === key));
  return { problems, held: null, taken, count: members.length };
}
