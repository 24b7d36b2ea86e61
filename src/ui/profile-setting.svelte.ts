import type { ClientInfo, ClientProfile } from '../engine/capabilities/profile.ts';
import type { Store } from '../engine/store/store.ts';
import type { ProfileSetting } from './app.ts';
import { keptSetting, type Setting } from './settings.ts';

type Choice = ProfileSetting['choice'];

interface Kept {
  choice: Choice;
  ownText: string;
}

/** The choices by the name that is shown and recorded. */
export const profileNames: Readonly<Record<Choice, string>> = {
  answers: 'What Roundtrip can answer',
  nothing: 'Nothing',
  own: 'Own JSON',
};

export function isChoice(value: unknown): value is Choice {
  return value === 'answers' || value === 'nothing' || value === 'own';
}

function readKept(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { choice, ownText } = value as Record<string, unknown>;
  return isChoice(choice) && typeof ownText === 'string' ? { choice, ownText } : undefined;
}

/** Why `text` can't stand for capabilities; null where it can. */
export function capabilitiesProblem(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return `Not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? null
    : 'Capabilities are a JSON object, such as {"elicitation":{}}';
}

export class ProfileChoice implements ProfileSetting {
  choice = $state<Choice>('answers');
  ownText = $state('{\n  "elicitation": { "form": {} }\n}');
  readonly #own = $derived(capabilitiesProblem(this.ownText));
  readonly problem = $derived(this.choice === 'own' ? this.#own : null);
  readonly profile = $derived.by<ClientProfile>(() => {
    const { choice } = this;
    if (choice === 'nothing') return this.#profile(choice, '{}');
    if (choice === 'own' && !this.#own) return this.#profile(choice, this.ownText);
    return this.#profile('answers', null);
  });
  readonly #clientInfo: ClientInfo;
  readonly #setting: Setting<Kept>;
  #touched = false;

  constructor(store: Store, clientInfo: ClientInfo) {
    this.#clientInfo = clientInfo;
    this.#setting = keptSetting(store, 'client profile', readKept);
  }

  /** Takes over what was kept, unless the person was faster. */
  async load(): Promise<void> {
    const kept = await this.#setting.load();
    if (!kept || this.#touched) return;
    this.choice = kept.choice;
    this.ownText = kept.ownText;
  }

  choose(choice: Choice): void {
    this.choice = choice;
    this.#keep();
  }

  write(text: string): void {
    this.ownText = text;
    this.#keep();
  }

  #keep(): void {
    this.#touched = true;
    void this.#setting.save({ choice: this.choice, ownText: this.ownText });
  }

  #profile(choice: Choice, capabilitiesText: string | null): ClientProfile {
    return { name: profileNames[choice], clientInfo: this.#clientInfo, capabilitiesText };
  }
}
