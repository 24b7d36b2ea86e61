import { mirrorArguments } from '../../../engine/protocol/parameter-headers.ts';
import { toolHeaders } from '../../../engine/views/tool-headers.ts';
import type { ToolEntry } from '../../../engine/views/tools.ts';
import type { HeaderList } from '../../../engine/wire/events.ts';

/** What a call of a tool will say in headers. */
export interface Mirrored {
  readonly headers: HeaderList;
  /** Arguments that no header can repeat, and why: `limit: 1.5 is not an integer`. */
  readonly left: readonly string[];
}

/**
 * The headers that repeat the arguments of a call; null for a tool that wants none. Of several tools with one name it is the first that
 * counts, since a name is all a server gets.
 */
export function mirroredBy(
  tools: readonly ToolEntry[],
  name: string,
  argumentsText: string,
): Mirrored | null {
  const definition = tools.find((each) => each.name === name);
  const { headers } = definition ? toolHeaders(definition) : { headers: [] };
  if (headers.length === 0) return null;
  const mirrored = mirrorArguments(headers, argumentsText);
  return {
    headers: mirrored.flatMap((each) => (each.value === null ? [] : [[each.name, each.value] as const])),
    left: mirrored.flatMap(({ path, why }) => (why === null ? [] : [`${path.join('.')}: ${why}`])),
  };
}

/** Why a tool is left out on a modern connection; empty where it is not. */
export function excludedFor(
  tool: ToolEntry,
  era: 'modern' | 'legacy' | undefined,
): readonly {
  readonly path: string;
  readonly reason: string;
}[] {
  return era === 'modern' ? toolHeaders(tool).problems : [];
}
