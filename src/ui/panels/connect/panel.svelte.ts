import { assertInvariant } from '../../../engine/base/errors.ts';
import { REVISIONS } from '../../../engine/protocol/revisions.ts';
import type { ConnectOptions } from '../../../engine/session/contract.ts';
import type { Diagnosis } from '../../../engine/wire-log/notes.ts';
import type { App, LastPage, ProfileSetting } from '../../app.ts';
import { addressProblem, originOf, withoutFragment } from './address.ts';
import { loadDraft, readLink, saveDraft } from './draft.ts';
import { HeaderRows } from '../../wire/headers/header-rows.svelte.ts';

export const versionChoices: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'auto', label: 'Auto' },
  ...REVISIONS.map(({ version }) => ({ value: version, label: version })),
  { value: 'other', label: 'Other…' },
];

const isListed = (version: string) => versionChoices.some(({ value }) => value === version);

/** What a person fills in to connect. It lives as long as the page, so that a secret survives a change of panel. */
export class ConnectForm {
  url = $state('');
  /** A choice of the list; `other` stands for the text beside it. */
  version = $state('auto');
  otherVersion = $state('');
  readonly headers = new HeaderRows(
    () => this.keep(),
    () => originOf(this.url),
  );
  seconds = $state('60');
  /** Null until the person opens or closes the options. */
  optionsOpen = $state<boolean | null>(null);
  /** The failure that was shown when the form was last changed: it is about something else than the form says now. */
  #outdated = $state.raw<Diagnosis | null>(null);
  /** Problems are shown from the first attempt on, not while something is first typed. */
  #tried = $state(false);
  #link = '';

  readonly #urlProblem = $derived(addressProblem(this.url));
  readonly #versionProblem = $derived(
    this.version === 'other' && !this.otherVersion.trim() ? 'Type the version to ask for' : null,
  );
  readonly #secondsProblem = $derived.by(() => {
    const seconds = Number(this.seconds);
    return this.seconds.trim() && seconds > 0 && seconds <= 86_400
      ? null
      : 'A number of seconds, at most 86400';
  });
  readonly urlProblem = $derived(this.#tried ? this.#urlProblem : null);
  /** What of the address stays behind, while nothing worse is to be said of it. */
  readonly fragment = $derived(this.urlProblem ? null : withoutFragment(this.url).fragment);
  readonly versionProblem = $derived(this.#tried ? this.#versionProblem : null);
  readonly secondsProblem = $derived(this.#tried ? this.#secondsProblem : null);
  readonly ready = $derived(
    !this.#urlProblem && !this.#versionProblem && !this.#secondsProblem && this.headers.valid,
  );

  constructor(query: string) {
    const draft = loadDraft();
    if (draft) {
      this.url = draft.url;
      this.version = isListed(draft.version) ? draft.version : 'auto';
      this.otherVersion = draft.otherVersion;
      this.seconds = draft.seconds;
      this.#link = draft.link;
      this.headers.fill(draft.headers);
    }
    const link = readLink(query);
    // Once: a reload of the same link keeps what the person made of it.
    if (link && draft?.link !== query) {
      this.fill(link.url, link.version ?? 'auto');
      this.#link = query;
    }
  }

  fill(url: string, version: string): void {
    this.url = url;
    this.version = isListed(version) ? version : 'other';
    this.otherVersion = this.version === 'other' ? version : '';
    this.#tried = false;
    this.keep();
  }

  /** The form is no longer what failed. */
  change(failure: Diagnosis | null): void {
    this.#outdated = failure;
  }

  isOutdated(failure: Diagnosis): boolean {
    return this.#outdated === failure;
  }

  /** Shows what is wrong. True where nothing is, and the form can be sent. */
  check(): boolean {
    this.#tried = true;
    this.headers.check();
    if (this.#secondsProblem || !this.headers.valid) this.optionsOpen = true;
    if (this.ready) this.headers.give();
    return this.ready;
  }

  options(profile: ConnectOptions['profile']): ConnectOptions {
    return {
      url: withoutFragment(this.url).url,
      protocolVersion: this.version === 'other' ? this.otherVersion.trim() : this.version,
      headers: this.headers.sent,
      profile,
      timeLimitMs: Number(this.seconds) * 1000,
    };
  }

  keep(): void {
    const { url, version, otherVersion, seconds } = this;
    saveDraft({
      url,
      version,
      otherVersion,
      seconds,
      link: this.#link,
      headers: this.headers.all.map(({ name, value, secret }) => ({
        name,
        value: secret ? '' : value,
        secret,
        lost: secret && value !== '',
      })),
    });
  }
}

const forms = new WeakMap<App, ConnectForm>();

/** The form of this page. */
export function connectForm(app: App): ConnectForm {
  const known = forms.get(app);
  if (known) return known;
  // Under a root of its own: what is derived inside a component ends with it, and the form outlives the panel.
  let form: ConnectForm | undefined;
  $effect.root(() => {
    form = new ConnectForm(location.search);
  });
  assertInvariant(form, 'no-form', 'An effect root runs at once');
  const last = app.lastPage?.url;
  if (last && form.url === '') form.fill(last, 'auto');
  forms.set(app, form);
  return form;
}

/** The options in a line, for when they are closed: `1 header, profile What Roundtrip can answer, 60 s`. */
export function optionsText(form: ConnectForm, { draft }: ProfileSetting): string {
  const { count } = form.headers;
  const headers = count === 0 ? 'no header' : count === 1 ? '1 header' : `${count} headers`;
  const held = form.headers.all.some(({ givenFor }) => givenFor !== null) ? ', one held back' : '';
  return `${headers}${held}, profile ${draft.name}, ${form.seconds} s`;
}

/** What went with the page that was here before, and what did not; `kept`: the browser keeps the handshakes. */
export function lastPageText({ recording, connection }: LastPage, kept: boolean): string {
  const gone = [recording ? 'its recording' : '', connection ? 'its connection' : ''].filter(Boolean);
  const verb = gone.length > 1 ? 'are' : 'is';
  const rest = kept ? 'Handshakes and this form were kept.' : 'This form was kept.';
  return `The page was loaded anew: ${gone.join(' and ')} ${verb} gone. ${rest}`;
}
