/** A session for tests: it does nothing, remembers what it was told, and shows the snapshot it is given. */
import { createDiffer } from '../../engine/diff/differ.ts';
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
import { createViews } from './views.ts';

/** What commands give back that give something back; every other one gives nothing. */
const results: Readonly<Record<string, unknown>> = {
  startCall: 1,
  runAgain: 1,
  draftRound: Promise.resolve({ text: '', headers: [] }),
  sendRound: Promise.resolve(null),
  sendAgain: Promise.resolve(null),
  reveal: null,
};

export function fakeSession(snapshot: Partial<SessionSnapshot> = {}) {
  const state = new State<SessionSnapshot>({ ...restingSnapshot, ...snapshot });
  const told: (readonly [command: string, ...rest: unknown[]])[] = [];
  const history = new State<readonly StoredHandshake[]>([]);
  const recent = new State<readonly RecentServer[]>([]);
  const facts: Pick<Session, 'recording' | 'history' | 'recent' | 'ready' | 'snapshot' | 'subscribe'> = {
    recording: new Recording(),
    history,
    recent,
    ready: Promise.resolve(),
    get snapshot() {
      return state.snapshot;
    },
    subscribe: (listener) => state.subscribe(listener),
  };
  // Every command is the same to it, so a new one needs no word here.
  const session = new Proxy(facts, {
    get: (target, key) => {
      if (key in target || typeof key === 'symbol') return Reflect.get(target, key) as unknown;
      return (...rest: unknown[]) => {
        told.push([key, ...rest]);
        return key in results ? results[key] : Promise.resolve();
      };
    },
  }) as Session;
  const change = (changes: Partial<SessionSnapshot>) => state.set({ ...state.snapshot, ...changes });
  return { session, told, change, history, recent };
}

export function fakeEngine(session: Session, store: Store = createMemoryStore()): Engine {
  return {
    session,
    newSession: () => Promise.resolve(session),
    store,
    validator: { validate: () => Promise.resolve({ verdict: 'valid' }), dispose: () => undefined },
    differ: () =>
      Promise.resolve(
        createDiffer(() => {
          throw new TypeError('What is small needs no worker');
        }),
      ),
    clientInfo: { name: 'roundtrip', version: '0.0.0' },
    demoUrl: 'https://demo.roundtrip.invalid/mcp',
    createViews,
  };
}
