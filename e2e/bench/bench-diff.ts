/**
 * What differs between two lists of 10 000 tools with 1 % changed: the structural diff of both texts, and the diff of lists from the caller's
 * side. Milliseconds of this machine, against the target.
 */
import { diffLists } from '../../src/engine/diff/list-diff.ts';
import { diffTexts } from '../../src/engine/diff/structural.ts';

const TOOLS = 10_000;
const CHANGED_EVERY = 100;
const RUNS = 9;
const TARGET_MS = 300;

/** A tool of an ordinary size, about 500 characters. */
const tool = (index: number, changed: boolean) => ({
  name: `tool_${index}`,
  title: `Tool number ${index}`,
  description: `Does what tool number ${index} does, and says so in a sentence of an ordinary length.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to look for', minLength: changed ? 2 : 1 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      order: { type: 'string', enum: ['asc', 'desc'] },
    },
    required: changed ? ['query', 'limit'] : ['query'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

const message = (later: boolean) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: {
      tools: Array.from({ length: TOOLS }, (_, index) => tool(index, later && index % CHANGED_EVERY === 0)),
    },
  });

/** Prints the rows of the table. */
export function benchDiff(): void {
  const before = message(false);
  const after = message(true);
  const size = ((before.length + after.length) / 1e6).toFixed(1);
  console.log(`\n${TOOLS} tools against ${TOOLS}, ${TOOLS / CHANGED_EVERY} changed, ${size} MB of text\n`);
  console.log('diff                       median ms   slowest   target');
  const row = (name: string, work: () => number) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const started = performance.now();
      const found = work();
      times.push(performance.now() - started);
      if (found < TOOLS / CHANGED_EVERY) throw new Error(`${name} found ${found} differences`);
    }
    times.sort((a, b) => a - b);
    const median = times[RUNS >> 1] ?? 0;
    const slowest = times.at(-1) ?? 0;
    const verdict = slowest < TARGET_MS ? '' : median < TARGET_MS ? '  (slowest above it)' : '  (missed)';
    console.log(
      `${name.padEnd(26)}${median.toFixed(0).padStart(10)}${slowest.toFixed(0).padStart(10)}${`< ${TARGET_MS}`.padStart(9)}${verdict}`,
    );
  };
  row('structural, by path', () => {
    const diff = diffTexts(before, after);
    return diff.ok ? diff.value.changes.length : 0;
  });
  row("of lists, caller's side", () => {
    const diff = diffLists('tools', before, after);
    return diff.ok ? diff.value.differences.length : 0;
  });
}
