import { exportable } from '../../../engine/session/exportable.ts';
import { findSecrets, type FoundSecret } from '../../../engine/wire-log/secrets.ts';
import type { App } from '../../app.ts';
import { toast } from '../../parts/announce.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';

const UNREADABLE = "The recording can't be written: a body can't be read from where it is kept";

/** What a person chooses before a recording becomes a file. */
export class ExportChoice {
  readonly #app: App;
  open = $state(false);
  /** Off each time anew: to pass secrets on is never a habit. */
  include = $state(false);
  /** Null while they are looked for. */
  secrets = $state.raw<readonly FoundSecret[] | null>(null);
  readonly rest = $derived.by(() => restWords(this.secrets, this.include));
  readonly words = $derived.by(() => secretWords(this.secrets, this.include));

  constructor(app: App) {
    this.#app = app;
  }

  begin(): void {
    this.include = false;
    this.secrets = null;
    this.open = true;
    void track(this.#find());
  }

  async #find(): Promise<void> {
    const { session } = this.#app;
    try {
      this.secrets = await findSecrets(exportable(session), (placeholder) => session.reveal(placeholder));
    } catch {
      this.#fail();
    }
  }

  async save(): Promise<void> {
    if (!this.secrets) return;
    try {
      await track(this.#app.saveRecording(this.include));
      this.open = false;
    } catch {
      this.#fail();
    }
  }

  #fail(): void {
    this.open = false;
    toast(UNREADABLE);
  }
}

/** What is written as it travelled. A placeholder is as long as it is: where one stands in a body, its size is that of what is written. */
export function restWords(secrets: readonly FoundSecret[] | null, include: boolean): string {
  const rest = 'Session ids and everything else are written as they are';
  return include || secrets === null || secrets.length === 0
    ? rest
    : `${rest}. A body with a placeholder has another size than the one that travelled`;
}

/** What becomes of the secrets: how many, and where they stand. */
export function secretWords(secrets: readonly FoundSecret[] | null, include: boolean): string {
  if (secrets === null) return 'Looking for secrets';
  const [first] = secrets;
  if (!first) return 'No secret is known to stand in it';
  const places = [...new Set(secrets.map(({ where }) => where.slice(0, 40)))];
  const named = places.length > 4 ? [...places.slice(0, 4), 'and more'] : places;
  const one = secrets.length === 1;
  const count = one ? '1 secret' : `${secrets.length} secrets`;
  return include
    ? `Whoever has the file has ${one ? 'it' : 'them'}: ${named.join(', ')}`
    : `${count} ${one ? 'becomes a placeholder' : 'become placeholders'}: ${named.join(', ')}`;
}
