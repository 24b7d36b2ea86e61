import { ENVIRONMENTS, findService, SERVICE_ARGUMENT, SERVICES } from '../catalogue.ts';
import { failure, type Scenario, text } from '../scenario.ts';

/** A plain call: read only, with structured content. */
export const releaseStatus: Scenario = {
  name: 'release_status',
  title: 'Release status',
  description: 'What runs where. Read only and safe to call at any time.',
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: (revision) => ({
    type: 'object',
    properties: {
      service: SERVICE_ARGUMENT,
      // An argument that only the newest release of the service has, for the comparison of revisions.
      ...(revision >= '2026-07-28' && {
        environment: {
          type: 'string',
          title: 'Environment',
          enum: [...ENVIRONMENTS],
          default: 'production',
        },
      }),
    },
    required: ['service'],
  }),
  output: {
    type: 'object',
    properties: {
      service: { type: 'string' },
      team: { type: 'string' },
      environment: { type: 'string' },
      release: { type: 'string' },
      deployedAt: { type: 'string', format: 'date-time' },
      healthy: { type: 'boolean' },
    },
    required: ['service', 'environment', 'release', 'deployedAt', 'healthy'],
  },
  run(args) {
    const service = findService(args['service']);
    if (service === undefined) {
      const known = SERVICES.map(({ name }) => name).join(', ');
      return failure(`No service is called ${JSON.stringify(args['service'])}. Known: ${known}.`);
    }
    const { name, team, release, deployedAt, healthy } = service;
    const environment = typeof args['environment'] === 'string' ? args['environment'] : 'production';
    return text(
      `${name} ${release} in ${environment}, ${healthy ? 'healthy' : 'degraded'} since ${deployedAt}`,
      {
        service: name,
        team,
        environment,
        release,
        deployedAt,
        healthy,
      },
    );
  },
};
