import type { Session } from '../../../engine/session/contract.ts';
import { seedFor } from '../../../engine/schema/form-seed.ts';
import { skeletonFor } from '../../../engine/schema/skeleton.ts';
import type { CallView } from '../../../engine/views/calls.ts';
import { readTools, type ToolEntry } from '../../../engine/views/tools.ts';
import type { App } from '../../app.ts';
import { later } from '../../later.svelte.ts';
import { toast } from '../../parts/announce.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';
import { entryKey } from '../../wire/list/entries.ts';
import { ListMemory, OfferedList, type Offer } from '../../wire/list/offered.svelte.ts';
import { checkArguments } from './argument-check.ts';
import { ArgumentDrafts } from './argument-drafts.svelte.ts';
import { ArgumentsEditor, ArgumentsMemory } from './arguments.svelte.ts';
import { checkMeta } from '../../wire/call/own-meta.ts';
import { excludedFor, mirroredBy } from './mirrored.ts';
import { leftOutText } from './rows.ts';

/** What outlives the panel while the page is open. */
class Remembered {
  readonly list = new ListMemory();
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

const tools: Offer<ToolEntry> = {
  method: 'tools/list',
  read: readTools,
  onConnecting: true,
  isFit: (tool, era) => excludedFor(tool, era).length === 0,
  countMore: leftOutText,
};

/** The list of tools, the chosen one, its arguments and its newest call. Made while the panel is set up. */
export class ToolsPanel {
  readonly #app: App;
  readonly #memory: Remembered;

  /** What the server lists, and which of it is chosen. */
  readonly offered: OfferedList<ToolEntry>;
  readonly connection = $derived.by(() => this.offered.connection);
  readonly of = $derived.by(() => this.offered.of);
  readonly tool: ToolEntry | null = $derived.by(() => this.offered.chosen);
  readonly #key = $derived.by(() => (this.tool ? entryKey(this.tool) : null));

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
      ? mirroredBy(this.offered.list.entries, this.tool.name, this.text ?? '')
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
    this.offered = new OfferedList(app, tools, this.#memory.list);
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
    return this.offered.sendsNothing;
  }

  get url(): string {
    return this.offered.url;
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
}
