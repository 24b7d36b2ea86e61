import type { Exchange } from '../exchange.ts';
import { complete, type HostileCase, legacy, modern, PONG, TOOL } from '../script.ts';

const EXTENSION = 'io.modelcontextprotocol/tasks';

/** What a request says of its client. */
function declaresTasks({ params }: Exchange): boolean {
  const meta = params['_meta'] as Record<string, unknown> | undefined;
  const capabilities = meta?.['io.modelcontextprotocol/clientCapabilities'] as
    { extensions?: Record<string, unknown> } | undefined;
  return capabilities?.extensions?.[EXTENSION] !== undefined;
}

const task = (members: Record<string, unknown>) => ({
  taskId: 'build-7',
  createdAt: '2026-11-25T10:30:00Z',
  lastUpdatedAt: '2026-11-25T10:30:00Z',
  ttlMs: null,
  pollIntervalMs: 50,
  ...members,
});

const ASKS = {
  ticket: {
    method: 'elicitation/create',
    params: {
      message: 'Which ticket?',
      requestedSchema: { type: 'object', properties: { ticket: { type: 'string' } }, required: ['ticket'] },
    },
  },
};

/** Works twice, asks, and is done once it was answered. */
function howItStands(exchange: Exchange, answered: boolean): Record<string, unknown> {
  if (exchange.count <= 2) return task({ status: 'working', statusMessage: `step ${exchange.count}` });
  return answered
    ? task({ status: 'completed', result: PONG })
    : task({ status: 'input_required', inputRequests: ASKS });
}

export const taskCases: readonly HostileCase[] = [
  {
    path: '/task/asks',
    what: 'a call becomes a task where that was declared; the task asks, and is done once it was answered',
    handle: (() => {
      /** By address, so that each test has its own. */
      const answered = new Set<string>();
      return modern({
        'tools/list': (exchange) =>
          exchange.result(complete({ tools: [TOOL], ttlMs: 0, cacheScope: 'private' })),
        'tools/call': (exchange) =>
          declaresTasks(exchange)
            ? exchange.result({ resultType: 'task', ...task({ status: 'working' }) })
            : exchange.result(complete(PONG)),
        'tasks/get': (exchange) =>
          exchange.result(complete(howItStands(exchange, answered.has(exchange.url.search)))),
        'tasks/update': (exchange) => {
          answered.add(exchange.url.search);
          exchange.result(complete({}));
        },
        'tasks/cancel': (exchange) => exchange.result(complete({})),
      });
    })(),
  },
  {
    path: '/task/required',
    what: 'a tool of 2025-11-25 that runs only as a task',
    handle: legacy({
      'tools/list': (exchange) =>
        exchange.result({ tools: [{ ...TOOL, execution: { taskSupport: 'required' } }] }),
      'tools/call': (exchange) => exchange.error(-32601, 'Task augmentation required'),
    }),
  },
];
