import type { ListMethod } from '../protocol/lists.ts';
import type { ResponderSettings } from '../responders/responders.ts';
import type { RoundLimits } from '../rounds/automatic.ts';
import type { CallSubject } from '../rounds/draft.ts';
import type { ConnectOptions } from '../session/contract.ts';
import type { Recording } from '../wire-log/recording.ts';

/** One way to connect: another revision, server or client profile than that of the column beside it. */
export interface ComparisonColumn {
  /** Stands over the column: `2025-11-25`. Unique in its plan. */
  readonly title: string;
  readonly options: ConnectOptions;
}

/** A call that each column makes. */
export interface ComparedCall {
  readonly subject: CallSubject;
  /** Also where the tool is not listed, or its input schema refuses the arguments. */
  readonly anyway: boolean;
}

/** What a comparison does. */
export interface ComparisonPlan {
  readonly columns: readonly ComparisonColumn[];
  readonly calls: readonly ComparedCall[];
  /** How often each column connects, lists and calls; times are the median of them. At least 1. */
  readonly runs: number;
  /** What answers the questions of a server: nobody is asked while a comparison runs. */
  readonly responders: ResponderSettings;
  readonly limits: RoundLimits;
}

/** A call in one run: it was made under this number of the run's session, or was left out and why. */
export type CallMade =
  /** `givenUp`: what it waited for a person for; nobody is there. */
  | { readonly kind: 'made'; readonly call: number; readonly givenUp?: string }
  | { readonly kind: 'left out'; readonly reason: string };

/** One time that a column connected, listed and called: what it recorded. */
export interface ColumnRun {
  readonly recording: Recording;
  /** By the place in the plan; shorter than that where it did not come so far. */
  readonly calls: readonly CallMade[];
  /** The secret behind a placeholder of the recording; absent where nobody knows any. */
  readonly reveal?: (placeholder: string) => string | null;
}

/** The lists that are compared, in the order in which they are asked for. */
export const COMPARED_LISTS: readonly ListMethod[] = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
];
