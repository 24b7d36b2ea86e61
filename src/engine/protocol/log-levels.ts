/** How severe a log message is, least first (RFC 5424; server/utilities/logging). */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/** A level of a log message. */
export type LogLevel = (typeof LOG_LEVELS)[number];
