import type { CallToolResult, ClientCapabilities, InputRequiredResult } from '@modelcontextprotocol/server';
import type { Revision } from './revisions.ts';
import { failure } from './scenario.ts';

/**
 * The failure to return when a legacy client can't answer what a tool wants to ask, or `undefined` when it can.
 * Asking anyway would leave the call waiting for an answer that never comes.
 */
export function missingCapability(
  result: InputRequiredResult,
  declared: ClientCapabilities | undefined,
  revision: Revision,
): CallToolResult | undefined {
  for (const [key, request] of Object.entries(result.inputRequests ?? {})) {
    const capability = capabilityFor(request);
    if (!declares(declared, capability)) {
      return failure(
        `This tool asks for input (${key}: ${request.method}), and the client did not declare ${capability} when it ` +
          `initialized with ${revision}. Declare it and connect again, or connect with 2026-07-28.`,
      );
    }
  }
  return undefined;
}

type Capability = 'elicitation' | 'elicitation.url' | 'sampling' | 'roots';

function capabilityFor(request: { method: string; params?: unknown }): Capability {
  if (request.method === 'sampling/createMessage') return 'sampling';
  if (request.method === 'roots/list') return 'roots';
  const mode = (request.params as { mode?: unknown } | undefined)?.mode;
  return mode === 'url' ? 'elicitation.url' : 'elicitation';
}

function declares(declared: ClientCapabilities | undefined, capability: Capability): boolean {
  switch (capability) {
    case 'sampling':
      return declared?.sampling !== undefined;
    case 'roots':
      return declared?.roots !== undefined;
    case 'elicitation.url':
      return declared?.elicitation?.url !== undefined;
    case 'elicitation':
      // An empty object means forms; one that names only `url` does not (2025-11-25, client/elicitation).
      return (
        declared?.elicitation !== undefined &&
        (declared.elicitation.form !== undefined || declared.elicitation.url === undefined)
      );
  }
}
