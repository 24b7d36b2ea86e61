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

/** What answers sampling, in a word. */
export type SamplingKind = 'text' | 'echo' | 'script' | 'endpoint' | 'ask' | 'off';

/** A whole number of at least one, or nothing. */
export function readLimit(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null;
}

/** What the panel edits. What is typed here takes effect at once, for the next input request. */
export class ClientState {
  samplingKind = $state<SamplingKind>('text');
  samplingText = $state('');
  script = $state('[\n  "The first answer.",\n  "The second answer."\n]');
  endpointUrl = $state('');
  endpointModel = $state('');
  chatKey = $state('');
  rootsKind = $state<'list' | 'ask' | 'off'>('list');
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
    this.samplingKind = typeof sampling === 'string' ? sampling : sampling.kind;
    if (typeof sampling !== 'string') this.#remember(sampling);
    if (typeof roots === 'string') this.rootsKind = roots;
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
    this.#set({ sampling: this.#sampling() });
  }

  setRoots(): void {
    const roots = this.roots
      .filter(({ uri }) => uri.trim() !== '')
      .map(({ uri, name }) => (name === '' ? { uri: uri.trim() } : { uri: uri.trim(), name }));
    this.#set({ roots: this.rootsKind === 'list' ? { kind: 'list', roots } : this.rootsKind });
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

  get hasChatKey(): boolean {
    return this.#app.snapshot.current.hasChatKey;
  }

  setChatKey(): void {
    this.#app.session.setChatKey(this.chatKey.trim());
  }

  #sampling(): ResponderSettings['sampling'] {
    const { samplingKind: kind } = this;
    switch (kind) {
      case 'text':
        return { kind, text: this.samplingText };
      case 'script':
        return { kind, text: this.script };
      case 'endpoint':
        return { kind, url: this.endpointUrl.trim(), model: this.endpointModel.trim() };
      case 'echo':
        return { kind };
      case 'ask':
      case 'off':
        return kind;
    }
  }

  #remember(sampling: Exclude<ResponderSettings['sampling'], string>): void {
    if (sampling.kind === 'text') this.samplingText = sampling.text;
    if (sampling.kind === 'script') this.script = sampling.text;
    if (sampling.kind !== 'endpoint') return;
    this.endpointUrl = sampling.url;
    this.endpointModel = sampling.model;
  }

  #set(change: Partial<ResponderSettings>): void {
    this.#app.session.setResponders({ ...this.#app.session.snapshot.responders, ...change });
  }
}
