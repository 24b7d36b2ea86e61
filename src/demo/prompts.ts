import { type GetPromptResult, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { askAgain, formAnswer } from './answers.ts';
import type { Revision } from './revisions.ts';
import { RUNBOOK } from './resources.ts';
import { type ObjectSchema, standardSchema } from './scenario.ts';
import { formRequest } from './form-request.ts';

const AUDIENCE: ObjectSchema = {
  type: 'object',
  properties: {
    language: { type: 'string', title: 'Language', enum: ['English', 'Deutsch', 'Français'] },
    formal: { type: 'boolean', title: 'Formal', default: true },
  },
  required: ['language'],
};

/** Registers the prompts of a revision. */
export function registerPrompts(server: McpServer, revision: Revision): void {
  // Titles came with 2025-06-18.
  const titled = (title: string) => (revision >= '2025-06-18' ? { title } : {});

  server.registerPrompt(
    'release_checklist',
    {
      ...titled('Release checklist'),
      description: 'The steps before a release, for one service.',
      argsSchema: standardSchema({
        type: 'object',
        properties: { service: { type: 'string', description: 'Name of the service.' } },
        required: ['service'],
      }),
    },
    ({ service }) => ({
      description: `A checklist for ${String(service)}`,
      messages: [
        ...message(`Write a checklist for releasing ${String(service)}. Five points, shortest first.`)
          .messages,
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: 'acme://runbooks/rollback', mimeType: 'text/markdown', text: RUNBOOK },
          },
        },
      ],
    }),
  );
  server.registerPrompt(
    'incident_summary',
    {
      ...titled('Incident summary'),
      description: 'Sums up an incident for the status page.',
      argsSchema: standardSchema({
        type: 'object',
        properties: {
          service: { type: 'string', description: 'Name of the service.' },
          severity: { type: 'string', description: 'low, high or critical.' },
        },
        required: ['service'],
      }),
    },
    ({ service, severity }) =>
      message(`Sum up the ${String(severity ?? 'low')} incident of ${String(service)} in three sentences.`),
  );
  if (revision >= '2026-07-28') registerAnnouncement(server);
}

// Input can be required of prompts/get too, from 2026-07-28 on.
function registerAnnouncement(server: McpServer): void {
  server.registerPrompt(
    'release_announcement',
    {
      title: 'Release announcement',
      description: 'Asks for the language, then announces the newest release.',
    },
    async ({ mcpReq }) => {
      const audience = await formAnswer(mcpReq.inputResponses, 'audience', AUDIENCE);
      if (audience.kind === 'refused') return message('Announce r-4821 in English.');
      if (audience.kind === 'given') {
        const tone = audience.value['formal'] === false ? 'casual' : 'formal';
        return message(`Announce r-4821 in ${String(audience.value['language'])}, in a ${tone} tone.`);
      }
      return inputRequired({
        inputRequests: {
          audience: formRequest(askAgain('Who is the announcement for?', audience), AUDIENCE),
        },
      });
    },
  );
}

function message(content: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: content } }] };
}
