import type { Recording } from './recording.ts';

/** A handshake of an earlier page, with its own recording. */
export interface KeptRecording {
  readonly number: number;
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly recording: Recording;
}

/** What a recording file holds: a recording, and the earlier handshakes that what it shows is compared with. */
export interface ExportContent {
  readonly recording: Recording;
  readonly kept: readonly KeptRecording[];
}
