import { askChat } from '../responders/chat.ts';
import { respond, type ChatEndpoint, type ResponderSettings } from '../responders/responders.ts';
import type { ResponderAnswer } from '../rounds/automatic.ts';

/** What answers input requests while nobody else does. */
export interface Answering {
  readonly fetch: typeof fetch;
  responders(): ResponderSettings;
  /** The key of the chat endpoint; empty where there is none. */
  chatKey(): string;
}

/** Answers an input request by the responders. `turn`: the how manieth sampling request of its call it is. Never rejects for what an endpoint does. */
export async function answerInput(
  host: Answering,
  inputRequestText: string,
  turn: number,
  signal: AbortSignal,
): Promise<ResponderAnswer> {
  const response = respond(host.responders(), inputRequestText, turn);
  return response.kind === 'endpoint'
    ? askEndpoint(host, response.endpoint, inputRequestText, signal)
    : response;
}

/** The answer of a chat endpoint, or why there is none. */
export async function askEndpoint(
  host: Answering,
  endpoint: ChatEndpoint,
  requestText: string,
  signal: AbortSignal,
): Promise<ResponderAnswer> {
  const answer = await askChat({ fetch: host.fetch, endpoint, key: host.chatKey(), requestText, signal });
  return answer.ok ? { kind: 'answer', text: answer.value } : { kind: 'fail', reason: answer.message };
}
