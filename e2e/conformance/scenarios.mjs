/** What the engine owes now: scenario and the wires it must pass on. */
export const OWED = [
  { scenario: 'initialize', wires: ['2025-06-18', '2025-11-25'] },
  { scenario: 'tools_call', wires: ['2025-06-18', '2025-11-25', '2026-07-28'] },
  { scenario: 'request-metadata', wires: ['2026-07-28'] },
  { scenario: 'http-standard-headers', wires: ['2026-07-28'] },
  { scenario: 'json-schema-ref-no-deref', wires: ['2026-07-28'] },
  { scenario: 'sep-2322-client-request-state', wires: ['2026-07-28'] },
];

/** Protocol scenarios of the suite that the engine does not claim yet, each with the capability it lacks. */
export const NOT_YET = [
  { scenario: 'elicitation-sep1034-client-defaults', lacks: 'requests of a legacy server to the client' },
  { scenario: 'sse-retry', lacks: 'resumption of a legacy stream' },
  { scenario: 'json-schema-2020-12-preservation', lacks: 'a driver for it' },
  { scenario: 'http-custom-headers', lacks: 'headers from arguments' },
  { scenario: 'http-invalid-tool-headers', lacks: 'headers from arguments' },
  { scenario: 'auth/*', lacks: 'OAuth' },
  { scenario: 'sep-2640-client-*', lacks: 'the skills extension' },
];
