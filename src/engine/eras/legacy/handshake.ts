import type { HeaderList } from '../../wire/events.ts';
import { CONTENT_HEADERS, requestText } from '../era.ts';

/** The body of `initialize`: version asked for, capabilities and client info as JSON text (2025-11-25, basic/lifecycle). */
export function initializeText(
  id: string,
  version: string,
  capabilities: string,
  clientInfo: string,
): string {
  return requestText(id, 'initialize', [
    ['protocolVersion', JSON.stringify(version)],
    ['capabilities', capabilities],
    ['clientInfo', clientInfo],
  ]);
}

/** Headers of `initialize`: neither a session id nor a version header, since nothing is settled yet. */
export const INITIALIZE_HEADERS: HeaderList = CONTENT_HEADERS;
