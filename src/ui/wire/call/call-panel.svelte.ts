import { seedFor } from '../../../engine/schema/form-seed.ts';
import { skeletonFor } from '../../../engine/schema/skeleton.ts';
import type { ListEntry } from '../../../engine/views/list-pages.ts';
import type { CallView } from '../../../engine/views/calls.ts';
import type { App } from '../../app.ts';
import { PATIENCE_MS } from '../../bridge.svelte.ts';
import { later } from '../../later.svelte.ts';
import { toast } from '../../parts/announce.svelte.ts';
import type { Suggest } from '../../parts/form/suggest.ts';
import { track } from '../../parts/pending.svelte.ts';
import { entryKey } from '../list/entries.ts';
import { ListMemory, OfferedList, type Offer } from '../list/offered.svelte.ts';
import { checkArguments, withProblems, type ArgumentCheck } from './argument-check.ts';
import { ArgumentDrafts } from './argument-drafts.svelte.ts';
import { ArgumentsEditor, ArgumentsMemory } from './arguments.svelte.ts';
import { checkMeta } from './own-meta.ts';

/** What outlives a panel while the page is open. */
export class CallMemory {
  readonly list = new ListMemory();
  /** The call made last, by connection and entry. */
  calls = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly drafts: ArgumentDrafts;
  readonly arguments = new ArgumentsMemory();

  constructor(app: App) {
    this.drafts = new ArgumentDrafts(app.store);
  }
}

/** How the entries of a list are called. */
export interface Callable<E extends ListEntry> {
  readonly offer: Offer<E>;
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read';
  /** The JSON Schema of the arguments; null where there is none. */
  schemaOf(entry: E): string | null;
  /** The JSON Schema of what comes back; null where there is none. */
  outputSchemaOf?(entry: E): string | null;
  /** What is called with these arguments: a name or a URI; null where they make none. */
  nameOf(entry: E, argumentsText: string): string | null;
  /** Arguments make the name: of one entry there are calls of many names. */
  readonly namedByArguments?: boolean;
  /** Why the entry, or what its arguments make of it, is not to be called; null where nothing is wrong. */
  heldBack?(entry: E, argumentsText: string, era: 'modern' | 'legacy', revision: string): string | null;
}

/** A list of what a server offers, the chosen entry, its arguments and its newest call. Made while a panel is set up. */
export class CallPanel<E extends ListEntry> {
  protected readonly app: App;
  readonly #callable: Callable<E>;
  readonly #memory: CallMemory;

  /** What the server lists, and which of it is chosen. */
  readonly offered: OfferedList<E>;
  readonly connection = $derived.by(() => this.offered.connection);
  readonly of = $derived.by(() => this.offered.of);
  readonly entry: E | null = $derived.by(() => this.offered.chosen);
  readonly schema = $derived.by(() => (this.entry ? this.#callable.schemaOf(this.entry) : null));
  readonly outputSchema = $derived.by(() =>
    this.entry ? (this.#callable.outputSchemaOf?.(this.entry) ?? null) : null,
  );
  readonly #key = $derived.by(() => (this.entry ? entryKey(this.entry) : null));

  /** The arguments as typed; undefined until it is known whether there is a draft. */
  readonly text = $derived.by(() =>
    this.#key === null ? undefined : this.#memory.drafts.get(this.url, this.#draftKey(this.#key)),
  );
  /** The same as a form. */
  readonly arguments: ArgumentsEditor;
  readonly #check = later(
    () => ({ schema: this.schema, text: this.text, key: this.#key, drafts: this.arguments.drafts }),
    async ({ schema, text, key, drafts }) => ({
      key,
      text,
      found: text === undefined ? null : await checkArguments(this.app.validator, schema, text, drafts),
    }),
    { waitMs: 150 },
  );
  /** What is known of the arguments; null while they are judged. Ranges fit the text only then. */
  readonly check = $derived.by(() => {
    const checked = this.#check.current;
    return this.#check.settled && checked?.key === this.#key && checked.text === this.text
      ? this.#concerning(checked.found)
      : null;
  });

  /** What is wrong in which field; while typing goes on, what was wrong last. */
  readonly fieldProblems = $derived.by(() => {
    const checked = this.#check.current;
    return checked?.key === this.#key ? (checked.found?.fields ?? []) : [];
  });
  /** Nothing was typed on an earlier page and nothing sent: what is missing is not held against fields nobody has been in. */
  readonly quiet = $derived.by(
    () =>
      this.#key !== null &&
      !this.arguments.tried &&
      !this.#memory.drafts.isKept(this.url, this.#draftKey(this.#key)),
  );
  readonly meta = $derived.by(() =>
    checkMeta(
      this.arguments.meta.text,
      this.of?.era ?? 'modern',
      this.app.snapshot.current.logLevel !== null,
    ),
  );
  /** Why the entry itself is not to be called. */
  readonly heldBack = $derived.by(() =>
    this.entry && this.of ? this.#heldBack(this.entry, this.text ?? '', this.of) : null,
  );
  /** What is typed would make a request that is no JSON. */
  readonly sendsNoJson = $derived.by(
    () => this.name !== null && (this.check?.broken === true || this.meta.broken === true),
  );
  /** Why sending is held back; null where it is not, or not known yet. */
  readonly held = $derived.by(() => {
    const held = this.heldBack ?? this.check?.held ?? this.meta.held;
    return held !== null && this.sendsNoJson ? `${held}. Sent anyway, the request is not JSON` : held;
  });
  /** What a call would be about: the name, or the URI; null where there is none. */
  readonly name = $derived.by(() =>
    this.entry?.key ? this.#callable.nameOf(this.entry, this.text ?? '') : null,
  );

  /** The newest call of the chosen entry on the connection shown. */
  readonly #newest: CallView | null = $derived.by(() => {
    const { entry, of: connection } = this;
    if (!entry || !connection) return null;
    const { method, namedByArguments = false } = this.#callable;
    const calls = this.app.views.calls.current.filter(
      (call) => call.connection === connection.number && call.method === method,
    );
    // Of twins only those started here can be told apart; of one entry also those that were run again elsewhere.
    const own = this.#memory.calls.get(`${connection.number} ${this.#key}`);
    return (
      (entry.twin || namedByArguments
        ? calls.find(({ call }) => call === own)
        : calls.findLast(({ name }) => name === entry.key)) ?? null
    );
  });
  readonly #running = $derived.by(() => this.#newest?.state === 'running');
  /** What was shown when the newest call began, until that has come to something or has taken a moment. */
  #before = $state.raw<{ readonly newest: number; readonly shown: CallView | null } | null>(null);
  /** The call to be seen: the newest, or the one before it while a quick answer may come. */
  readonly call: CallView | null = $derived.by(() =>
    this.#running && this.#newest?.call === this.#before?.newest
      ? (this.#before?.shown ?? null)
      : this.#newest,
  );

  constructor(app: App, callable: Callable<E>, memory: CallMemory) {
    this.app = app;
    this.#callable = callable;
    this.#memory = memory;
    this.offered = new OfferedList(app, callable.offer, memory.list);
    this.arguments = this.#argumentsEditor();
    $effect(() => {
      const { entry, url } = this;
      const key = this.#key;
      if (entry && key !== null) void this.#openDraft(this.schema, url, key);
    });
  }

  /** Of alternatives, what is wrong with those that are shown. */
  #concerning(check: ArgumentCheck | null): ArgumentCheck | null {
    return check && withProblems(check, this.arguments.concerning(check.fields));
  }

  #heldBack(
    entry: E,
    text: string,
    { era, revision }: { readonly era: 'modern' | 'legacy'; readonly revision: string },
  ): string | null {
    return this.#callable.heldBack?.(entry, text, era, revision) ?? null;
  }

  /** Texts of tools were kept before there were others. */
  #draftKey(key: string): string {
    const { method } = this.#callable;
    return method === 'tools/call' ? key : `${method} ${key}`;
  }

  #openDraft(schema: string | null, url: string, key: string): Promise<void> {
    return this.#memory.drafts.open(url, this.#draftKey(key), () =>
      schema === null ? '{}' : seedFor(schema),
    );
  }

  #argumentsEditor(): ArgumentsEditor {
    const key = (): string | null => (this.#key === null ? null : this.editorKey);
    const schema = (): string | null => this.schema;
    const text = (): string | undefined => this.text;
    return new ArgumentsEditor(
      {
        get key() {
          return key();
        },
        get schema() {
          return schema();
        },
        get text() {
          return text();
        },
        write: (written) => this.write(written),
      },
      this.#memory.arguments,
    );
  }

  /** Where values for a field come from; none by itself. */
  get suggest(): Suggest | undefined {
    return undefined;
  }

  /** A draft of another server or entry is edited in an editor of its own. */
  get editorKey(): string {
    return JSON.stringify([this.url, this.#key]);
  }

  /** Why nothing can be sent, where it can't. */
  get sendsNothing(): string | null {
    return this.offered.sendsNothing;
  }

  get url(): string {
    return this.offered.url;
  }

  write(text: string): void {
    if (this.#key !== null) this.#memory.drafts.set(this.url, this.#draftKey(this.#key), text);
  }

  /** Puts a skeleton in the place of what was typed; one click brings that back. */
  skeleton(): void {
    const { schema, text, url } = this;
    if (this.#key === null) return;
    const key = this.#draftKey(this.#key);
    const made = schema === null ? '{}' : skeletonFor(schema);
    if (made === text) return;
    this.write(made);
    if (text) {
      toast('Arguments replaced by a skeleton', {
        label: 'Undo',
        run: () => this.#memory.drafts.set(url, key, text),
      });
    }
  }

  /** Sends the call. `anyway`: also where the arguments are known to be wrong. */
  async start(anyway = false): Promise<void> {
    const { entry, connection, url, schema } = this;
    const key = this.#key;
    if (!entry?.key || key === null || !connection || this.#running) return;
    if (this.sendsNothing !== null) return;
    // The arguments of an entry just chosen may still be read.
    await this.#openDraft(schema, url, key);
    const text = this.#memory.drafts.get(url, this.#draftKey(key));
    if (text === undefined || this.#key !== key || this.#running) return;
    this.arguments.markTried();
    if (!anyway) {
      // Whoever is faster than the check waits for it, and not for another key press.
      const judge = () => track(checkArguments(this.app.validator, schema, text, this.arguments.drafts));
      const check = this.check ?? (await judge());
      if (
        this.#heldBack(entry, text, connection) !== null ||
        check.held !== null ||
        this.meta.held !== null ||
        this.url !== url ||
        this.#key !== key ||
        this.#running
      )
        return;
    }
    const name = this.#callable.nameOf(entry, text);
    if (name === null) return;
    const { text: metaText, replaces: metaReplaces } = this.arguments.meta;
    this.#begin(connection.number, key, () =>
      this.app.session.startCall({
        method: this.#callable.method,
        name,
        argumentsText: this.#callable.method === 'resources/read' ? '' : text,
        ...(metaText.trim() === '' ? {} : { metaText, metaReplaces }),
      }),
    );
  }

  cancel(): void {
    if (this.call) this.app.session.cancelCall(this.call.call);
  }

  /** The server found that headers and body differ: the definition may be another by now, so it is asked for first. */
  async listAndCallAgain(): Promise<void> {
    const { call, connection } = this;
    const key = this.#key;
    if (!call || !connection || key === null || this.#running || this.sendsNothing !== null) return;
    await this.app.session.list(this.#callable.offer.method);
    if (this.connection?.number !== connection.number) return;
    this.#begin(connection.number, key, () => this.app.session.runAgain(call.call));
  }

  /** Remembers the call that `start` begins; what was shown stays for the moment in which it may be over. */
  #begin(connection: number, key: string, start: () => number): void {
    const shown = this.call;
    const before = { newest: start(), shown };
    this.#before = before;
    this.#memory.calls = new Map(this.#memory.calls).set(`${connection} ${key}`, before.newest);
    setTimeout(() => {
      if (this.#before === before) this.#before = null;
    }, PATIENCE_MS);
  }
}
