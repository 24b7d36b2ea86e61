import { inputRequired, type InputRequests } from '@modelcontextprotocol/server';
import { askAgain, consentAnswer, formAnswer, rootsAnswer, samplingAnswer } from '../answers.ts';
import { type ObjectSchema, type Scenario, text } from '../scenario.ts';
import { formRequest } from '../form-request.ts';

const APPROVAL: ObjectSchema = {
  type: 'object',
  properties: {
    approve: { type: 'boolean', title: 'Approve' },
    comment: { type: 'string', title: 'Comment', maxLength: 120 },
  },
  required: ['approve'],
};

/** Every kind of input request in one round, and no request state at all. */
export const collectReleaseEvidence: Scenario = {
  name: 'collect_release_evidence',
  title: 'Collect release evidence',
  description:
    'Asks for everything in one round: a form, a page to open, a model answer and the roots. Keeps no state.',
  since: '2025-11-25',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: () => ({
    type: 'object',
    properties: {
      release: { type: 'string', title: 'Release', pattern: '^r-[0-9]+$', default: 'r-4821' },
    },
  }),
  async run(args, { mcpReq }) {
    const release = typeof args['release'] === 'string' ? args['release'] : 'r-4821';
    const answers = {
      approval: await formAnswer(mcpReq.inputResponses, 'approval', APPROVAL),
      ticket: consentAnswer(mcpReq.inputResponses, 'ticket'),
      summary: samplingAnswer(mcpReq.inputResponses, 'summary'),
      workspace: rootsAnswer(mcpReq.inputResponses, 'workspace'),
    };
    // Without state nothing is remembered: unless every answer came in this request, all are asked again.
    const open = Object.values(answers).some(({ kind }) => kind === 'missing' || kind === 'invalid');
    if (open) {
      const inputRequests: InputRequests = {
        approval: formRequest(askAgain(`Approve the evidence for ${release}?`, answers.approval), APPROVAL),
        ticket: inputRequired.elicitUrl({
          message: 'Close the change ticket in the browser.',
          url: `https://example.com/acme-deploy/tickets?release=${encodeURIComponent(release)}`,
        }),
        summary: inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: `Sum up ${release} in one sentence.` } }],
          maxTokens: 80,
        }),
        workspace: inputRequired.listRoots(),
      };
      return inputRequired({ inputRequests });
    }
    const lines = Object.entries(answers).map(([key, answer]) => `${key}: ${describe(answer)}`);
    return text([`Evidence for ${release}`, ...lines].join('\n'));
  },
};

function describe(answer: { kind: string; action?: string; value?: unknown }): string {
  return answer.kind === 'refused' ? String(answer.action) : JSON.stringify(answer.value);
}
