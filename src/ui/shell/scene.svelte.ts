import { straightText } from '../../engine/base/visible-text.ts';
import type { Session, SessionSnapshot } from '../../engine/session/contract.ts';
import type { Recording } from '../../engine/wire-log/recording.ts';
import type { App } from '../app.ts';
import { live } from '../bridge.svelte.ts';

/** Makes the views of a recording. */
export type CreateViews = (recording: Recording) => App['views'];

/** The views of a recording with nothing in it. */
const nothing: App['views'] = {
  handshakes: { current: [] },
  calls: { current: [] },
  listings: { current: [] },
  exchanges: { current: { count: 0, get: () => undefined } },
  subscriptions: { current: [] },
  listNews: { current: new Map() },
  unanswered: { current: null },
  wireRows: { current: { count: 0, messages: 0, bytes: 0, exchanges: 0, row: () => undefined } },
};

/** What of a session says only that something is under way. */
const BEGINNINGS: ReadonlySet<string> = new Set<keyof SessionSnapshot>([
  'busy',
  'handshake',
  'nextId',
  'trying',
]);

function onlyBegan(now: SessionSnapshot, before: SessionSnapshot): boolean {
  const keys = Object.keys(now) as (keyof SessionSnapshot)[];
  return now.phase === 'connecting' || keys.every((key) => BEGINNINGS.has(key) || now[key] === before[key]);
}

/** What the panels look at: a session, and the views of its recording. */
export class Scene implements Pick<App, 'session' | 'snapshot' | 'history' | 'views'> {
  readonly session: Session;
  readonly snapshot: App['snapshot'];
  readonly history: App['history'];
  /** Who the server of each connection is, as long as the recording is there: a connection that is closed names none. */
  readonly servers = new Map<number, string>();
  #views = $state.raw(nothing);

  constructor(session: Session) {
    this.session = session;
    this.snapshot = live(session, onlyBegan);
    this.history = live(session.history);
    for (const [number, server] of session.snapshot.imported?.servers ?? [])
      this.servers.set(number, straightText(server));
    const remember = () => {
      const { connection } = session.snapshot;
      if (!connection) return;
      const { number, serverName, serverVersion } = connection;
      this.servers.set(number, straightText([serverName, serverVersion].filter(Boolean).join(' ')));
    };
    remember();
    session.subscribe(remember);
  }

  get views(): App['views'] {
    return this.#views;
  }

  /** From here on the recording is seen: nothing is in it before the code that makes the views is there. */
  see(createViews: CreateViews): void {
    this.#views = createViews(this.session.recording);
  }
}
