import { looksSecret } from '../../../engine/base/secret-headers.ts';
import { headerProblem } from '../../../engine/protocol/headers.ts';
import type { OwnHeader } from '../../../engine/session/contract.ts';

/** A header to fill in a row with. */
export interface GivenHeader {
  readonly name: string;
  readonly value: string;
  /** Absent where nobody has said. */
  readonly secret?: boolean;
  readonly lost?: boolean;
}

/** A header as it is typed. */
export class HeaderRow {
  name = $state('');
  value = $state('');
  /** The value was secret, and did not survive a reload. */
  lost = $state(false);
  revealed = $state(false);
  /** The person went on to something else, so that a problem may be named. */
  left = $state(false);
  /** What the person said; null while its name says it. */
  marked = $state<boolean | null>(null);
  /** Its value is kept out of sight, out of the recording and out of what survives a reload. */
  readonly secret = $derived(this.marked ?? looksSecret(this.name));
  /** Servers it was meant for, by origin, and what it was then: typed anew, it is meant for the one that is named now. */
  #given = $state.raw<{ readonly value: string; readonly origins: readonly string[] }>({
    value: '',
    origins: [],
  });
  readonly #to: () => string | null;
  /** The server this secret was given for, by origin, while another is named. */
  readonly givenFor = $derived.by(() => {
    const to = this.#to();
    const { value, origins } = this.#given;
    if (!this.secret || to === null || value !== this.value || origins.includes(to)) return null;
    return origins.at(-1) ?? null;
  });
  readonly empty = $derived(this.name.trim() === '' && this.value === '');
  readonly problem = $derived.by(() => {
    if (this.empty) return null;
    if (this.givenFor !== null) return `Given for ${this.givenFor}, and not sent to another server unasked`;
    if (this.lost && this.value === '') return 'Type the value again: a secret does not survive a reload';
    return headerProblem(this.name.trim(), this.value.trim());
  });
  readonly shownProblem = $derived(this.left ? this.problem : null);

  constructor({ name, value, secret, lost = false }: GivenHeader, to: () => string | null) {
    this.#to = to;
    this.name = name;
    this.value = value;
    this.marked = secret === undefined || secret === looksSecret(name) ? null : secret;
    this.lost = lost;
    this.left = lost;
  }

  /** It is meant for the server that is named now. */
  give(): void {
    const origin = this.#to();
    if (origin === null) return;
    const before = this.#given.value === this.value ? this.#given.origins : [];
    this.#given = { value: this.value, origins: [...before.filter((each) => each !== origin), origin] };
  }
}

/** Headers as a person writes them, before they go with requests. */
export class HeaderRows {
  all = $state<HeaderRow[]>([]);
  readonly #onchange: () => void;
  readonly #to: () => string | null;
  readonly valid = $derived(this.all.every((row) => row.problem === null));
  readonly count = $derived(this.all.filter((row) => !row.empty).length);

  /**
   * `onchange` hears of everything that is typed, and of rows that go. `to`: the origin of the server they are for, null where none is
   * named; a secret that was given for one is held back from another.
   */
  constructor(onchange: () => void = () => undefined, to: () => string | null = () => null) {
    this.#onchange = onchange;
    this.#to = to;
  }

  /** As they are sent: without spaces around them, and without rows that are empty. */
  get sent(): readonly OwnHeader[] {
    return this.all
      .filter((row) => !row.empty)
      .map(({ name, value, secret }) => ({ name: name.trim(), value: value.trim(), secret }));
  }

  fill(headers: readonly GivenHeader[]): void {
    this.all = headers.map((header) => new HeaderRow(header, this.#to));
  }

  add(): void {
    this.all.push(new HeaderRow({ name: '', value: '' }, this.#to));
  }

  remove(row: HeaderRow): void {
    this.all = this.all.filter((each) => each !== row);
    this.changed();
  }

  /** The person says whether the value is a secret, whatever its name. */
  mark(row: HeaderRow, secret: boolean): void {
    row.marked = secret;
    this.changed();
  }

  /** Shows what is wrong. */
  check(): void {
    for (const row of this.all) row.left = true;
  }

  /** All of them are meant for the server that is named now. */
  give(): void {
    for (const row of this.all) row.give();
  }

  changed(): void {
    this.#onchange();
  }
}
