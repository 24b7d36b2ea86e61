export interface SegmentOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
  /** Why it can't be chosen, or what choosing it means. */
  readonly reason?: string;
}
