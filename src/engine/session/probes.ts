import type { Evidence } from '../protocol/verdict.ts';
import { Stop, type ExchangeEvidence } from '../wire/exchange.ts';
import type { HeaderList } from '../wire/events.ts';
import { preflightNames } from '../wire/known-answer.ts';
import type { ProbeFindings } from './diagnosis.ts';
import type { Line } from './line.ts';

/** A server rejects it before it does anything, whatever the revision. */
const HARMLESS_BODY = '{}';
const PROBE_LIMIT_MS = 3000;

/**
 * Finds out why a request got no answer a page may read, by a few requests that each differ from the one before in one thing.
 * `headers` are those of the request that failed. Stops early where a step settles it.
 */
export async function probe(
  line: Line,
  handshake: number,
  headers: HeaderList,
  signal: AbortSignal,
): Promise<ProbeFindings> {
  const evidence: Evidence[] = [];

  const run = async (
    sent: string,
    outgoing: { method: 'GET' | 'POST'; headers: HeaderList; text: string | null; mode?: 'no-cors' },
    describe: (status: number) => string,
  ): Promise<boolean> => {
    const exchange = line.nextExchange();
    const started = line.clock.now();
    const headOnly = new AbortController();
    let status: number | null = null;
    const answer = await line.tell(
      {
        ...outgoing,
        exchange,
        purpose: { kind: 'probe', handshake, step: sent },
        signal: AbortSignal.any([signal, headOnly.signal]),
        onResponse: (head) => {
          status = head.status;
          // The headers are the answer; a stream behind them might never end.
          headOnly.abort(new Stop('closed', 'The headers had told enough'));
        },
      },
      PROBE_LIMIT_MS,
    );
    const good = status !== null;
    evidence.push({
      exchange,
      sent,
      good,
      saw: status === null ? describeNothing(answer) : describe(status),
      ms: Math.round(line.clock.now() - started),
    });
    return good;
  };

  const reachable = await run(
    'GET, no-cors',
    { method: 'GET', headers: [], text: null, mode: 'no-cors' },
    () => 'opaque answer: the server is up',
  );
  if (!reachable) return { reachable, evidence };

  const originAllowed = await run(
    'GET, only accept',
    { method: 'GET', headers: [['Accept', 'application/json, text/event-stream']], text: null },
    (status) => `${status} and readable: this origin is allowed`,
  );
  const plain: HeaderList = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
  ];
  const postAllowed = await run(
    'POST, only content-type',
    { method: 'POST', headers: plain, text: HARMLESS_BODY },
    (status) => `${status} and readable: the preflight passes`,
  );
  if (!postAllowed) return { reachable, originAllowed, postAllowed, evidence };

  const refused: string[] = [];
  for (const name of preflightNames(headers)) {
    if (name === 'content-type') continue;
    const header = headers.find(([each]) => each.toLowerCase() === name);
    if (!header) continue;
    const passes = await run(
      `POST, the same and ${name}`,
      { method: 'POST', headers: [...plain, header], text: HARMLESS_BODY },
      (status) => `${status} and readable: ${name} is allowed`,
    );
    if (!passes) refused.push(name);
  }
  return { reachable, originAllowed, postAllowed, refused, evidence };
}

function describeNothing(answer: ExchangeEvidence): string {
  return answer.kind === 'stopped'
    ? `no answer within ${PROBE_LIMIT_MS / 1000} s`
    : 'no answer a page may read';
}
