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

/** Which of the two lists is looked at. */
export type ResourcesTab = 'resources' | 'templates';

/** What outlives the panel while the page is open. */
class Remembered {
  tab = $state<ResourcesTab>('resources');
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

/** The resources and the templates of a server. Made while the panel is set up. */
export class ResourcesPanel {
  readonly #memory: Remembered;
  readonly resources: CallPanel<ResourceEntry>;
  readonly templates: TemplatesPanel;

  constructor(app: App) {
    this.#memory = memoryOf(app);
    this.resources = new CallPanel(app, resources, this.#memory.resources);
    this.templates = new TemplatesPanel(app, this.#memory.templates);
  }

  get tab(): ResourcesTab {
    return this.#memory.tab;
  }

  set tab(tab: ResourcesTab) {
    this.#memory.tab = tab;
  }
}
