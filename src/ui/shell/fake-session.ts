/** A session for tests: it does nothing, remembers what it was told, and shows the snapshot it is given. */
import { State } from '../../engine/base/subscribable.ts';
import type {
  RecentServer,
  Session,
  SessionSnapshot,
  StoredHandshake,
} from '../../engine/session/contract.ts';
import type { Store } from '../../engine/store/store.ts';
import { Recording } from '../../engine/wire-log/recording.ts';
import type { Engine } from './shell.svelte.ts';

export const restingSnapshot: SessionSnapshot = {
  phase: 'not connected',
  connection: null,
  trying: null,
  handshake: null,
  failure: null,
  canInitialize: false,
  options: null,
  manual: false,
  responders: {
    elicitation: 'accept',
    sampling: { kind: 'text', text: 'sampled' },
    roots: { kind: 'list', roots: [] },
  },
  limits: { requests: 10, empty: 3 },
  nextId: 1,
  toolsListing: null,
  busy: false,
};

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

/** A store that lasts as long as the test. */
export function fakeStore(): Store {
  const kept = new Map<string, unknown>();
  return {
    status: new State({ kind: 'memory', problem: null }),
    // The caller names the type it once kept under this key.
    get: <T>(collection: { name: string }, key: string) =>
      Promise.resolve(kept.get(`${collection.name}/${key}`) as T | undefined),
    put: (collection, key, value) => {
      kept.set(`${collection.name}/${key}`, structuredClone(value));
      return Promise.resolve({ ok: true, value: undefined });
    },
    delete: (collection, key) => {
      kept.delete(`${collection.name}/${key}`);
      return Promise.resolve();
    },
    list: () => Promise.resolve([]),
    next: () => Promise.resolve(1),
  };
}

export function fakeEngine(session: Session, store: Store = fakeStore()): Engine {
  return {
    session,
    store,
    validator: { validate: () => Promise.resolve({ verdict: 'valid' }), dispose: () => undefined },
    clientInfo: { name: 'roundtrip', version: '0.0.0' },
    demoUrl: 'https://demo.roundtrip.invalid/mcp',
  };
}
