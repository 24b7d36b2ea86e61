import type { JsonPath } from '../../../engine/base/json/document.ts';
import type { CompletionAsked, Session } from '../../../engine/session/contract.ts';
import type { Suggest } from '../../parts/form/suggest.ts';
import { fieldsOf } from './fields-of.ts';

/** What values are asked for: read when a person types. */
export interface CompletionSource {
  readonly session: Session;
  readonly ref: CompletionAsked['ref'];
  /** The arguments as JSON text. */
  readonly text: string;
}

/** Values from the server for each field of the arguments (server/utilities/completion). What is wrong is said in a line, and holds nothing up. */
export function suggestFrom(source: () => CompletionSource | null): Suggest {
  return (path: JsonPath) => {
    const [name] = path;
    if (path.length !== 1 || typeof name !== 'string') return null;
    return async (value, signal) => {
      const now = source();
      if (!now) return { values: [], more: null, problem: null };
      const { session, ref, text } = now;
      const others = [...fieldsOf(text)].flatMap(([key, each]) =>
        key !== name && typeof each === 'string' ? [[key, each] as const] : [],
      );
      const answer = await session.complete({ ref, argument: { name, value }, others }, signal);
      if (!answer.ok) return { values: [], more: null, problem: `No suggestions. ${answer.reason}` };
      const none = answer.values.length === 0 ? 'No suggestions' : null;
      return { values: answer.values, more: answer.more ?? none, problem: null };
    };
  };
}
