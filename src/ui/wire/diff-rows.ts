import { straightText } from '../../engine/base/visible-text.ts';
import { severityCounts, type DiffReport, type ReportedDifference } from '../../engine/diff/report.ts';
import type { ChipData, Tone } from '../parts/tone.ts';

/** A value as it came; a text that can't be taken for anything else stands without its quotes. */
export function shownValue(json: string | undefined): string | undefined {
  if (!json?.startsWith('"')) return json === undefined ? json : straightText(json);
  let text: unknown;
  try {
    text = JSON.parse(json);
  } catch {
    return straightText(json);
  }
  return typeof text === 'string' && isPlain(text) ? text : straightText(json);
}

/** Neither JSON itself, nor empty, nor with anything at its edges or inside that can't be seen. */
function isPlain(text: string): boolean {
  return text !== '' && text === text.trim() && !/\p{C}/u.test(text) && !isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const KIND_TONES: readonly (readonly [ReportedDifference['kind'], Tone])[] = [
  ['added', 'added'],
  ['removed', 'removed'],
  ['renamed', 'changed'],
  ['changed', 'changed'],
  ['moved', 'changed'],
];

/** How many of each kind, those that occur: `1 added`. What is declared as before, and only deprecated by one revision, did not change. */
export function diffCounts(
  differences: readonly Pick<ReportedDifference, 'kind' | 'before' | 'after' | 'deprecatedSince'>[],
): readonly ChipData[] {
  const isAsBefore = (each: (typeof differences)[number]) =>
    each.before === undefined && each.after === undefined && each.deprecatedSince !== undefined;
  const other = differences.filter((each) => !isAsBefore(each));
  const deprecated = differences.length - other.length;
  const counts = KIND_TONES.flatMap(([kind, tone]): ChipData[] => {
    const count = other.filter((difference) => difference.kind === kind).length;
    return count > 0 ? [{ text: `${count} ${kind}`, tone }] : [];
  });
  return deprecated > 0 ? [...counts, { text: `${deprecated} deprecated`, tone: 'old' }] : counts;
}

/** What there is where nothing breaks: `4 other differences: 1 unclear, 3 compatible`. */
export function restWords({ differences, forms }: Pick<DiffReport, 'differences' | 'forms'>): string {
  if (differences.length === 0)
    return `No value differs; ${forms.length === 1 ? 'one is' : `${forms.length} are`} written in another way`;
  const { unclear, compatible, wording } = severityCounts(differences);
  const words = [
    ...(unclear > 0 ? [`${unclear} unclear`] : []),
    ...(compatible > 0 ? [`${compatible} compatible`] : []),
    ...(wording > 0 ? [`${wording} in wording only`] : []),
  ].join(', ');
  const other = differences.length === 1 ? '1 other difference' : `${differences.length} other differences`;
  return `${other}: ${words}`;
}
