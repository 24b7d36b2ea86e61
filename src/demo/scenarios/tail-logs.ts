import { ENVIRONMENTS } from '../catalogue.ts';
import { type Scenario, text } from '../scenario.ts';

/** Arguments repeated in headers, for those between client and server that route by them (SEP-2243). */
export const tailLogs: Scenario = {
  name: 'tail_logs',
  title: 'Tail logs',
  description: 'The newest log lines of an environment. Its arguments travel in Mcp-Param headers too.',
  since: '2026-07-28',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: {
      environment: {
        type: 'string',
        title: 'Environment',
        enum: [...ENVIRONMENTS],
        default: 'production',
        'x-mcp-header': 'Environment',
      },
      lines: {
        type: 'integer',
        title: 'Lines',
        minimum: 1,
        maximum: 20,
        default: 3,
        'x-mcp-header': 'Lines',
      },
      filter: {
        type: 'object',
        title: 'Filter',
        properties: {
          text: {
            type: 'string',
            title: 'Text',
            description: 'Lines that hold it',
            'x-mcp-header': 'Filter-Text',
          },
        },
      },
    },
  }),
  run(args) {
    const environment = typeof args['environment'] === 'string' ? args['environment'] : 'production';
    const count = typeof args['lines'] === 'number' ? args['lines'] : 3;
    const filter = (args['filter'] as { text?: string } | undefined)?.text ?? '';
    const lines = Array.from({ length: count }, (_, index) => `${environment} request ${index + 1} answered`);
    return text(lines.filter((line) => line.includes(filter)).join('\n') || 'No line holds that.');
  },
};
