import {
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Revision } from './revisions.ts';
import type { Scenario } from './scenario.ts';

/** Small, so that the newest revision's list has two pages. */
export const TOOLS_PER_PAGE = 8;

/** A tool as the revision can say it: titles and output schemas came with 2025-06-18. */
export function describeTool(scenario: Scenario, revision: Revision): Tool {
  const { name, title, description, annotations, output } = scenario;
  return {
    name,
    ...(revision >= '2025-06-18' && { title }),
    description,
    // The SDK's type of a schema is narrower than JSON Schema.
    inputSchema: scenario.input(revision) as Tool['inputSchema'],
    ...(output !== undefined && revision >= '2025-06-18' && { outputSchema: output as Tool['outputSchema'] }),
    ...(annotations !== undefined && { annotations }),
  };
}

/** One page. The cursor is the name of the first tool of the page; an unknown one is refused with -32602. */
export function toolsPage(tools: readonly Tool[], cursor: string | undefined): ListToolsResult {
  const start = cursor === undefined ? 0 : tools.findIndex((tool) => cursor === cursorOf(tool));
  if (start < 0) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown cursor: ${cursor}`);
  const next = tools[start + TOOLS_PER_PAGE];
  return {
    tools: tools.slice(start, start + TOOLS_PER_PAGE),
    ...(next !== undefined && { nextCursor: cursorOf(next) }),
  };
}

function cursorOf(tool: Tool): string {
  return btoa(`from:${tool.name}`);
}
