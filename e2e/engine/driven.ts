/** Drives a session against servers of one test, and reads what was sent and recorded. */
import { expect } from 'vitest';
import type { ConnectOptions, Session } from '../../src/engine/session/contract.ts';
import { createCallsView, type CallView } from '../../src/engine/views/calls.ts';
import type { Finding } from '../../src/engine/wire-log/notes.ts';
import type { Entry } from '../../src/engine/wire-log/recording.ts';
import type { SeenRequest } from '../servers/recorder.ts';
import type { Handler } from '../servers/script.ts';
import { createNodeSession, optionsFor, settled } from './node-session.ts';
import { closing } from './served.ts';

/** Options of a legacy connection. */
export const LEGACY = { protocolVersion: '2025-11-25' };

/** A session that ends with the test. */
export function begin(): Session {
  const session = createNodeSession();
  closing.push(() => session.disconnect());
  return session;
}

export async function connected(url: string, more: Partial<ConnectOptions> = {}): Promise<Session> {
  const session = begin();
  await session.connect(optionsFor(url, more));
  expect(session.snapshot.failure).toBeNull();
  expect(session.snapshot.phase).toBe('connected');
  return session;
}

export function entriesOf<T extends Entry['type']>(session: Session, type: T): Extract<Entry, { type: T }>[] {
  const found: Extract<Entry, { type: T }>[] = [];
  for (let index = 0; index < session.recording.length; index++) {
    const entry = session.recording.at(index);
    if (entry?.type === type) found.push(entry as Extract<Entry, { type: T }>);
  }
  return found;
}

export const findingsOf = (session: Session): readonly Finding[] =>
  entriesOf(session, 'finding').map(({ finding }) => finding);

export function lastCall(session: Session): CallView {
  return createCallsView(session.recording).read().at(-1) ?? expect.unreachable('no call was made');
}

export async function call(session: Session, name = 'ping', argumentsText = '{}'): Promise<CallView> {
  session.startCall({ method: 'tools/call', name, argumentsText });
  await settled(session);
  return lastCall(session);
}

/** The JSON-RPC message of a request; empty where its body is none. */
export const message = ({ body }: SeenRequest) =>
  JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;

export const methodsOf = (seen: readonly SeenRequest[]) =>
  seen.filter(({ method }) => method === 'POST').map((each) => message(each)['method']);

/** Requests with a method, of HTTP or of JSON-RPC. */
export const ofMethod = (seen: readonly SeenRequest[], method: string) =>
  seen.filter((each) => each.method === method || message(each)['method'] === method);

/** Answers with a status and no body. */
export const status =
  (code: number): Handler =>
  ({ res }) =>
    void res.writeHead(code).end();
