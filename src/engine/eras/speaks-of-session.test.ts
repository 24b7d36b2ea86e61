import { expect, test } from 'vitest';
import type { Answer } from '../wire/ask.ts';
import type { ResponseHead } from '../wire/exchange.ts';
import { readMessages } from '../wire/message.ts';
import { speaksOfSession } from './speaks-of-session.ts';

const answer = (status: number, text: string): Answer => {
  const head: ResponseHead = {
    ...{ status, mediaType: 'application/json', headers: [], url: 'https://h/mcp', redirected: false },
  };
  const content = readMessages(text);
  const [message] = content.kind === 'messages' ? content.messages : [];
  return message !== undefined && message.summary.kind !== 'invalid'
    ? { kind: 'message', message, head }
    : {
        kind: 'none',
        evidence: { kind: 'answered', head, bytes: 0, content: { kind: 'empty' }, preview: text },
      };
};
const error = (code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } });

test.each<[status: number, text: string, legacy: boolean]>([
  [400, error(-32000, 'missing session'), true],
  [400, error(-32600, 'Bad Request: Session ID required'), true],
  [400, error(-32000, 'Bad Request: Server not initialized'), true],
  [404, error(-32001, 'Session not found'), true],
  [400, 'No valid session ID provided', true],
  // What a modern server says too.
  [404, error(-32601, 'Method not found'), false],
  [400, error(-32602, 'Invalid arguments'), false],
  [200, error(-32603, 'The session store is down'), false],
  [500, error(-32603, 'The session store is down'), false],
  [400, '', false],
])('%i %s', (status, text, legacy) => {
  expect(speaksOfSession(answer(status, text))).toBe(legacy);
});
