/** How a client identifies itself (`Implementation` of the schema). */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** What Roundtrip claims to be on a connection. */
export interface ClientProfile {
  /** Shown and recorded: "What Roundtrip can answer". */
  readonly name: string;
  readonly clientInfo: ClientInfo;
  /** Client capabilities as raw JSON text, declared as typed; null for what can be answered in the revision. */
  readonly capabilitiesText: string | null;
}
