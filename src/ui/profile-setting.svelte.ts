import {
  NO_SETTINGS,
  SWITCHES,
  type ClientInfo,
  type ClientProfile,
} from '../engine/capabilities/profile.ts';
import type { InferenceRule } from '../engine/capabilities/profile.ts';
import type { Store } from '../engine/store/store.ts';
import type { ProfileDraft, ProfileOption, ProfileSetting } from './app.ts';
import { keptSetting, type Setting } from './settings.ts';

interface Saved {
  readonly id: string;
  readonly draft: ProfileDraft;
}

interface Kept {
  readonly choice: string;
  readonly saved: readonly Saved[];
}

/** The profiles that are there by themselves: id, name and what is declared. */
const BUILT_IN: readonly { readonly id: string; readonly name: string; readonly rule: InferenceRule }[] = [
  { id: 'answers', name: 'What Roundtrip can answer', rule: 'answers' },
  { id: 'everything', name: 'Everything', rule: 'everything' },
  { id: 'nothing', name: 'Nothing', rule: 'nothing' },
  { id: 'go-sdk', name: 'Go SDK default', rule: 'go-sdk' },
  // Its client declares what it is told to and infers nothing, so left alone it declares nothing.
  { id: 'typescript-sdk', name: 'TypeScript SDK default', rule: 'nothing' },
];

/** What each built-in profile declares, in a few words. */
export const builtInMeaning: Readonly<Record<string, string>> = {
  answers: 'inferred from the responders that are on',
  everything: 'all that Roundtrip can serve, whatever the responders say',
  nothing: 'no capability',
  'go-sdk':
    'roots always, sampling and elicitation by the responders, no URL mode; anything explicit wins whole',
  'typescript-sdk': 'no capability: that SDK declares what it is told to and infers nothing',
};

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readDraft(value: unknown, clientInfo: ClientInfo): ProfileDraft | undefined {
  if (!isJson(value) || typeof value['name'] !== 'string' || !isJson(value['settings'])) return undefined;
  const { rule, rawText, clientInfo: info } = value;
  const { switches, extensions, experimentalText } = value['settings'];
  const given = isJson(switches) ? switches : {};
  const said = SWITCHES.flatMap((path) => {
    const on = given[path];
    return typeof on === 'boolean' ? [[path, on] as const] : [];
  });
  const members = isJson(info)
    ? (['title', 'description', 'websiteUrl'] as const).flatMap((key) =>
        typeof info[key] === 'string' ? [[key, info[key]] as const] : [],
      )
    : [];
  return {
    name: value['name'],
    clientInfo: isJson(info)
      ? { name: textOf(info['name']), version: textOf(info['version']), ...Object.fromEntries(members) }
      : clientInfo,
    rule: rule === 'go-sdk' || rule === 'everything' || rule === 'nothing' ? rule : 'answers',
    settings: {
      switches: Object.fromEntries(said),
      extensions: (Array.isArray(extensions) ? extensions : []).flatMap((each: unknown) =>
        isJson(each) ? [{ id: textOf(each['id']), settingsText: textOf(each['settingsText']) }] : [],
      ),
      experimentalText: textOf(experimentalText),
    },
    rawText: typeof rawText === 'string' ? rawText : null,
  };
}

function readKept(value: unknown, clientInfo: ClientInfo): Kept | undefined {
  if (!isJson(value) || typeof value['choice'] !== 'string') return undefined;
  const { choice, saved, ownText } = value;
  // An older version kept one text of a person's own.
  if (typeof ownText === 'string') {
    const draft = {
      name: 'Own JSON',
      clientInfo,
      rule: 'answers',
      settings: NO_SETTINGS,
      rawText: ownText,
    } as const;
    return { choice, saved: choice === 'own' ? [{ id: 'own', draft }] : [] };
  }
  if (!Array.isArray(saved)) return undefined;
  const read = saved.flatMap((each: unknown): Saved[] => {
    const draft = isJson(each) ? readDraft(each['draft'], clientInfo) : undefined;
    return draft && isJson(each) && typeof each['id'] === 'string' ? [{ id: each['id'], draft }] : [];
  });
  return { choice, saved: read };
}

/** Why `text` can't stand for capabilities; null where it can. */
export function capabilitiesProblem(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return `Not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
  return isJson(value) ? null : 'Capabilities are a JSON object, such as {"elicitation":{}}';
}

function profileFrom({ name, clientInfo, rule, settings, rawText }: ProfileDraft): ClientProfile {
  const readable = rawText !== null && capabilitiesProblem(rawText) === null;
  return { name, clientInfo, rule, settings, capabilitiesText: readable ? rawText : null };
}

export class ProfileChoice implements ProfileSetting {
  choice = $state('answers');
  #saved = $state.raw<readonly Saved[]>([]);
  readonly options = $derived.by<readonly ProfileOption[]>(() => [
    ...BUILT_IN.map(({ id, name }) => ({ id, name, saved: false })),
    ...this.#saved.map(({ id, draft }) => ({ id, name: draft.name, saved: true })),
  ]);
  readonly draft = $derived.by<ProfileDraft>(() => this.#draftOf(this.choice));
  readonly problem = $derived.by(() =>
    this.draft.rawText === null ? null : capabilitiesProblem(this.draft.rawText),
  );
  readonly profile = $derived.by<ClientProfile>(() => profileFrom(this.draft));
  readonly #clientInfo: ClientInfo;
  readonly #setting: Setting<Kept>;
  #touched = false;

  constructor(store: Store, clientInfo: ClientInfo) {
    this.#clientInfo = clientInfo;
    this.#setting = keptSetting(store, 'client profile', (value) => readKept(value, clientInfo));
  }

  /** Takes over what was kept, unless the person was faster. */
  async load(): Promise<void> {
    const kept = await this.#setting.load();
    if (!kept || this.#touched) return;
    this.#saved = kept.saved;
    if (this.#has(kept.choice)) this.choice = kept.choice;
  }

  profileOf(id: string): ClientProfile {
    return profileFrom(this.#draftOf(id));
  }

  choose(id: string): void {
    if (this.#has(id)) this.choice = id;
    this.#keep();
  }

  change(change: Partial<ProfileDraft>): void {
    const { choice, draft } = this;
    if (this.#saved.some(({ id }) => id === choice)) {
      this.#saved = this.#saved.map((each) =>
        each.id === choice ? { id: choice, draft: { ...draft, ...change } } : each,
      );
      this.#keep();
    } else this.add({ ...draft, name: `${draft.name}, changed`, ...change });
  }

  add(draft: ProfileDraft): void {
    const id = crypto.randomUUID();
    this.#saved = [...this.#saved, { id, draft: { ...draft, name: this.#free(draft.name) } }];
    this.choice = id;
    this.#keep();
  }

  remove(): void {
    const gone = this.choice;
    if (!this.#saved.some(({ id }) => id === gone)) return;
    this.choice = 'answers';
    this.#saved = this.#saved.filter(({ id }) => id !== gone);
    this.#keep();
  }

  #draftOf(choice: string): ProfileDraft {
    const saved = this.#saved.find(({ id }) => id === choice);
    if (saved) return saved.draft;
    const { name, rule } = BUILT_IN.find(({ id }) => id === choice) ?? {
      name: 'What Roundtrip can answer',
      rule: 'answers' as const,
    };
    return { name, clientInfo: this.#clientInfo, rule, settings: NO_SETTINGS, rawText: null };
  }

  #has(id: string): boolean {
    return this.options.some((each) => each.id === id);
  }

  /** A name that no other profile has. */
  #free(name: string): string {
    const taken = new Set(this.options.map((each) => each.name));
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
    return free;
  }

  #keep(): void {
    this.#touched = true;
    void this.#setting.save({ choice: this.choice, saved: $state.snapshot(this.#saved) as readonly Saved[] });
  }
}
