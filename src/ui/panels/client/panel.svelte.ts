import type { ResponderSettings } from '../../../engine/responders/responders.ts';
import type { RoundLimits } from '../../../engine/rounds/automatic.ts';
import type { SessionSnapshot } from '../../../engine/session/contract.ts';
import type { App } from '../../app.ts';

/** A root as it is typed. */
export class RootRow {
  uri = $state('');
  name = $state('');
  readonly problem = $derived(
    this.uri.trim() === ''
      ? 'A root needs a URI'
      : /^file:\/\//.test(this.uri)
        ? null
        : 'The specification wants a file:// URI; it is sent all the same',
  );

  constructor(uri: string, name: string) {
    this.uri = uri;
    this.name = name;
  }
}

/** A whole number of at least one, or nothing. */
export function readLimit(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null;
}

/** What the panel edits. What is typed here takes effect at once, for the next input request. */
export class ClientState {
  samplingKind = $state<'text' | 'ask'>('text');
  samplingText = $state('');
  rootsKind = $state<'list' | 'ask'>('list');
  roots = $state<RootRow[]>([]);
  requests = $state('');
  empty = $state('');
  readonly requestsProblem = $derived(readLimit(this.requests) === null ? 'A whole number from 1' : null);
  readonly emptyProblem = $derived(readLimit(this.empty) === null ? 'A whole number from 1' : null);
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
    const { responders, limits } = app.session.snapshot;
    const { sampling, roots } = responders;
    if (sampling === 'ask') this.samplingKind = 'ask';
    else this.samplingText = sampling.text;
    if (roots === 'ask') this.rootsKind = 'ask';
    else this.roots = roots.roots.map(({ uri, name }) => new RootRow(uri, name ?? ''));
    this.requests = String(limits.requests);
    this.empty = String(limits.empty);
  }

  get elicitation(): ResponderSettings['elicitation'] {
    return this.#app.snapshot.current.responders.elicitation;
  }

  set elicitation(elicitation: ResponderSettings['elicitation']) {
    this.#set({ elicitation });
  }

  get renewal(): SessionSnapshot['renewal'] {
    return this.#app.snapshot.current.renewal;
  }

  set renewal(renewal: SessionSnapshot['renewal']) {
    this.#app.session.setRenewal(renewal);
  }

  setSampling(): void {
    this.#set({
      sampling: this.samplingKind === 'ask' ? 'ask' : { kind: 'text', text: this.samplingText },
    });
  }

  setRoots(): void {
    const roots = this.roots
      .filter(({ uri }) => uri.trim() !== '')
      .map(({ uri, name }) => (name === '' ? { uri: uri.trim() } : { uri: uri.trim(), name }));
    this.#set({ roots: this.rootsKind === 'ask' ? 'ask' : { kind: 'list', roots } });
  }

  addRoot(): void {
    this.roots.push(new RootRow('', ''));
  }

  removeRoot(row: RootRow): void {
    this.roots = this.roots.filter((each) => each !== row);
    this.setRoots();
  }

  setLimits(): void {
    const now = this.#app.session.snapshot.limits;
    const limits: RoundLimits = {
      requests: readLimit(this.requests) ?? now.requests,
      empty: readLimit(this.empty) ?? now.empty,
    };
    this.#app.session.setLimits(limits);
  }

  #set(change: Partial<ResponderSettings>): void {
    this.#app.session.setResponders({ ...this.#app.session.snapshot.responders, ...change });
  }
}
