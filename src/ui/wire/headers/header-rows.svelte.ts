import { headerProblem } from '../../../engine/protocol/headers.ts';
import type { OwnHeader } from '../../../engine/session/contract.ts';

/** Names whose values are kept out of sight, out of the recording and out of what survives a reload. */
const secretName =
  /^(authorization|cookie)$|auth|token|secret|session|password|credential|api-?key|access-?key/i;

export function isSecretName(name: string): boolean {
  // The protocol's own headers carry no secret a person types.
  return !/^mcp-/i.test(name) && secretName.test(name.trim());
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
  readonly secret = $derived(isSecretName(this.name));
  readonly empty = $derived(this.name.trim() === '' && this.value === '');
  readonly problem = $derived.by(() => {
    if (this.empty) return null;
    if (this.lost && this.value === '') return 'Type the value again: a secret does not survive a reload';
    return headerProblem(this.name.trim(), this.value.trim());
  });
  readonly shownProblem = $derived(this.left ? this.problem : null);

  constructor(name: string, value: string, lost: boolean) {
    this.name = name;
    this.value = value;
    this.lost = lost;
    this.left = lost;
  }
}

/** Headers as a person writes them, before they go with requests. */
export class HeaderRows {
  all = $state<HeaderRow[]>([]);
  readonly #onchange: () => void;
  readonly valid = $derived(this.all.every((row) => row.problem === null));
  readonly count = $derived(this.all.filter((row) => !row.empty).length);

  /** `onchange` hears of everything that is typed, and of rows that go. */
  constructor(onchange: () => void = () => undefined) {
    this.#onchange = onchange;
  }

  /** As they are sent: without spaces around them, and without rows that are empty. */
  get sent(): readonly OwnHeader[] {
    return this.all
      .filter((row) => !row.empty)
      .map(({ name, value, secret }) => ({ name: name.trim(), value: value.trim(), secret }));
  }

  fill(headers: readonly { readonly name: string; readonly value: string; readonly lost?: boolean }[]): void {
    this.all = headers.map(({ name, value, lost = false }) => new HeaderRow(name, value, lost));
  }

  add(): void {
    this.all.push(new HeaderRow('', '', false));
  }

  remove(row: HeaderRow): void {
    this.all = this.all.filter((each) => each !== row);
    this.changed();
  }

  /** Shows what is wrong. */
  check(): void {
    for (const row of this.all) row.left = true;
  }

  changed(): void {
    this.#onchange();
  }
}
