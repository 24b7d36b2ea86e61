import { readParameterHeaders, type ParameterHeaders } from '../protocol/parameter-headers.ts';
import type { ToolEntry } from './tools.ts';

const known = new WeakMap<ToolEntry, ParameterHeaders>();
const NONE: ParameterHeaders = { headers: [], problems: [] };

/**
 * What a tool says of headers, and what is wrong with that: with a problem it is not to be called on a modern connection. A legacy one
 * knows no such headers, and nothing of this counts (2026-07-28, basic/transports/streamable-http, "Schema Extension").
 */
export function toolHeaders(tool: ToolEntry): ParameterHeaders {
  const found = known.get(tool);
  if (found) return found;
  const { headers, problems } = tool.inputSchema === null ? NONE : readParameterHeaders(tool.inputSchema);
  const made: ParameterHeaders = {
    headers,
    problems: problems.map(({ path, reason }) => ({
      path: [tool.path, 'inputSchema', path].filter(Boolean).join('.'),
      reason,
    })),
  };
  known.set(tool, made);
  return made;
}
