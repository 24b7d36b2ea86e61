import type { Session } from '../../../engine/session/contract.ts';
import { seedFor } from '../../../engine/schema/form-seed.ts';
import { skeletonFor } from '../../../engine/schema/skeleton.ts';
import type { CallView } from '../../../engine/views/calls.ts';
import type { EntryList } from '../../../engine/views/list-pages.ts';
import { readTools, type ToolEntry } from '../../../engine/views/tools.ts';
import type { App } from '../../app.ts';
import { later } from '../../later.svelte.ts';
import { toast } from '../../parts/announce.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';
import { checkArguments } from './argument-check.ts';
import { ArgumentDrafts } from './argument-drafts.svelte.ts';
import { ArgumentsEditor, ArgumentsMemory } from './arguments.svelte.ts';
import { checkMeta } from '../../wire/call/own-meta.ts';
import { excludedFor, mirroredBy } from './mirrored.ts';
import { countText, filterTools, toolKey } from './rows.ts';

/** What outlives the panel while the page is open. */
class Remembered {
  filter = $state('');
  /** Key of the chosen tool, by server. */
  chosen = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** The call made last, by connection and tool. */
  calls = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly drafts: ArgumentDrafts;
  readonly arguments = new ArgumentsMemory();

  constructor(app: App) {
    this.drafts = new ArgumentDrafts(app.store);
  }
}

const remembered = new WeakMap<Session, Remembered>();

function memoryOf(app: App): Remembered {
  const found = remembered.get(app.session) ?? new Remembered(app);
  remembered.set(app.session, found);
  return found;
}

const nothing: EntryList<ToolEntry> = { entries: [], failedPages: [], hints: [] };

/** The list of tools, the chosen one, its arguments and its newest call. Made while the panel is set up. */
export class ToolsPanel {
  readonly #app: App;
  readonly #memory: Remembered;

  readonly connection = $derived.by(() => this.#app.snapshot.current.connection);
  /** The newest listing of this connection; while there is none, of the last one that listed anything. */
  readonly listing = $derived.by(() => {
    const listings = this.#app.views.listings.current;
    if (this.connection === null)
      return (
        listings.findLast(
          ({ method, pages }) => method === 'tools/list' && pages.some(({ result }) => result !== null),
        ) ?? null
      );
    const { listings: newest } = this.#app.snapshot.current;
    return listings.find(({ listing }) => listing === newest['tools/list']) ?? null;
  });
  /** What is shown is of this connection; null where there was none yet. */
  readonly of = $derived.by(() => {
    const { connection, listing } = this;
    if (connection) return connection;
    const handshake = this.#app.views.handshakes.current.findLast(
      (each) => each.connection === listing?.connection && each.outcome?.kind === 'connected',
    );
    if (handshake?.outcome?.kind !== 'connected') return null;
    return { number: handshake.connection, url: handshake.url, era: handshake.outcome.era };
  });
  readonly #list = later(
    () => this.listing,
    async (listing) => ({ listing, list: listing ? await readTools(listing) : nothing }),
  );
  /** Never that of another connection, not even while the next one is read. */
  readonly list = $derived.by(() => {
    const read = this.#list.current;
    return read?.listing && read.listing.connection === this.of?.number ? read.list : nothing;
  });
  readonly listed = $derived.by(() => this.#list.settled);

  readonly shown = $derived.by(() => filterTools(this.list.entries, this.filter));
  readonly count = $derived.by(() => (this.listing ? countText(this.list, this.listing, this.of?.era) : ''));

  readonly tool: ToolEntry | null = $derived.by(() => {
    const key = this.#memory.chosen.get(this.url);
    const { entries: tools } = this.list;
    return (
      tools.find((each) => toolKey(each) === key) ??
      tools.find((each) => each.problems.length === 0 && excludedFor(each, this.of?.era).length === 0) ??
      tools[0] ??
      null
    );
  });
  readonly #key = $derived.by(() => (this.tool ? toolKey(this.tool) : null));

  /** The arguments as typed; undefined until it is known whether there is a draft. */
  readonly text = $derived.by(() =>
    this.#key === null ? undefined : this.#memory.drafts.get(this.url, this.#key),
  );
  /** The same as a form. */
  readonly arguments: ArgumentsEditor;
  readonly #check = later(
    () => ({
      schema: this.tool?.inputSchema ?? null,
      text: this.text,
      key: this.#key,
      drafts: this.arguments.drafts,
    }),
    async ({ schema, text, key, drafts }) => ({
      key,
      text,
      found: text === undefined ? null : await checkArguments(this.#app.validator, schema, text, drafts),
    }),
    { waitMs: 150 },
  );
  /** What is known of the arguments; null while they are judged. Ranges fit the text only then. */
  readonly check = $derived.by(() => {
    const checked = this.#check.current;
    return this.#check.settled && checked?.key === this.#key && checked.text === this.text
      ? checked.found
      : null;
  });

  /** What is wrong in which field; while typing goes on, what was wrong last. */
  readonly fieldProblems = $derived.by(() => {
    const checked = this.#check.current;
    return checked?.key === this.#key ? (checked.found?.fields ?? []) : [];
  });
  /** Nothing was typed on an earlier page and nothing sent: what is missing is not held against fields nobody has been in. */
  readonly quiet = $derived.by(
    () => this.#key !== null && !this.arguments.tried && !this.#memory.drafts.isKept(this.url, this.#key),
  );
  readonly meta = $derived.by(() => checkMeta(this.arguments.meta.text, this.of?.era ?? 'modern'));
  /** Why sending is held back; null where it is not, or not known yet. */
  readonly held = $derived.by(() => this.leftOut ?? this.check?.held ?? this.meta.held);
  /** Why a client must not offer this tool at all; sent all the same where the person says so. */
  readonly excluded = $derived.by(() => (this.tool ? excludedFor(this.tool, this.of?.era) : []));
  readonly leftOut = $derived.by(() =>
    this.excluded.length > 0 ? 'Left out: what it says of headers is against the rules' : null,
  );
  /** The headers a call would carry for its arguments; null where it has none. */
  readonly mirrored = $derived.by(() =>
    this.tool && this.of?.era === 'modern'
      ? mirroredBy(this.list.entries, this.tool.name, this.text ?? '')
      : null,
  );

  /** The newest call of the chosen tool on the connection shown. */
  readonly call: CallView | null = $derived.by(() => {
    const { tool, of: connection } = this;
    if (!tool || !connection) return null;
    const calls = this.#app.views.calls.current.filter(
      ({ connection: number, method, name }) =>
        number === connection.number && method === 'tools/call' && name === tool.name,
    );
    // Of twins only those started here can be told apart; of one tool also those that were run again elsewhere.
    const own = this.#memory.calls.get(`${connection.number} ${this.#key}`);
    return (tool.twin ? calls.find(({ call }) => call === own) : calls.at(-1)) ?? null;
  });

  readonly running = $derived.by(() => this.call?.state === 'running');

  constructor(app: App) {
    this.#app = app;
    this.#memory = memoryOf(app);
    this.arguments = this.#argumentsEditor();
    $effect(() => {
      const { tool, url } = this;
      const key = this.#key;
      if (tool && key !== null) {
        void this.#openDraft(tool, url, key);
      }
    });
  }

  #openDraft({ inputSchema }: ToolEntry, url: string, key: string): Promise<void> {
    return this.#memory.drafts.open(url, key, () => (inputSchema === null ? '{}' : seedFor(inputSchema)));
  }

  #argumentsEditor(): ArgumentsEditor {
    const key = (): string | null => (this.#key === null ? null : this.editorKey);
    const schema = (): string | null => this.tool?.inputSchema ?? null;
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

  /** A draft of another server or tool is edited in an editor of its own. */
  get editorKey(): string {
    return JSON.stringify([this.url, this.#key]);
  }

  /** Why nothing can be sent, where it can't. */
  get sendsNothing(): string | null {
    return this.#app.sendsNothing ?? (this.connection === null ? 'Not connected' : null);
  }

  get url(): string {
    return this.of?.url ?? '';
  }

  get filter(): string {
    return this.#memory.filter;
  }

  set filter(text: string) {
    this.#memory.filter = text;
  }

  isChosen(tool: ToolEntry): boolean {
    return this.tool?.index === tool.index;
  }

  choose(tool: ToolEntry): void {
    this.#memory.chosen = new Map(this.#memory.chosen).set(this.url, toolKey(tool));
  }

  write(text: string): void {
    if (this.#key !== null) this.#memory.drafts.set(this.url, this.#key, text);
  }

  /** Puts a skeleton in the place of what was typed; one click brings that back. */
  skeleton(): void {
    const { tool, text, url } = this;
    const key = this.#key;
    if (!tool || key === null) return;
    const made = tool.inputSchema === null ? '{}' : skeletonFor(tool.inputSchema);
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
    const { tool, connection, url } = this;
    const key = this.#key;
    if (!tool?.name || key === null || !connection || this.running) return;
    if (this.sendsNothing !== null) return;
    // The arguments of a tool just chosen may still be read.
    await this.#openDraft(tool, url, key);
    const text = this.#memory.drafts.get(url, key);
    if (text === undefined || this.#key !== key || this.running) return;
    this.arguments.markTried();
    if (!anyway) {
      // Whoever is faster than the check waits for it, and not for another key press.
      const judge = () =>
        track(checkArguments(this.#app.validator, tool.inputSchema, text, this.arguments.drafts));
      const check = this.check ?? (await judge());
      if (
        this.leftOut !== null ||
        check.held !== null ||
        this.meta.held !== null ||
        this.url !== url ||
        this.#key !== key ||
        this.running
      )
        return;
    }
    const { text: metaText, replaces: metaReplaces } = this.arguments.meta;
    const call = this.#app.session.startCall({
      method: 'tools/call',
      name: tool.name,
      argumentsText: text,
      ...(metaText.trim() === '' ? {} : { metaText, metaReplaces }),
    });
    this.#memory.calls = new Map(this.#memory.calls).set(`${connection.number} ${key}`, call);
  }

  cancel(): void {
    if (this.call) this.#app.session.cancelCall(this.call.call);
  }

  /** The server found that headers and body differ: the definition may be another by now, so it is asked for first. */
  async listAndCallAgain(): Promise<void> {
    const { call, connection } = this;
    const key = this.#key;
    if (!call || !connection || key === null || this.running || this.sendsNothing !== null) return;
    await this.#app.session.list('tools/list');
    if (this.connection?.number !== connection.number) return;
    const again = this.#app.session.runAgain(call.call);
    this.#memory.calls = new Map(this.#memory.calls).set(`${connection.number} ${key}`, again);
  }

  refresh(): void {
    void this.#app.session.list('tools/list');
  }

  /** The next pages after the cap, or again the page that failed. */
  more(): void {
    if (this.listing) void this.#app.session.continueListing(this.listing.listing);
  }
}
