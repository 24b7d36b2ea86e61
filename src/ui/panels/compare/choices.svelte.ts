import { REVISIONS } from '../../../engine/protocol/revisions.ts';
import type { Session } from '../../../engine/session/contract.ts';
import { HeaderRows } from '../../wire/headers/header-rows.svelte.ts';
import type { Against, Ran } from './ran.svelte.ts';

/** What the columns differ in. `baselines`: in when and where they were recorded; nothing is sent for them. */
export type Dimension = 'revisions' | 'servers' | 'profiles' | 'baselines';

/** The cell that is open: its row, its column, and the one it is compared with. */
export interface Opened {
  readonly row: string;
  readonly left: number;
  readonly right: number;
  /** On the left stands the same column of the run before. */
  readonly before?: true;
}

/** What a person chose, as long as the session that it is about. */
export class Choices {
  dimension = $state<Dimension>('revisions');
  /** Ticked revisions. */
  revisions = $state.raw<readonly string[]>(REVISIONS.map(({ version }) => version));
  otherRevision = $state('');
  otherUrl = $state('');
  /** The version that every column asks for, where they do not differ in it; null for that of the connection. */
  version = $state<string | null>(null);
  /** Id of the profile that every column has; null for that of the connection. */
  profile = $state<string | null>(null);
  /** Whose headers every column sends. */
  headersOf = $state<'connection' | 'own'>('connection');
  /** Whose headers the other server gets: nothing goes there unasked. */
  otherHeadersOf = $state<'nobody' | 'connection' | 'own'>('nobody');
  /** Headers for the columns alone. */
  readonly headers = new HeaderRows();
  /** Ids of ticked profiles; null until the person ticks one: the one in use, and one without capabilities. */
  profiles = $state.raw<readonly string[] | null>(null);
  /** Keys of ticked calls. */
  calls = $state.raw<ReadonlySet<string>>(new Set());
  anyway = $state.raw<ReadonlySet<string>>(new Set());
  /** Keys of ticked handshakes. */
  ticked = $state.raw<ReadonlySet<string>>(new Set());
  runs = $state(1);
  ran = $state.raw<Ran | null>(null);
  opened = $state.raw<Opened | null>(null);
  /** What each cell is compared with. */
  against = $state<Against>('left');
  /** A run that is repeated goes to the open connection, and not where it went. */
  moved = $state(false);

  /** Shows `ran` in place of what was shown. */
  show(ran: Ran): void {
    this.ran = ran;
    this.opened = null;
    this.moved = false;
    this.against = ran.against;
  }
}

const known = new WeakMap<Session, Choices>();

/** The choices about a session, as they were left. */
export function choicesOf(session: Session): Choices {
  const found = known.get(session) ?? new Choices();
  known.set(session, found);
  return found;
}

export function withKey(keys: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}
