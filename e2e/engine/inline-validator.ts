import { validateText } from '../../src/engine/schema/compile.ts';
import type { Validator } from '../../src/engine/schema/validator.ts';

/**
 * A validator that works where it is called, for hosts without workers (Node): nothing bounds how long a hostile schema takes.
 * A page never imports it, since it brings the schema compiler along.
 */
export function createInlineValidator(): Validator {
  let disposed = false;
  return {
    validate: (schemaText, instanceText) =>
      Promise.resolve(
        disposed
          ? { verdict: 'undecided', reason: 'Validation has ended' }
          : validateText(schemaText, instanceText),
      ),
    dispose: () => {
      disposed = true;
    },
  };
}
