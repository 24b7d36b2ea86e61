import { bodyCases } from './cases/body-cases.ts';
import { corsCases } from './cases/cors-cases.ts';
import { discoverCases } from './cases/discover-cases.ts';
import { formCases } from './cases/form-cases.ts';
import { legacyCases } from './cases/legacy-cases.ts';
import { listCases } from './cases/list-cases.ts';
import { roundCases } from './cases/round-cases.ts';
import { schemaCases } from './cases/schema-cases.ts';
import { statusCases } from './cases/status-cases.ts';
import { streamCases } from './cases/stream-cases.ts';
import { taskCases } from './cases/task-cases.ts';
import { textCases } from './cases/text-cases.ts';
import { answerPreflight, applyCors } from './cors.ts';
import { Exchange } from './exchange.ts';
import { readBody, type RecordingServer, startRecordingServer } from './recorder.ts';
import type { HostileCase } from './script.ts';

/** Where nothing should ever be fetched from: schemas and texts point here. */
export const CANARY_PATH = '/__canary';

/**
 * Every case: one path, one way of being difficult. All but the CORS cases allow any page to read everything. A query
 * (`?k=…`) keeps the counters of one test apart from those of another.
 */
export const HOSTILE_CASES: readonly HostileCase[] = [
  ...corsCases,
  ...statusCases,
  ...bodyCases,
  ...discoverCases,
  ...legacyCases,
  ...listCases,
  ...textCases,
  ...schemaCases,
  ...formCases,
  ...streamCases,
  ...roundCases,
  ...taskCases,
];

/** The running server. */
export type HostileServer = RecordingServer & {
  /** The address of a case. Throws for a path that is none, so that no test passes by a slip of the pen. */
  url: (path: string) => string;
};

/** Starts all cases on one free port of 127.0.0.1. */
export function startHostile(): Promise<HostileServer> {
  return startCases(HOSTILE_CASES);
}

/** Starts `cases` on one free port of 127.0.0.1. */
export async function startCases(cases: readonly HostileCase[]): Promise<HostileServer> {
  const byPath = new Map(cases.map((entry) => [entry.path, entry]));
  const counts = new Map<string, number>();
  const server = await startRecordingServer((req, res, record) => {
    const found = byPath.get(new URL(record.url, 'http://host').pathname);
    if (req.method === 'OPTIONS') {
      answerPreflight(req, res, found?.cors);
      return;
    }
    applyCors(req, res, found?.cors);
    void readBody(req).then((body) => {
      record.body = body;
      if (found === undefined) {
        res.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
        return;
      }
      const message = parseMessage(body);
      const key = JSON.stringify([record.url, message['method'] ?? req.method]);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return found.handle(new Exchange(req, res, { body, message, count }));
    });
  });
  return {
    ...server,
    url: (path) => {
      if (!byPath.has(path.replace(/\?.*$/, ''))) throw new RangeError(`No hostile case at ${path}`);
      return server.origin + path;
    },
  };
}

function parseMessage(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
