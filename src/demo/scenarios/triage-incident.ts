import { inputRequired, inputResponse, type SamplingMessage, type Tool } from '@modelcontextprotocol/server';
import { type Scenario, text } from '../scenario.ts';

/** Tools of this request alone: nothing lists them, the server runs them itself. */
const TOOLS: Tool[] = [
  {
    name: 'error_rate',
    description: 'Errors of a service in the last five minutes, in percent.',
    inputSchema: { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] },
  },
  {
    name: 'last_deploy',
    description: 'The release that a service runs, and since when.',
    inputSchema: { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] },
  },
];

/** After so many uses of tools the model has to say something (client/sampling, "Multi-turn Tool Loop"). */
const MOST_TURNS = 3;

type Messages = { messages: SamplingMessage[] };

/** Sampling with tools: the model of the client may use two tools of the server before it answers. */
export const triageIncident: Scenario = {
  name: 'triage_incident',
  title: 'Triage an incident',
  description: 'Lets the model of the client look at numbers with two tools, and asks it what to do.',
  since: '2025-11-25',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: () => ({
    type: 'object',
    properties: { service: { type: 'string', title: 'Service', default: 'checkout-api' } },
  }),
  async run(args, context) {
    const { mcpReq, state } = context;
    const service = typeof args['service'] === 'string' ? args['service'] : 'checkout-api';
    const messages = mcpReq.requestState<Messages>()?.messages ?? [
      { role: 'user', content: { type: 'text', text: `${service} is failing. What should we do?` } },
    ];
    const answer = inputResponse(mcpReq.inputResponses, 'model');
    if (answer.kind === 'sampling') {
      const { content } = answer.result;
      const blocks = Array.isArray(content) ? content : [content];
      const uses = blocks.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
      const said = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
      if (uses.length === 0) return text(`The model says: ${said || 'nothing'}`);
      messages.push(
        { role: 'assistant', content: blocks },
        {
          role: 'user',
          content: uses.map(({ id, name }) => ({
            type: 'tool_result' as const,
            toolUseId: id,
            content: [{ type: 'text' as const, text: measured(name, service) }],
          })),
        },
      );
    }
    const turns = messages.filter(({ role }) => role === 'assistant').length;
    return inputRequired({
      inputRequests: {
        model: inputRequired.createMessage({
          messages,
          systemPrompt: 'You are on call. Look before you answer, then say one thing to do.',
          tools: TOOLS,
          toolChoice: { mode: turns >= MOST_TURNS ? 'none' : 'auto' },
          maxTokens: 300,
        }),
      },
      requestState: await state.mint({ messages }, context),
    });
  },
};

function measured(tool: string, service: string): string {
  if (tool === 'error_rate') return `${service}: 14.2 %`;
  if (tool === 'last_deploy') return `${service}: r-4821, since 12 minutes`;
  return `There is no tool called ${tool}`;
}
