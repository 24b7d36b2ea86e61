/** A session for tests: it does nothing, remembers what it was told, and shows the snapshot it is given. */
import { State } from '../../engine/base/subscribable.ts';
import type {
  RecentServer,
  Session,
  SessionSnapshot,
  StoredHandshake,
} from '../../engine/session/contract.ts';
import { restingSnapshot } from '../../engine/session/late-session.ts';
import { createMemoryStore } from '../../engine/store/memory.ts';
import type { Store } from '../../engine/store/store.ts';
import { Recording } from '../../engine/wire-log/recording.ts';
import type { Engine } from './shell.svelte.ts';

export function fakeSession(snapshot: Partial<SessionSnapshot> = {}) {
  const state = new State<SessionSnapshot>({ ...restingSnapshot, ...snapshot });
  const told: (readonly [command: string, ...rest: unknown[]])[] = [];
  const tell =
    <T>(command: string, result: T) =>
    (...rest: unknown[]): T => {
      told.push([command, ...rest]);
      return result;
    };
  const done = Promise.resolve();
  const history = new State<readonly StoredHandshake[]>([]);
  const recent = new State<readonly RecentServer[]>([]);
  const session: Session = {
    recording: new Recording(),
    history,
    recent,
    ready: done,
    get snapshot() {
      return state.snapshot;
    },
    subscribe: (listener) => state.subscribe(listener),
    connect: tell('connect', done),
    cancelConnect: tell('cancelConnect', undefined),
    retry: tell('retry', done),
    tryInitializeAnyway: tell('tryInitializeAnyway', done),
    handshakeAgain: tell('handshakeAgain', done),
    disconnect: tell('disconnect', done),
    listTools: tell('listTools', done),
    continueListing: tell('continueListing', done),
    startCall: tell('startCall', 1),
    runAgain: tell('runAgain', 1),
    cancelCall: tell('cancelCall', undefined),
    abandonCall: tell('abandonCall', undefined),
    draftRound: tell('draftRound', Promise.resolve({ text: '', headers: [] })),
    sendRound: tell('sendRound', Promise.resolve(null)),
    setManual: tell('setManual', undefined),
    setResponders: tell('setResponders', undefined),
    setLimits: tell('setLimits', undefined),
    reveal: () => null,
  };
  const change = (changes: Partial<SessionSnapshot>) => state.set({ ...state.snapshot, ...changes });
  return { session, told, change, history, recent };
}

export function fakeEngine(session: Session, store: Store = createMemoryStore()): Engine {
  return {
    session,
    store,
    validator: { validate: () => Promise.resolve({ verdict: 'valid' }), dispose: () => undefined },
    clientInfo: { name: 'roundtrip', version: '0.0.0' },
    demoUrl: 'https://demo.roundtrip.invalid/mcp',
  };
}
