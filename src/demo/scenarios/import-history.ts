import { pause } from '../pause.ts';
import { type Scenario, text } from '../scenario.ts';

const STEPS = 10;

/** Takes seconds, reports progress and logs on the way, stops at once when cancelled. */
export const importHistory: Scenario = {
  name: 'import_history',
  title: 'Import history',
  description:
    'Imports the release history. Takes the given time, reports progress, writes log messages, can be cancelled.',
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: {
      seconds: {
        type: 'number',
        title: 'Seconds',
        description: 'How long the import takes.',
        minimum: 0,
        maximum: 120,
        default: 3,
      },
      records: { type: 'integer', title: 'Records', minimum: 1, maximum: 100000, default: 500 },
    },
  }),
  async run(args, { mcpReq }) {
    const seconds = typeof args['seconds'] === 'number' ? args['seconds'] : 3;
    const records = typeof args['records'] === 'number' ? args['records'] : 500;
    const progressToken = mcpReq._meta?.progressToken;
    await mcpReq.log('info', { event: 'import.started', records }, 'importer');
    for (let step = 1; step <= STEPS; step++) {
      await pause((seconds * 1000) / STEPS, mcpReq.signal);
      const done = Math.round((records * step) / STEPS);
      if (progressToken !== undefined) {
        await mcpReq.notify({
          method: 'notifications/progress',
          params: {
            progressToken,
            progress: done,
            total: records,
            message: `Imported ${done} of ${records}`,
          },
        });
      }
      if (step === STEPS / 2) {
        await mcpReq.log('warning', { event: 'import.duplicate', release: 'r-4795' }, 'importer');
      }
    }
    await mcpReq.log('info', { event: 'import.finished', records }, 'importer');
    return text(`Imported ${records} records.`);
  },
};
