import { inputRequired } from '@modelcontextprotocol/server';
import { samplingAnswer } from '../answers.ts';
import { RELEASES } from '../catalogue.ts';
import { type Scenario, text } from '../scenario.ts';

/** One sampling request: the client's model writes the notes. */
export const draftReleaseNotes: Scenario = {
  name: 'draft_release_notes',
  title: 'Draft release notes',
  description: 'Asks the model of the client for one line of release notes.',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: () => ({
    type: 'object',
    properties: {
      release: { type: 'string', title: 'Release', pattern: '^r-[0-9]+$', default: 'r-4821' },
    },
  }),
  run(args, { mcpReq }) {
    const release = typeof args['release'] === 'string' ? args['release'] : 'r-4821';
    const notes = samplingAnswer(mcpReq.inputResponses, 'notes');
    if (notes.kind === 'given') return text(`Notes for ${release}: ${notes.value}`);
    const changes = RELEASES.find((entry) => entry.release === release)?.notes ?? 'no changes recorded';
    return inputRequired({
      inputRequests: {
        notes: inputRequired.createMessage({
          messages: [
            {
              role: 'user',
              content: { type: 'text', text: `One line of release notes for ${release}: ${changes}` },
            },
          ],
          systemPrompt: 'Plain words, past tense, no greeting.',
          modelPreferences: { hints: [{ name: 'small' }], speedPriority: 0.9, intelligencePriority: 0.3 },
          temperature: 0.2,
          maxTokens: 120,
        }),
      },
    });
  },
};
