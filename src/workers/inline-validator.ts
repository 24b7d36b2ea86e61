import { validateText } from '../engine/schema/compile.ts';
import type { Validator } from '../engine/schema/validator.ts';

/** A validator without a worker, for Node: no time limit, so a hostile pattern blocks. Never for the page, whose policy forbids ajv. */
export function createInlineValidator(): Validator {
  return {
    validate: (schemaText, instanceText) => Promise.resolve(validateText(schemaText, instanceText)),
    dispose: () => {},
  };
}
