import { SERVICE_ARGUMENT } from '../catalogue.ts';
import { failure, type Scenario } from '../scenario.ts';

/** A tool that always fails: the error is a result with `isError`, not a JSON-RPC error. */
export const runSmokeTests: Scenario = {
  name: 'run_smoke_tests',
  title: 'Run smoke tests',
  description: 'Runs the smoke tests of a service. Two of them fail, always.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: { service: SERVICE_ARGUMENT },
    required: ['service'],
  }),
  run: (args) =>
    failure(
      [
        `2 of 14 smoke tests failed for ${String(args['service'])}:`,
        '- pays_with_expired_card: expected 402, got 500',
        '- refund_is_idempotent: second refund was booked again',
      ].join('\n'),
    ),
};
