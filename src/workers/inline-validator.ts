import { validateText } from '../engine/schema/compile.ts';
import type { Validator } from '../engine/schema/validator.ts';

/**
 * A validator that works where it is called, for hosts without workers (Node): nothing bounds how long a hostile schema
 * takes. Never for the page, whose policy forbids ajv.
 */
export function createInlineValidator(): Validator {
  let disposed = false;
  return {
    validate: (schemaText, instanceText) =>
      Promise.resolve(
        disposed
          ? { verdict: 'undecided', reason: 'Validation has been closed' }
          : validateText(schemaText, instanceText),
      ),
    dispose: () => {
      disposed = true;
    },
  };
}
