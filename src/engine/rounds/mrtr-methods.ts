const METHODS = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Whether a server may answer `method` with `input_required` (2026-07-28, basic/patterns/mrtr, "Supported Requests"). */
export function methodSupportsInput(method: string): boolean {
  return METHODS.has(method);
}
