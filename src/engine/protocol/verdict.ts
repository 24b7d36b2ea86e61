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
  /** What the rest of the connection speaks; present with `modern` and `legacy` only. */
  readonly revision?: string;
  /** The modern version to ask for: next with `retry-modern`, a way on for the person with `stop`. */
  readonly retryVersion?: string;
  /** The legacy version to ask for, where the answer listed one: next with `try-legacy`, a way on with `stop`. */
  readonly legacyVersion?: string;
  /** Something was not as it should be, although the verdict stands. One or more sentences. */
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
