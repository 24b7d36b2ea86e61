import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { complete } from './completions.ts';
import { missingCapability } from './missing-capability.ts';
import { registerPrompts } from './prompts.ts';
import type { RequestBodies } from './request-bodies.ts';
import type { StateCodec } from './request-state.ts';
import { registerResources } from './resources.ts';
import { MODERN, PROFILES, type Revision } from './revisions.ts';
import { existsIn, type Scenario, standardSchema, validator } from './scenario.ts';
import { SCENARIOS } from './scenarios/all.ts';
import { describeTool, toolsPage } from './tool-list.ts';

/** What servers of all sessions and requests have in common. */
export type Shared = { bodies: RequestBodies; state: StateCodec };

/** A server for one revision: for one session (legacy) or for one request (modern). */
export function createDemoServer(revision: Revision, shared: Shared): McpServer {
  const { serverInfo, capabilities, instructions } = PROFILES[revision];
  const server = new McpServer(serverInfo, {
    capabilities,
    instructions,
    supportedProtocolVersions: [revision],
    jsonSchemaValidator: validator,
    requestState: { verify: (state, context) => shared.state.verify(state, context) },
    cacheHints: {
      'server/discover': { ttlMs: 60_000, cacheScope: 'public' },
      'tools/list': { ttlMs: 60_000, cacheScope: 'public' },
      'prompts/list': { ttlMs: 60_000, cacheScope: 'public' },
      'resources/list': { ttlMs: 60_000, cacheScope: 'public' },
      'resources/templates/list': { ttlMs: 60_000, cacheScope: 'public' },
      'resources/read': { ttlMs: 5_000, cacheScope: 'private' },
    },
  });
  registerTools(server, revision, shared);
  registerResources(server, revision);
  registerPrompts(server, revision);
  server.server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: { ...complete(params.argument, params.context?.arguments), hasMore: false },
  }));
  if (revision !== MODERN && capabilities.resources?.subscribe === true) {
    server.server.setRequestHandler('resources/subscribe', () => ({}));
    server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  }
  return server;
}

function registerTools(server: McpServer, revision: Revision, shared: Shared): void {
  const scenarios = SCENARIOS.filter((scenario) => existsIn(scenario, revision));
  for (const scenario of scenarios) {
    const config = {
      description: scenario.description,
      inputSchema: standardSchema(scenario.input(revision)),
      // Checked only where it is declared: older revisions have no structured content.
      ...(scenario.output !== undefined &&
        revision >= '2025-06-18' && { outputSchema: standardSchema(scenario.output) }),
    };
    server.registerTool(scenario.name, config, (args, context) =>
      runScenario(scenario, args, context, { server, revision, shared }),
    );
  }
  // The SDK's own handler lists everything on one page.
  const tools = scenarios.map((scenario) => describeTool(scenario, revision));
  server.server.setRequestHandler('tools/list', ({ params }) => toolsPage(tools, params?.cursor));
}

async function runScenario(
  scenario: Scenario,
  args: Record<string, unknown>,
  context: ServerContext,
  { server, revision, shared }: { server: McpServer; revision: Revision; shared: Shared },
): Promise<CallToolResult | InputRequiredResult> {
  const clientCapabilities = server.server.getClientCapabilities();
  const result = await scenario.run(args, {
    ...context,
    revision,
    state: shared.state,
    clientCapabilities,
    rawArguments: shared.bodies.param(context, 'arguments') ?? JSON.stringify(args),
  });
  if (isInputRequiredResult(result)) {
    if (revision === MODERN) return result;
    return missingCapability(result, clientCapabilities, revision) ?? result;
  }
  if (revision >= '2025-06-18') return result;
  const { structuredContent: _newer, ...older } = result;
  return older;
}
