import type { Session } from '../../../engine/session/contract.ts';
import { readPrompts, type PromptEntry } from '../../../engine/views/prompts.ts';
import type { App } from '../../app.ts';
import type { Suggest } from '../../parts/form/suggest.ts';
import { CallMemory, CallPanel, type Callable } from '../../wire/call/call-panel.svelte.ts';
import { suggestFrom } from '../../wire/call/completion.ts';
import { textSchema } from '../../wire/call/text-schema.ts';

const remembered = new WeakMap<Session, CallMemory>();

function memoryOf(app: App): CallMemory {
  const found = remembered.get(app.session) ?? new CallMemory(app);
  remembered.set(app.session, found);
  return found;
}

const prompts: Callable<PromptEntry> = {
  offer: { method: 'prompts/list', read: readPrompts },
  method: 'prompts/get',
  schemaOf: (prompt) => textSchema(prompt.arguments),
  nameOf: ({ name }) => name,
};

/** The list of prompts, the chosen one, its arguments and what came of getting it. Made while the panel is set up. */
export class PromptsPanel extends CallPanel<PromptEntry> {
  readonly #suggest: Suggest;

  constructor(app: App) {
    super(app, prompts, memoryOf(app));
    this.#suggest = suggestFrom(() => {
      const { entry, text } = this;
      if (!entry || this.sendsNothing !== null) return null;
      return { session: app.session, ref: { type: 'ref/prompt', name: entry.name }, text: text ?? '{}' };
    });
  }

  override get suggest(): Suggest | undefined {
    return this.connection?.declares?.includes('completions') === false ? undefined : this.#suggest;
  }
}
