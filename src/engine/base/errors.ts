/**
 * A broken invariant of the engine: a bug here, never something a server did.
 * What a server can cause is a value (`Result`); this is the only class the engine throws.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /** Constant code, safe to compare; minified builds rename classes, so never compare names. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws an `EngineError` with `code` unless `condition` holds. */
export function assertInvariant(condition: unknown, code: string, message: string): asserts condition {
  if (!condition) throw new EngineError(code, message);
}

/** The text of whatever was thrown: an error's message, else its string form. Never throws. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  try {
    return String(thrown);
  } catch {
    return 'something without a string form was thrown';
  }
}
