import { parseDocument } from '../../../engine/base/json/document.ts';
import type { Validation } from '../../../engine/schema/validation.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import type { Problem } from '../../parts/editor.ts';

/** What is known of the arguments as typed. `held`: why sending is held back; null where it is not. */
export interface ArgumentCheck {
  readonly problems: readonly Problem[];
  readonly line: string;
  readonly held: string | null;
}

/** Judges arguments against an input schema. Empty text leaves `arguments` out, which stands for an empty object. */
export async function checkArguments(
  validator: Validator,
  schema: string | null,
  text: string,
): Promise<ArgumentCheck> {
  const empty = text.trim() === '';
  const document = parseDocument(empty ? '{}' : text);
  if (!document.ok) {
    const from = Math.min(document.at, Math.max(0, text.length - 1));
    return {
      problems: [{ from, to: Math.min(text.length, from + 1), message: document.message, severity: 'error' }],
      line: document.message,
      held: 'The arguments are not JSON',
    };
  }
  if (schema === null) return { problems: [], line: 'No input schema to check against', held: null };
  const validation = await validator.validate(schema, empty ? '{}' : text);
  return fromValidation(validation, empty);
}

function fromValidation(validation: Validation, empty: boolean): ArgumentCheck {
  switch (validation.verdict) {
    case 'valid':
      return {
        problems: [],
        line: empty
          ? 'No arguments are sent, which the input schema allows'
          : 'Valid against the input schema',
        held: null,
      };
    case 'undecided':
      return { problems: [], line: `Could not decide: ${validation.reason}`, held: null };
    case 'invalid': {
      const [first] = validation.problems;
      const more = validation.problems.length - 1;
      return {
        problems: empty
          ? []
          : validation.problems.map(({ from, to, message }) => ({ from, to, message, severity: 'error' })),
        line: `${first?.message ?? 'Not valid against the input schema'}${more > 0 ? `, and ${more} more` : ''}`,
        held: 'Not valid against the input schema',
      };
    }
  }
}
