import { preflightNames, type KnownAnswer } from '../wire/known-answer.ts';
import type { WireEvent } from '../wire/events.ts';
import type { Recording } from './recording.ts';

type Request = Extract<WireEvent, { type: 'request' }>;
type Response = Extract<WireEvent, { type: 'response' }>;

/**
 * The newest answer this page could read from the server that gave exchange `failed` none: at the same URL, else at another path of
 * its origin. Undefined where the recording holds none.
 */
export function answeredBefore(recording: Recording, failed: number): KnownAnswer | undefined {
  const requests = new Map<number, Request>();
  const responses: Response[] = [];
  let failedAt = 0;
  for (let index = 0; index < recording.length; index++) {
    const entry = recording.at(index);
    if (entry?.type === 'request') requests.set(entry.exchange, entry);
    else if (entry?.type === 'response') responses.push(entry);
    else if (entry?.type === 'end' && entry.exchange === failed) failedAt = entry.at;
  }
  const asked = requests.get(failed);
  if (!asked) return undefined;
  const { origin } = new URL(asked.url);

  const had = new Set<string>();
  let here: { request: Request; response: Response } | undefined;
  let elsewhere: { request: Request; response: Response } | undefined;
  for (const response of responses) {
    const request = requests.get(response.exchange);
    // An opaque answer says that something is there, and nothing of what a page may read.
    if (request?.mode !== 'cors') continue;
    if (request.url === asked.url) {
      here = { request, response };
      had.add(request.method);
      for (const name of preflightNames(request.headers)) had.add(name);
    } else if (new URL(request.url).origin === origin) elsewhere = { request, response };
  }
  const found = here ?? elsewhere;
  if (!found) return undefined;
  const { request, response } = found;
  return {
    exchange: response.exchange,
    agoMs: Math.max(0, failedAt - response.at),
    sent: [request.method, request.messages[0]?.method].filter(Boolean).join(' '),
    status: response.status,
    path: here ? null : new URL(request.url).pathname,
    unlike: here ? [asked.method, ...preflightNames(asked.headers)].filter((each) => !had.has(each)) : [],
  };
}
