import { turnName } from '../../engine/base/visible-text.ts';
import type { Piece, RawLine } from './raw-lines.ts';

/**
 * Draws lines into an element. By hand: a text has thousands of pieces that never change one by one, and as a template each
 * of them would cost twenty times as much. Text goes in as text nodes and never as mark-up.
 */
export function paint(target: Element, lines: readonly RawLine[]): void {
  const all = document.createDocumentFragment();
  lines.forEach((line, number) => {
    const row = document.createElement('span');
    row.className = 'jl';
    if (line.indent > 0) row.style.setProperty('--i', String(line.indent));
    for (const run of line.runs) {
      if (run.mark === undefined) {
        addPieces(row, run.pieces);
        continue;
      }
      const mark = document.createElement('mark');
      mark.className = run.mark;
      addPieces(mark, run.pieces);
      row.append(mark);
    }
    // Inside the row, so that a selection copies the text's own line breaks.
    if (number < lines.length - 1) row.append('\n');
    all.append(row);
  });
  target.replaceChildren(all);
}

function addPieces(parent: Element, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    if (piece.turns) {
      parent.append(turnMark(piece.text, piece.text));
      continue;
    }
    if (piece.look === '') {
      parent.append(piece.text);
      continue;
    }
    const span = document.createElement('span');
    span.className = piece.look;
    span.textContent = piece.text;
    parent.append(span);
  }
}

/**
 * A character that turns the direction, drawn as its name. `held` is the text of the mark: the character itself where a selection
 * is to copy it. What is drawn is no text.
 */
export function turnMark(turn: string, held: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'turn';
  mark.dataset['turn'] = turnName(turn);
  mark.title = `${turnName(turn)} turns the direction of the text around it; here it does not`;
  mark.textContent = held;
  return mark;
}
