import type { Session } from '../../../engine/session/contract.ts';
import {
  readResources,
  readTemplates,
  type ResourceEntry,
  type TemplateEntry,
} from '../../../engine/views/resources.ts';
import type { App } from '../../app.ts';
import type { Suggest } from '../../parts/form/suggest.ts';
import { CallMemory, CallPanel, type Callable } from '../../wire/call/call-panel.svelte.ts';
import { suggestFrom } from '../../wire/call/completion.ts';
import { expandedUri, templateProblem, variablesSchema } from './template.ts';

/** Which of the two lists is looked at, or neither. */
export type ResourcesTab = 'resources' | 'templates' | 'any';

/** What outlives the panel while the page is open. */
class Remembered {
  tab = $state<ResourcesTab>('resources');
  /** The URI a person typed, and the call that read one last, by connection. */
  uri = $state('');
  calls = $state.raw<ReadonlyMap<number, number>>(new Map());
  readonly resources: CallMemory;
  readonly templates: CallMemory;

  constructor(app: App) {
    this.resources = new CallMemory(app);
    this.templates = new CallMemory(app);
  }
}

const remembered = new WeakMap<Session, Remembered>();

function memoryOf(app: App): Remembered {
  const found = remembered.get(app.session) ?? new Remembered(app);
  remembered.set(app.session, found);
  return found;
}

const resources: Callable<ResourceEntry> = {
  offer: { method: 'resources/list', read: readResources },
  method: 'resources/read',
  schemaOf: () => null,
  nameOf: ({ key }) => key,
};

const templates: Callable<TemplateEntry> = {
  offer: { method: 'resources/templates/list', read: readTemplates },
  method: 'resources/read',
  namedByArguments: true,
  schemaOf: ({ key }) => variablesSchema(key),
  nameOf: ({ key }, variables) => expandedUri(key, variables),
  heldBack: ({ key }) => templateProblem(key),
};

/** The templates, the variables of the chosen one, and the URI they make. */
export class TemplatesPanel extends CallPanel<TemplateEntry> {
  readonly #suggest: Suggest;

  constructor(app: App, memory: CallMemory) {
    super(app, templates, memory);
    this.#suggest = suggestFrom(() => {
      const { entry, text } = this;
      if (!entry || this.sendsNothing !== null) return null;
      return { session: app.session, ref: { type: 'ref/resource', uri: entry.key }, text: text ?? '{}' };
    });
  }

  override get suggest(): Suggest | undefined {
    return this.connection?.declares?.includes('completions') === false ? undefined : this.#suggest;
  }
}

/** A URI that no list has to name. */
export class AnyUri {
  readonly #app: App;
  readonly #memory: Remembered;
  readonly connection = $derived.by(() => this.#app.snapshot.current.connection);
  readonly call = $derived.by(() => {
    const own = this.#memory.calls.get(this.connection?.number ?? -1);
    return this.#app.views.calls.current.find(({ call }) => call === own) ?? null;
  });
  readonly running = $derived.by(() => this.call?.state === 'running');

  constructor(app: App, memory: Remembered) {
    this.#app = app;
    this.#memory = memory;
  }

  get uri(): string {
    return this.#memory.uri;
  }

  set uri(uri: string) {
    this.#memory.uri = uri;
  }

  /** Why nothing can be read, where it can't. */
  get held(): string | null {
    if (this.#app.sendsNothing !== null) return this.#app.sendsNothing;
    if (this.connection === null) return 'Not connected';
    return this.uri === '' ? 'Required: URI' : null;
  }

  start(): void {
    const { connection, uri } = this;
    if (!connection || this.held !== null || this.running) return;
    const call = this.#app.session.startCall({ method: 'resources/read', name: uri, argumentsText: '' });
    this.#memory.calls = new Map(this.#memory.calls).set(connection.number, call);
  }

  cancel(): void {
    if (this.call) this.#app.session.cancelCall(this.call.call);
  }
}

/** The resources and the templates of a server, and whatever else is read by its URI. Made while the panel is set up. */
export class ResourcesPanel {
  readonly #memory: Remembered;
  readonly resources: CallPanel<ResourceEntry>;
  readonly templates: TemplatesPanel;
  readonly any: AnyUri;

  constructor(app: App) {
    this.#memory = memoryOf(app);
    this.resources = new CallPanel(app, resources, this.#memory.resources);
    this.templates = new TemplatesPanel(app, this.#memory.templates);
    this.any = new AnyUri(app, this.#memory);
    // The address is outside: a link in a result names what is to be read.
    $effect(() => {
      // On the way to another panel the address is that one's already.
      if (app.panel !== 'resources' || app.target === null) return;
      this.any.uri = app.target;
      this.tab = 'any';
    });
  }

  get tab(): ResourcesTab {
    return this.#memory.tab;
  }

  set tab(tab: ResourcesTab) {
    this.#memory.tab = tab;
  }
}
