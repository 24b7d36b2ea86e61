import type { CellContent, MatrixRow } from '../../../engine/comparison/matrix.ts';
import { cellText } from './rows.ts';

/** What a row says of the two sides that are open. */
export interface OpenedRow {
  readonly label: string;
  readonly left: string;
  readonly right: string;
  /** What that means to who calls; empty where the two values say it all. */
  readonly meaning: string;
}

/** Both values of a row, whose diff may say nothing of it: a session, or for how long a list may be kept. Null where a side did not come so far. */
export function openedRow(
  row: Pick<MatrixRow, 'key' | 'label'>,
  left: CellContent | undefined,
  right: CellContent | undefined,
): OpenedRow | null {
  if (!left || !right || left.kind === 'unknown' || right.kind === 'unknown') return null;
  const words = { left: cellText(left).text, right: cellText(right).text };
  return {
    label: row.label,
    ...words,
    meaning: words.left === words.right ? 'Both are the same' : meaningOf(row.key, left, right),
  };
}

function meaningOf(key: string, left: CellContent, right: CellContent): string {
  if (key === 'session') {
    if (right.kind === 'none') return 'No request names a session any more: each one stands for itself';
    return left.kind === 'none'
      ? 'Each request after the handshake names the session that the server began'
      : '';
  }
  if (key === 'attempts') return 'The first message that a client sends is another one';
  if (key.endsWith(' kept')) {
    if (left.kind === 'none')
      return 'A client may now keep the list for that long, and need not ask again meanwhile';
    return right.kind === 'none' ? 'The server no longer says for how long the list holds' : '';
  }
  return '';
}
