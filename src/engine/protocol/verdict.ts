/** What an attempt's answer means, by the table of choices; `reason` is shown as is. */
export interface Verdict {
  readonly kind:
    | 'modern'
    | 'legacy'
    /** Try `initialize` next. */
    | 'try-legacy'
    /** Ask once more with `retryVersion`. */
    | 'retry-modern'
    /** Stop and report. */
    | 'stop';
  /** Row of the table that decided, constant: `method-not-found`, `version-mismatch`, … */
  readonly rule: string;
  /** One sentence, with the evidence: "The server answered server/discover with 400 and -32000; a modern server must know that method." */
  readonly reason: string;
  readonly retryVersion?: string;
  /** The legacy version to ask for, where the answer listed one. */
  readonly legacyVersion?: string;
  /** Something was not as it should be, although the verdict stands. */
  readonly warning?: string;
}

/** One step of how we know. */
export interface Evidence {
  readonly exchange?: number;
  /** What was sent: "POST server/discover", "GET, no-cors". */
  readonly sent: string;
  readonly good: boolean;
  /** What came of it: "no answer a page may read". */
  readonly saw: string;
  /** Milliseconds. */
  readonly ms?: number;
}
