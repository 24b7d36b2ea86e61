import { completable, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';

const DOT_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const BERTHS = new Map([
  ['north', ['1', '2', '3']],
  ['north-east', ['10', '11']],
  ['south', ['20']],
]);

const startingWith = (values: readonly string[], typed: string) =>
  values.filter((value) => value.startsWith(typed));

/** Resources, templates and prompts of every kind, with completion that knows what is filled in besides. */
export function registerCatalogue(server: McpServer): void {
  registerResources(server);
  registerPrompts(server);
}

function registerResources(server: McpServer): void {
  server.registerResource('page', 'harbour://page', { mimeType: 'text/html' }, (uri) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: 'text/html',
        text: '<h1>Harbour</h1><script>document.title = "run"</script><img src="https://example.com/x.png">',
      },
    ],
  }));
  server.registerResource('chart', 'harbour://chart', { mimeType: 'image/png' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: DOT_PNG }],
  }));
  server.registerResource('folder', 'harbour://folder', { description: 'Several contents.' }, (uri) => ({
    contents: [
      { uri: `${uri.href}/a`, mimeType: 'text/plain', text: 'first' },
      { uri: `${uri.href}/b`, mimeType: 'application/octet-stream', blob: 'AAEC' },
      { uri: `${uri.href}/c`, mimeType: 'text/plain', text: '' },
    ],
  }));
  server.registerResource(
    'berth',
    new ResourceTemplate('harbour://berths/{pier}/{number}{?tide}', {
      list: undefined,
      complete: {
        pier: (typed) => startingWith([...BERTHS.keys()], typed),
        number: (typed, context) => startingWith(BERTHS.get(context?.arguments?.['pier'] ?? '') ?? [], typed),
      },
    }),
    { title: 'Berth', description: 'One berth of a pier.', mimeType: 'text/plain' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: `Berth at ${uri.href}` }] }),
  );
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'voyage',
    {
      title: 'Plan a voyage',
      description: 'Plans a voyage from a pier.',
      argsSchema: z.object({
        pier: completable(z.string().describe('Where it starts.'), (typed) =>
          startingWith([...BERTHS.keys()], typed),
        ),
        berth: completable(z.string(), (typed, context) =>
          startingWith(BERTHS.get(context?.arguments?.['pier'] ?? '') ?? [], typed),
        ),
        note: z.string().optional(),
      }),
    },
    async ({ pier, berth, note }, { mcpReq }) => {
      await mcpReq.log('debug', 'looking at the tide', 'harbour');
      await mcpReq.log('warning', 'low water', 'harbour');
      return {
        description: `A voyage from ${pier}`,
        messages: [
          {
            role: 'user' as const,
            content: {
              type: 'text' as const,
              text: `Plan a voyage from ${pier} ${berth}. ${note ?? 'No note.'}`,
            },
          },
          {
            role: 'assistant' as const,
            content: { type: 'image' as const, data: DOT_PNG, mimeType: 'image/png' },
          },
          {
            role: 'user' as const,
            content: {
              type: 'resource' as const,
              resource: { uri: 'harbour://tide', mimeType: 'text/plain', text: 'High at 14:02.' },
            },
          },
          {
            role: 'user' as const,
            content: { type: 'resource_link' as const, uri: 'harbour://chart', name: 'chart' },
          },
        ],
      };
    },
  );
}
