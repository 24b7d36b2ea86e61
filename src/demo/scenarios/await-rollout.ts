import { inputRequired } from '@modelcontextprotocol/server';
import { SERVICE_ARGUMENT } from '../catalogue.ts';
import { type Scenario, text } from '../scenario.ts';

/** Asks nothing: the result carries only a request state, and the call is complete once it was echoed often enough. */
export const awaitRollout: Scenario = {
  name: 'await_rollout',
  title: 'Wait for a rollout',
  description:
    'Answers with a request state and no questions until the rollout is done. Send the state back to go on.',
  since: '2026-07-28',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: {
      service: SERVICE_ARGUMENT,
      checks: {
        type: 'integer',
        title: 'Checks',
        description: 'How many times the state has to come back.',
        minimum: 1,
        maximum: 20,
        default: 2,
      },
    },
    required: ['service'],
  }),
  async run(args, context) {
    const checks = typeof args['checks'] === 'number' ? args['checks'] : 2;
    const seen = context.mcpReq.requestState<{ seen?: number }>()?.seen ?? 0;
    if (seen >= checks)
      return text(`The rollout of ${String(args['service'])} is done after ${seen} checks.`);
    return inputRequired({ requestState: await context.state.mint({ seen: seen + 1 }, context) });
  },
};
