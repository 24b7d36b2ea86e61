import type { BodyRef } from '../base/body.ts';
import { decodeString, member, parseDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { readDeclaredFromResponse, type Declared } from '../capabilities/declared.ts';
import { META_CLIENT_CAPABILITIES, META_CLIENT_INFO } from '../protocol/meta-keys.ts';
import type { Exchanges, ExchangeView } from './exchanges.ts';
import type { HandshakeView } from './handshakes.ts';

/** A handshake with the exchanges of its recording. */
export interface HandshakeEntry {
  readonly handshake: HandshakeView;
  readonly exchanges: Exchanges;
}

/** What a handshake that connected settled, read from what travelled. */
export interface Facts {
  readonly era: 'modern' | 'legacy';
  readonly revision: string;
  readonly asked: string;
  readonly method: string;
  /** The exchange that carried the declaration, and the event of its stream. */
  readonly exchange: number;
  readonly event: number | null;
  readonly declared: Declared;
  /** `name version`, as the client said it. */
  readonly client: string;
  readonly clientCapabilitiesText: string;
  readonly sessionId: string | null;
}

/** Why there are no facts: it did not connect, it still runs, or what it said can't be read. */
export interface NoFacts {
  readonly problem: string;
}

interface Answered {
  readonly view: ExchangeView;
  readonly body: BodyRef;
  readonly event: number | null;
}

/** The exchange of the attempt that was asked `initialize` or `server/discover`, and the message that answered. */
function answeredOf({ handshake, exchanges }: HandshakeEntry): Answered | null {
  const { outcome } = handshake;
  if (outcome?.kind !== 'connected') return null;
  const attempt = handshake.attempts.find((each) => each.attempt === outcome.attempt);
  for (const number of attempt?.exchanges.toReversed() ?? []) {
    const view = exchanges.get(number);
    if (view?.request.messages[0]?.kind !== 'request') continue;
    const { body } = view;
    if (body?.messages.some((message) => message.kind === 'result'))
      return { view, body: body.body, event: null };
    const event = view.sse.find((each) => each.messages.some((message) => message.kind === 'result'));
    if (event?.data) return { view, body: event.data, event: event.index };
  }
  return null;
}

/** The response itself, also where it came inside an array (2025-03-26). */
function responseIn(text: string): string {
  const read = parseDocument(text);
  const result = read.ok ? read.value.items?.find((item) => member(item, 'result') !== undefined) : undefined;
  return result ? sliceOf(text, result) : text;
}

interface Said {
  readonly client: string;
  readonly capabilitiesText: string;
}

function readRequest(text: string, era: 'modern' | 'legacy'): Said {
  const read = parseDocument(text);
  const params = read.ok ? member(read.value, 'params') : undefined;
  const from = era === 'modern' ? member(params, '_meta') : params;
  const info = member(from, era === 'modern' ? META_CLIENT_INFO : 'clientInfo');
  const capabilities = member(from, era === 'modern' ? META_CLIENT_CAPABILITIES : 'capabilities');
  const word = (node: JsonNode | undefined) => decodeString(text, node) ?? '';
  return {
    client: `${word(member(info, 'name'))} ${word(member(info, 'version'))}`.trim(),
    capabilitiesText: capabilities ? sliceOf(text, capabilities) : '{}',
  };
}

async function read(entry: HandshakeEntry): Promise<Facts | NoFacts> {
  const { outcome } = entry.handshake;
  if (outcome === null) return { problem: 'The handshake still goes on' };
  if (outcome.kind !== 'connected')
    return { problem: 'Nothing was declared: the handshake did not come to an end' };
  const answered = answeredOf(entry);
  if (!answered) return { problem: 'What the server declared is not in the recording' };
  const { view, body, event } = answered;
  const declared = readDeclaredFromResponse(responseIn(await body.text()), outcome.era);
  if (!declared.ok) return { problem: declared.message };
  const said = readRequest((await view.request.body?.text()) ?? '', outcome.era);
  const session = view.response?.headers.find(([name]) => name.toLowerCase() === 'mcp-session-id');
  return {
    era: outcome.era,
    revision: outcome.revision,
    asked: outcome.asked,
    method: view.request.messages[0]?.method ?? '',
    exchange: view.exchange,
    event,
    declared: declared.value,
    client: said.client,
    clientCapabilitiesText: said.capabilitiesText,
    sessionId: session?.[1] ?? null,
  };
}

const known = new WeakMap<object, Promise<Facts | NoFacts>>();

/** The facts of a handshake. A handshake as it stands is read once. */
export function readFacts(entry: HandshakeEntry): Promise<Facts | NoFacts> {
  const found = known.get(entry.handshake);
  if (found) return found;
  const reading = read(entry);
  known.set(entry.handshake, reading);
  return reading;
}

/** Whether there are facts, and not the reason why there are none. */
export function hasFacts(facts: Facts | NoFacts | undefined): facts is Facts {
  return facts !== undefined && !('problem' in facts);
}
