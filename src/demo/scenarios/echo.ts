import { type Scenario, text } from '../scenario.ts';

/** Sends the arguments back as the text they came in, so that a lost digit or a moved key shows. */
export const echo: Scenario = {
  name: 'echo',
  title: 'Echo',
  description: 'Returns its arguments as the text they were sent in: digits, key order and white space kept.',
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: {
      message: { type: 'string', title: 'Message', default: 'hello' },
      count: { type: 'integer', title: 'Count', description: 'Beyond 2^53 the digits still come back.' },
      ratio: { type: 'number', title: 'Ratio' },
      loud: { type: 'boolean', title: 'Loud' },
      tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
      note: { type: ['string', 'null'], title: 'Note', description: 'May be null.' },
    },
    required: ['message'],
    additionalProperties: true,
  }),
  run: (_args, context) => text(context.rawArguments),
};
