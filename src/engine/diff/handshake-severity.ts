import { isActive } from '../capabilities/nodes.ts';
import { findCapability } from '../protocol/capabilities.ts';
import { TASKS_EXTENSION } from '../protocol/extensions.ts';
import { existsIn, type Era } from '../protocol/revisions.ts';
import type { CapabilityChange, CapabilityEnd } from './capability-meaning.ts';
import type { Severity } from './severity.ts';

/** What a change of a capability is to who calls the server. Of what the client declares itself nothing can break, but the server may follow it. */
export function capabilitySeverity(change: CapabilityChange, to: CapabilityEnd): Severity {
  const { side, path, before, after } = change;
  const was = before !== undefined && isActive(before.valueText);
  const is = after !== undefined && isActive(after.valueText);
  if (!was && !is) return 'wording';
  if (side === 'client') return !was ? 'compatible' : 'unclear';
  const [top, id] = path;
  if (top === 'extensions' && id !== undefined) {
    if (!was) return 'compatible';
    const inCore = id === TASKS_EXTENSION && to.nodes.some((node) => node.path[0] === 'tasks');
    return is || inCore || path.length > 2 ? 'unclear' : 'breaking';
  }
  const fact = findCapability(side, path);
  // What nobody defined may mean anything.
  if (fact === undefined || (top === 'experimental' && id !== undefined))
    return was ? 'unclear' : 'compatible';
  if (was && is) return 'wording';
  if (is) return 'compatible';
  const { movedTo } = fact;
  const moved =
    movedTo !== undefined &&
    !existsIn(to.revision, fact) &&
    to.nodes.some(
      (node) => node.path.length === 2 && node.path[0] === 'extensions' && node.path[1] === movedTo,
    );
  return moved ? 'unclear' : 'breaking';
}

interface Spoken {
  readonly revision: string;
  readonly era: Era;
}

/** What another revision on the connection is to who speaks the earlier one; `supported` where the server says what it supports. */
export function versionSeverity(
  before: Spoken,
  after: Spoken,
  supported: readonly string[] | undefined,
): Severity {
  if (supported?.includes(before.revision)) return 'compatible';
  // What server/discover lists says nothing about what initialize may still settle.
  return supported === undefined || before.era !== after.era ? 'unclear' : 'breaking';
}

/** What other supported versions are to who speaks one of them; undefined where absent or unreadable. */
export function supportedVersionsSeverity(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): Severity {
  if (after === undefined) return 'unclear';
  if (before === undefined) return 'compatible';
  if (before.some((version) => !after.includes(version))) return 'breaking';
  return after.some((version) => !before.includes(version)) ? 'compatible' : 'wording';
}
