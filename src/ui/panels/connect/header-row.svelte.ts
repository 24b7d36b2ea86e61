import { headerProblem } from '../../../engine/protocol/headers.ts';

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
