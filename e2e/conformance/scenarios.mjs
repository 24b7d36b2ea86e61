/** What the engine owes now: scenario and the wires it must pass on. */
export const OWED = [
  { scenario: 'initialize', wires: ['2025-06-18', '2025-11-25'] },
  { scenario: 'tools_call', wires: ['2025-06-18', '2025-11-25', '2026-07-28'] },
  { scenario: 'request-metadata', wires: ['2026-07-28'] },
  { scenario: 'http-standard-headers', wires: ['2026-07-28'] },
  { scenario: 'http-custom-headers', wires: ['2026-07-28'] },
  { scenario: 'http-invalid-tool-headers', wires: ['2026-07-28'] },
  { scenario: 'json-schema-ref-no-deref', wires: ['2026-07-28'] },
  { scenario: 'sep-2322-client-request-state', wires: ['2026-07-28'] },
  { scenario: 'elicitation-sep1034-client-defaults', wires: ['2025-11-25'] },
  { scenario: 'json-schema-2020-12-preservation', wires: ['2025-11-25', '2026-07-28'] },
  // Its window is 200 ms wide, so it runs alone, like all of these.
  { scenario: 'sse-retry', wires: ['2025-11-25'] },
];

/** Protocol scenarios of the suite that the engine does not claim yet, each with the capability it lacks. */
export const NOT_YET = [
  { scenario: 'auth/*', lacks: 'OAuth' },
  { scenario: 'sep-2640-client-*', lacks: 'the skills extension' },
];
