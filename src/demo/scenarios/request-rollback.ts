import { inputRequired } from '@modelcontextprotocol/server';
import { askAgain, formAnswer } from '../answers.ts';
import { SERVICE_ARGUMENT } from '../catalogue.ts';
import { type ObjectSchema, type Scenario, text } from '../scenario.ts';
import type { Revision } from '../revisions.ts';
import { formRequest } from '../form-request.ts';

function rollbackForm(revision: Revision): ObjectSchema {
  // Defaults other than for booleans, and titled choices by `oneOf`, came with 2025-11-25.
  const rich = revision >= '2025-11-25';
  return {
    type: 'object',
    properties: {
      reason: {
        type: 'string',
        title: 'Reason',
        description: 'Goes into the incident report.',
        minLength: 10,
        maxLength: 200,
      },
      scope: rich
        ? {
            type: 'string',
            title: 'Scope',
            oneOf: [
              { const: 'all', title: 'All regions' },
              { const: 'eu', title: 'Europe only' },
              { const: 'us', title: 'United States only' },
            ],
            default: 'all',
          }
        : {
            type: 'string',
            title: 'Scope',
            enum: ['all', 'eu', 'us'],
            enumNames: ['All regions', 'Europe only', 'United States only'],
          },
      keepTraffic: { type: 'boolean', title: 'Keep traffic while rolling back', default: true },
      batch: {
        type: 'integer',
        title: 'Instances per batch',
        minimum: 1,
        maximum: 20,
        ...(rich && { default: 5 }),
      },
      notify: { type: 'string', title: 'Notify', description: 'Who gets the report.', format: 'email' },
    },
    required: ['reason', 'scope', 'batch'],
  };
}

/** One form elicitation with a field of every simple kind, and no request state. */
export const requestRollback: Scenario = {
  name: 'request_rollback',
  title: 'Request a rollback',
  description: 'Asks one form: reason, scope, traffic, batch size and an email address.',
  since: '2025-06-18',
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: { service: SERVICE_ARGUMENT },
    required: ['service'],
  }),
  async run(args, { mcpReq, revision }) {
    const schema = rollbackForm(revision);
    const details = await formAnswer(mcpReq.inputResponses, 'details', schema);
    if (details.kind === 'refused')
      return text(`No rollback requested: the form was answered with ${details.action}.`);
    if (details.kind !== 'given') {
      return inputRequired({
        inputRequests: {
          details: formRequest(askAgain(`Roll back ${String(args['service'])}?`, details), schema),
        },
      });
    }
    return text(`Rollback of ${String(args['service'])} requested: ${JSON.stringify(details.value)}`);
  },
};
