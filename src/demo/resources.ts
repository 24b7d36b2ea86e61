import {
  inputRequired,
  type McpServer,
  type ReadResourceResult,
  type ResourceMetadata,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { askAgain, formAnswer } from './answers.ts';
import { findService, RELEASES, SERVICES } from './catalogue.ts';
import { type Revision } from './revisions.ts';
import type { ObjectSchema } from './scenario.ts';
import { formRequest } from './form-request.ts';

const LOGO_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAADt3eJSAAAAD1BMVEX///8fb3jZdwaUo7ji6PCcLr1uAAAAO0lEQVR42k2OAQoAMAgC7Qf6/88Ora0FxWGhAYCElNRUBo5gqSS6FyJ7fMAcjpuEamD7ZX8NN+KFzhsHdEsFHoSBj90AAAAASUVORK5CYII=';

/** How to roll back, as a resource and inside a prompt. */
export const RUNBOOK = [
  '# How to roll back',
  '',
  '1. Read `release_status`.',
  '2. Call `request_rollback` and give a reason.',
  '3. Watch the error rate for ten minutes.',
].join('\n');

const CONFIRMATION: ObjectSchema = {
  type: 'object',
  properties: { purpose: { type: 'string', title: 'Purpose', minLength: 4 } },
  required: ['purpose'],
};

/** Registers the resources and templates of a revision. */
export function registerResources(server: McpServer, revision: Revision): void {
  // Titles came with 2025-06-18.
  const metadata = (title: string, rest: ResourceMetadata): ResourceMetadata =>
    revision >= '2025-06-18' ? { title, ...rest } : rest;

  server.registerResource(
    'services',
    'acme://services',
    metadata('Services', { description: 'All services as JSON.', mimeType: 'application/json' }),
    (uri) => textContents(uri.href, 'application/json', JSON.stringify(SERVICES, null, 2)),
  );
  server.registerResource(
    'changelog',
    'acme://releases/changelog',
    metadata('Changelog', {
      description: 'The notes of all releases.',
      mimeType: 'text/markdown',
      annotations: { audience: ['user'], priority: 0.8 },
    }),
    (uri) => textContents(uri.href, 'text/markdown', changelog()),
  );
  server.registerResource(
    'rollback-runbook',
    'acme://runbooks/rollback',
    metadata('How to roll back', { description: 'The steps on call follows.', mimeType: 'text/markdown' }),
    (uri) => textContents(uri.href, 'text/markdown', RUNBOOK),
  );
  server.registerResource(
    'logo',
    'acme://brand/logo',
    metadata('Logo', { description: 'The logo, 16 x 16 pixels.', mimeType: 'image/png', size: 143 }),
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: LOGO_PNG }] }),
  );
  server.registerResource(
    'release',
    new ResourceTemplate('acme://services/{service}/releases/{release}', { list: undefined }),
    metadata('One release', { description: 'The notes of one release.', mimeType: 'text/plain' }),
    (uri, { service, release }) => {
      const found = RELEASES.find((entry) => entry.service === service && entry.release === release);
      return textContents(uri.href, 'text/plain', found?.notes ?? 'No such release.');
    },
  );
  server.registerResource(
    'service-log',
    new ResourceTemplate('acme://logs/{service}{?level}', { list: undefined }),
    metadata('Service log', {
      description: 'The last lines of the log of a service.',
      mimeType: 'text/plain',
    }),
    (uri, { service, level }) => {
      const known = findService(service) !== undefined;
      const line = `2026-07-28T10:02:11Z ${String(level ?? 'info')} ${String(service)} request served`;
      return textContents(uri.href, 'text/plain', known ? line : 'No such service.');
    },
  );
  if (revision >= '2026-07-28') registerAuditLog(server);
}

// Input can be required of resources/read too, from 2026-07-28 on.
function registerAuditLog(server: McpServer): void {
  server.registerResource(
    'audit-log',
    'acme://audit-log',
    { title: 'Audit log', description: 'Asks for a purpose before it is read.', mimeType: 'text/plain' },
    async (uri, { mcpReq }) => {
      const purpose = await formAnswer(mcpReq.inputResponses, 'purpose', CONFIRMATION);
      if (purpose.kind === 'refused')
        return textContents(uri.href, 'text/plain', 'Access was not confirmed.');
      if (purpose.kind === 'given') {
        return textContents(
          uri.href,
          'text/plain',
          `Read for: ${String(purpose.value['purpose'])}\n${changelog()}`,
        );
      }
      return inputRequired({
        inputRequests: {
          purpose: formRequest(askAgain('What do you need the audit log for?', purpose), CONFIRMATION),
        },
      });
    },
  );
}

function changelog(): string {
  return RELEASES.map(({ release, service, notes }) => `- **${release}** (${service}) ${notes}`).join('\n');
}

function textContents(uri: string, mimeType: string, content: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: content }] };
}
