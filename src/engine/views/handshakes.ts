import type { Verdict } from '../protocol/verdict.ts';
import type { Diagnosis, Finding, HandshakeCause, HandshakeOutcome } from '../wire-log/notes.ts';
import type { Recording } from '../wire-log/recording.ts';
import { createView, type View } from './view.ts';

/** One attempt of a handshake: what was asked, in which exchanges, and what the answer meant. */
export interface AttemptView {
  readonly attempt: number;
  readonly era: 'modern' | 'legacy';
  readonly asked: string;
  /** In order of sending; the last one is what was judged. `notifications/initialized` is among them. */
  readonly exchanges: readonly number[];
  readonly verdict: Verdict | null;
}

/** One handshake, also a failed one. */
export interface HandshakeView {
  readonly number: number;
  readonly connection: number;
  readonly cause: HandshakeCause;
  readonly url: string;
  /** `auto` or the version text that was chosen. */
  readonly protocolVersion: string;
  readonly profile: string;
  readonly at: number;
  readonly endedAt: number | null;
  readonly attempts: readonly AttemptView[];
  /** Requests made to find out why it failed. */
  readonly probes: readonly number[];
  /** Exchanges of the stream a legacy server may send requests on, in order of opening. */
  readonly streams: readonly number[];
  /** Null while it runs. */
  readonly outcome: HandshakeOutcome | null;
  readonly diagnosis: Diagnosis | null;
  readonly findings: readonly Finding[];
}

interface Opened {
  url: string;
  protocolVersion: string;
  profile: string;
}

/** The handshakes of a recording, oldest first. */
export function createHandshakesView(recording: Recording): View<readonly HandshakeView[]> {
  const connections = new Map<number, Opened>();
  const handshakes = new Map<number, HandshakeView>();
  const openAttempt = (
    handshake: HandshakeView,
    attempt: number,
    change: (attempt: AttemptView) => AttemptView,
  ) => ({
    ...handshake,
    attempts: handshake.attempts.map((each) => (each.attempt === attempt ? change(each) : each)),
  });
  const replace = (number: number, change: (handshake: HandshakeView) => HandshakeView): boolean => {
    const handshake = handshakes.get(number);
    if (!handshake) return false;
    handshakes.set(number, change(handshake));
    return true;
  };

  return createView(
    recording,
    (entry) => {
      switch (entry.type) {
        case 'connection':
          connections.set(entry.connection, entry);
          return false;
        case 'handshake': {
          const opened = connections.get(entry.connection);
          handshakes.set(entry.handshake, {
            number: entry.handshake,
            connection: entry.connection,
            cause: entry.cause,
            url: opened?.url ?? '',
            protocolVersion: opened?.protocolVersion ?? 'auto',
            profile: entry.profile ?? opened?.profile ?? '',
            at: entry.at,
            endedAt: null,
            attempts: [],
            probes: [],
            streams: [],
            outcome: null,
            diagnosis: null,
            findings: [],
          });
          return true;
        }
        case 'attempt':
          return replace(entry.handshake, (handshake) => ({
            ...handshake,
            attempts: [
              ...handshake.attempts,
              { attempt: entry.attempt, era: entry.era, asked: entry.asked, exchanges: [], verdict: null },
            ],
          }));
        case 'purpose': {
          const { purpose, exchange } = entry;
          if (purpose.kind === 'attempt' || purpose.kind === 'initialized') {
            return replace(purpose.handshake, (handshake) => {
              const attempt =
                purpose.kind === 'attempt' ? purpose.attempt : (handshake.attempts.at(-1)?.attempt ?? 0);
              return openAttempt(handshake, attempt, (each) => ({
                ...each,
                exchanges: [...each.exchanges, exchange],
              }));
            });
          }
          if (purpose.kind === 'probe') {
            return replace(purpose.handshake, (handshake) => ({
              ...handshake,
              probes: [...handshake.probes, exchange],
            }));
          }
          if (purpose.kind === 'notification stream') {
            const newest = [...handshakes.values()].findLast(
              (each) => each.connection === purpose.connection,
            );
            return (
              newest !== undefined &&
              replace(newest.number, (handshake) => ({
                ...handshake,
                streams: [...handshake.streams, exchange],
              }))
            );
          }
          return false;
        }
        case 'verdict':
          return replace(entry.handshake, (handshake) =>
            openAttempt(handshake, entry.attempt, (each) => ({ ...each, verdict: entry.verdict })),
          );
        case 'handshake-ended':
          return replace(entry.handshake, (handshake) => ({
            ...handshake,
            outcome: entry.outcome,
            endedAt: entry.at,
          }));
        case 'diagnosis':
          return replace(entry.handshake, (handshake) => ({ ...handshake, diagnosis: entry.diagnosis }));
        case 'finding': {
          const { finding } = entry;
          if (finding.handshake === undefined) return false;
          return replace(finding.handshake, (handshake) => ({
            ...handshake,
            findings: [...handshake.findings, finding],
          }));
        }
        default:
          return false;
      }
    },
    () => [...handshakes.values()],
  );
}
