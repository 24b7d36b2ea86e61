import type { HeaderList } from '../wire/events.ts';

/** Members of `params` in order: key and value as JSON text, so that what was typed or received stays to the character. */
export type ParamList = readonly (readonly [key: string, valueText: string])[];

/** What a person adds to `_meta` of a request. */
export interface OwnMeta {
  /** As typed; blank adds nothing. */
  readonly text: string;
  /** Keys the protocol sets are replaced by those of the same name. Without it the protocol's stay. */
  readonly replaces: boolean;
}

/** How a connection speaks: what differs between the eras, behind one form. What an era lacks is absent. */
export interface Speech {
  readonly era: 'modern' | 'legacy';
  readonly revision: string;
  /** The body of a request. `progressToken` asks for progress under that token (JSON text); `own` is what a person adds to `_meta`. */
  request(id: string, method: string, params: ParamList, progressToken: string | null, own?: OwnMeta): string;
  /** The headers the specification asks for with a message; null where the body names no method. `version`: what the body says, where it says another. */
  headers(method: string | null, name: string | null, version?: string): HeaderList;
  /** Modern: the headers that repeat arguments of a tool, as its definition was listed last; none for one that was never listed. */
  parameterHeaders?(tool: string, argumentsText: string): HeaderList;
  /** Legacy: the message that cancels request `id`. Modern has none: closing the stream is the cancellation. */
  cancellation?(id: string, reason: string): string;
  /** Legacy: a notification without params. */
  notification?(method: string): string;
  /** Legacy: headers of a GET that opens a stream, or resumes one after `lastEventId`. */
  streamHeaders?(lastEventId: string | null): HeaderList;
  /** Legacy: headers of the DELETE that ends the session; null where there is no session. */
  sessionEnd?(): HeaderList | null;
}

/** What every POST carries, in both eras ("Sending Messages", basic/transports). */
export const CONTENT_HEADERS: HeaderList = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
];

/** JSON text of an object from members given as text. */
export function objectText(members: ParamList): string {
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/** JSON text of a request. Members keep their order; a body without members has no `params`. */
export function requestText(id: string, method: string, params: ParamList): string {
  const tail = params.length === 0 ? '' : `,"params":${objectText(params)}`;
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${tail}}`;
}
