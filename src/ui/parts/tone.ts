/** What a tint means. The word beside it says the same. */
export type Tone =
  'out' | 'in' | 'wait' | 'done' | 'fail' | 'old' | 'ext' | 'added' | 'removed' | 'changed' | 'plain';

export type Severity = 'error' | 'warning' | 'info';

export interface ChipData {
  readonly text: string;
  readonly tone?: Tone;
}

/** The class of a mark: no class is an error. */
export const MARK_CLASS: Readonly<Record<Severity, string>> = { error: '', warning: 'warn', info: 'info' };

export const SEVERITY_WORD: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'information',
};

const RANK: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 };

/** The worst of several; undefined of none. */
export function worst(severities: readonly Severity[]): Severity | undefined {
  return severities.reduce<Severity | undefined>(
    (found, severity) => (found === undefined || RANK[severity] > RANK[found] ? severity : found),
    undefined,
  );
}
