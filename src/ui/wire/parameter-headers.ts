import { PARAMETER_HEADER_PREFIX } from '../../engine/protocol/headers.ts';
import type { HeaderList } from '../../engine/wire/events.ts';

/** Of the headers of a request, those that repeat arguments of a tool. */
export function parameterHeadersOf(headers: HeaderList): HeaderList {
  const prefix = PARAMETER_HEADER_PREFIX.toLowerCase();
  return headers.filter(([name]) => name.toLowerCase().startsWith(prefix));
}
