/** What a server has to answer, and how we know, in words. */
import type { Diagnosis } from '../../../engine/wire-log/notes.ts';

/** A value of a header line, and whether the server refuses it now. */
export interface HeaderPart {
  readonly text: string;
  readonly marked: boolean;
}

/** The values of a header line, those refused now last, as in the list a server has to extend. */
export function headerParts(line: Diagnosis['headerLines'][number]): readonly HeaderPart[] {
  const marked = new Set(line.marked.map((each) => each.toLowerCase()));
  const isMarked = (value: string) => marked.has(value.toLowerCase());
  const ordered = [...line.values.filter((value) => !isMarked(value)), ...line.values.filter(isMarked)];
  return ordered.map((value, index) => ({
    text: index < ordered.length - 1 ? `${value}, ` : value,
    marked: isMarked(value),
  }));
}

/** The lines as a server's configuration takes them. */
export function headerText(lines: Diagnosis['headerLines']): string {
  return lines
    .map(
      (line) =>
        `${line.name}: ${headerParts(line)
          .map((part) => part.text)
          .join('')}`,
    )
    .join('\n');
}

/** What a row of evidence sent, around the thing it names: that is where it differs from the row above. */
export function sentParts(sent: string): readonly [before: string, named: string, after: string] {
  const [, before = sent, named = '', after = ''] =
    /^(POST, the same and |POST, only |GET, only |POST )([^\s,]+)(.*)$/s.exec(sent) ?? [];
  return [before, named, after];
}
