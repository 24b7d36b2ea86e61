import type { Session } from '../../../engine/session/contract.ts';
import { needsTask } from '../../../engine/views/tool-execution.ts';
import { readTools, type ToolEntry } from '../../../engine/views/tools.ts';
import type { App } from '../../app.ts';
import { CallMemory, CallPanel, type Callable } from '../../wire/call/call-panel.svelte.ts';
import { excludedFor, mirroredBy } from './mirrored.ts';
import { leftOutText } from './rows.ts';

const remembered = new WeakMap<Session, CallMemory>();

function memoryOf(app: App): CallMemory {
  const found = remembered.get(app.session) ?? new CallMemory(app);
  remembered.set(app.session, found);
  return found;
}

const tools: Callable<ToolEntry> = {
  offer: {
    method: 'tools/list',
    read: readTools,
    onConnecting: true,
    isFit: (tool, era) => excludedFor(tool, era).length === 0,
    countMore: leftOutText,
  },
  method: 'tools/call',
  schemaOf: ({ inputSchema }) => inputSchema,
  outputSchemaOf: ({ outputSchema }) => outputSchema,
  nameOf: ({ name }) => name,
  heldBack: (tool, _, era, revision) => {
    if (excludedFor(tool, era).length > 0) return 'Left out: what it says of headers is against the rules';
    return needsTask(tool, revision)
      ? 'It runs only as a task of 2025-11-25 (execution.taskSupport), which Roundtrip does not make. Send anyway calls it without one'
      : null;
  },
};

/** The list of tools, the chosen one, its arguments and its newest call. Made while the panel is set up. */
export class ToolsPanel extends CallPanel<ToolEntry> {
  /** Why a client must not offer this tool at all; sent all the same where the person says so. */
  readonly excluded = $derived.by(() => (this.entry ? excludedFor(this.entry, this.of?.era) : []));
  /** The headers a call would carry for its arguments; null where it has none. */
  readonly mirrored = $derived.by(() =>
    this.entry && this.of?.era === 'modern'
      ? mirroredBy(this.offered.list.entries, this.entry.name, this.text ?? '')
      : null,
  );

  constructor(app: App) {
    super(app, tools, memoryOf(app));
  }
}
