import type { CapabilityRow } from '../../../engine/capabilities/rows.ts';
import { findCapability } from '../../../engine/protocol/capabilities.ts';
import type { Term } from '../../../engine/protocol/terms.ts';

/** What the name of a row stands for. */
export function rowTerm({ side, path }: CapabilityRow): Term {
  const [top, key] = path;
  if (top === 'extensions' && key !== undefined) return { kind: 'extension', id: key };
  return { kind: 'capability', side, path };
}

/** What a word beside it stands for: `listChanged`, `tools.call`, `listChanged: false`. */
export function declaredTerm({ side, path }: CapabilityRow, word: string): Term {
  const parts = (word.split(':')[0] ?? '').split('.');
  const own = [...path, ...parts];
  // `requests` only groups what follows, and is left out of the words.
  const grouped = [...path, 'requests', ...parts];
  return { kind: 'capability', side, path: findCapability(side, own) ? own : grouped };
}
