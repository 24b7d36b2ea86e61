import { SERVICE_ARGUMENT } from '../catalogue.ts';
import { type Scenario, text } from '../scenario.ts';

/** A tool that the newest release of the service no longer has. */
export const restartService: Scenario = {
  name: 'restart_service',
  title: 'Restart a service',
  description: 'Restarts a service without asking. Replaced by deploy_release in 2.0.',
  until: '2025-11-25',
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: { service: SERVICE_ARGUMENT },
    required: ['service'],
  }),
  run: (args) => text(`${String(args['service'])} restarted.`),
};
