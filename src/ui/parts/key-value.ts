import type { ChipData } from './tone.ts';
import type { Words } from './words.ts';

export interface KeyValueRow {
  readonly key: string;
  readonly value: Words;
  readonly note?: string;
  readonly chips?: readonly ChipData[];
}
