import type { CallToolResult } from '@modelcontextprotocol/server';
import { chime } from '../chime.ts';
import { RELEASES, SERVICE_ARGUMENT } from '../catalogue.ts';
import type { Scenario } from '../scenario.ts';

/** Bar chart of requests per hour, 240 x 120 pixels. */
const CHART_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAAB4BAMAAAA+mGIUAAAAD1BMVEX///8fb3jZdwaUo7ji6PCcLr1uAAAAq0lEQVR42u3aSwrCMBRA0eoKFFyAFHfgCpTuf03STjrQQfpM0hjPHT0yOaQfSqDDIEmStFNTuR7nucu6UGtPhwU+1b+Y4D+Cj+PcFVzsjoK7hd8HMDjTMwzuDU4ZwGBw8K1NhGPnvnUlZXgu8G1qY8c/AscGMDi3BwaDwf3CX37twQE4+wDeGS7ngRuBt537YsPn06J7DAaDwWAwGAwGg8HtwveK+e9Xkjb2AoETmg78dFRYAAAAAElFTkSuQmCC';

const CHANGELOG = [
  '# checkout-api',
  ...RELEASES.map(({ release, notes }) => `- **${release}** ${notes}`),
].join('\n');

/** Every kind of content block a result of the revision can carry. */
export const releaseReport: Scenario = {
  name: 'release_report',
  title: 'Release report',
  description:
    'A report with every kind of content: text, image, audio, resource link, embedded resource, structured.',
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: { service: SERVICE_ARGUMENT },
  }),
  output: {
    type: 'object',
    properties: {
      service: { type: 'string' },
      requests: { type: 'integer' },
      errorRate: { type: 'number' },
      releases: { type: 'array', items: { type: 'string' } },
    },
    required: ['service', 'requests', 'errorRate', 'releases'],
  },
  run(args, { revision }) {
    const service = typeof args['service'] === 'string' ? args['service'] : SERVICE_ARGUMENT.default;
    const releases = RELEASES.map(({ release }) => release);
    const content: CallToolResult['content'] = [
      {
        type: 'text',
        text: `Report for ${service}: 48 210 requests, 0.12 % errors, ${releases.length} releases.`,
        annotations: { audience: ['user'], priority: 1 },
      },
      { type: 'image', data: CHART_PNG, mimeType: 'image/png' },
      { type: 'audio', data: chime(), mimeType: 'audio/wav' },
    ];
    if (revision >= '2025-06-18') {
      content.push({
        type: 'resource_link',
        uri: 'acme://runbooks/rollback',
        name: 'rollback-runbook',
        title: 'How to roll back',
        description: 'The steps on call follows.',
        mimeType: 'text/markdown',
      });
    }
    content.push({
      type: 'resource',
      resource: { uri: 'acme://releases/changelog', mimeType: 'text/markdown', text: CHANGELOG },
    });
    return { content, structuredContent: { service, requests: 48210, errorRate: 0.0012, releases } };
  },
};
