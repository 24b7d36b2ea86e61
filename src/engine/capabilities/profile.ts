/** How a client identifies itself (`Implementation` of the schema). */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
}

/** A capability or a part of one that a person switches. `tasks` of 2025-11-25 is not among them: it is for raw JSON. */
export type SwitchPath =
  | 'elicitation'
  | 'elicitation.form'
  | 'elicitation.url'
  | 'sampling'
  | 'sampling.tools'
  | 'sampling.context'
  | 'roots'
  | 'roots.listChanged';

/** Every switch, parents before their parts. */
export const SWITCHES: readonly SwitchPath[] = [
  'elicitation',
  'elicitation.form',
  'elicitation.url',
  'sampling',
  'sampling.tools',
  'sampling.context',
  'roots',
  'roots.listChanged',
];

/** What is declared where nothing else is said: `answers` and `go-sdk` infer it from the responders, the others are fixed. */
export type InferenceRule = 'answers' | 'go-sdk' | 'everything' | 'nothing';

/** An extension that a client declares. */
export interface DeclaredExtension {
  /** `vendor-prefix/name`; blank is left out. */
  readonly id: string;
  /** Its settings as typed, a JSON object; blank is `{}`, never null. */
  readonly settingsText: string;
}

/** What a person says about capabilities; it overrides what is inferred. */
export interface CapabilitySettings {
  /** On or off; a path that is absent is inferred. */
  readonly switches: Readonly<Partial<Record<SwitchPath, boolean>>>;
  readonly extensions: readonly DeclaredExtension[];
  /** The value of `experimental` as typed, a JSON object; blank leaves it out. */
  readonly experimentalText: string;
}

/** Nothing said: everything is inferred. */
export const NO_SETTINGS: CapabilitySettings = { switches: {}, extensions: [], experimentalText: '' };

/** What Roundtrip claims to be on a connection. */
export interface ClientProfile {
  /** Shown and recorded: "What Roundtrip can answer". */
  readonly name: string;
  readonly clientInfo: ClientInfo;
  /** Client capabilities as raw JSON text, declared as typed in every revision; null where rule and settings say them. */
  readonly capabilitiesText: string | null;
  /** `answers` where absent. */
  readonly rule?: InferenceRule;
  readonly settings?: CapabilitySettings;
}
