import { describe, expect, it } from 'vitest';
import { whyNoAnswer } from '../wire/known-answer.ts';
import { answeredBefore } from './answered-before.ts';
import { Recording } from './recording.ts';

interface Sent {
  readonly url?: string;
  readonly method?: 'POST' | 'GET' | 'DELETE';
  readonly headers?: readonly string[];
  readonly mode?: 'cors' | 'no-cors';
  readonly at?: number;
  readonly answered?: boolean;
}

const HERE = 'http://127.0.0.1:3000/mcp';

/** What is known of the server once the last of `all` has failed. */
function knownAfter(...all: readonly Sent[]) {
  const recording = new Recording();
  all.forEach(
    ({ url = HERE, method = 'POST', headers = [], mode = 'cors', at = 0, answered = true }, index) => {
      const exchange = index + 1;
      recording.append({
        type: 'request',
        at,
        exchange,
        method,
        url,
        headers: headers.map((name) => [name, 'x'] as const),
        body: null,
        messages: [{ kind: 'request', id: '1', method: 'tools/call' }],
        mode,
      });
      if (answered) {
        recording.append({
          type: 'response',
          at,
          exchange,
          status: mode === 'cors' ? 200 : 0,
          statusText: '',
          headers: [],
          mediaType: null,
          url,
          redirected: false,
        });
      }
      recording.append({ type: 'end', at, exchange, how: answered ? 'complete' : 'failed', bytes: 0 });
    },
  );
  return answeredBefore(recording, all.length);
}

describe('what an earlier answer says of a request that got none', () => {
  it.each<[string, readonly Sent[], string]>([
    ['nothing was answered', [{ answered: false }, { answered: false }], 'CORS or network'],
    [
      'an opaque answer is none that a page may read',
      [{ mode: 'no-cors' }, { answered: false }],
      'CORS or network',
    ],
    ['another server', [{ url: 'http://127.0.0.1:3001/mcp' }, { answered: false }], 'CORS or network'],
    [
      'the same request was answered',
      [{ headers: ['Mcp-Name'] }, { headers: ['Mcp-Name', 'Accept'], at: 40_000, answered: false }],
      'the network, likelier than CORS: the server answered this page 40 s ago',
    ],
    [
      'each header was let through, if not in one request',
      [{ headers: ['A'] }, { headers: ['B'] }, { headers: ['a', 'b'], at: 100, answered: false }],
      'the network, likelier than CORS: the server answered this page just before',
    ],
    [
      'a header that no answered request had',
      [{ headers: ['A'] }, { headers: ['A', 'Mcp-Param-Owner', 'Mcp-Name'], at: 180_000, answered: false }],
      'CORS or network; the server answered this page 3 min ago, but no request with mcp-name and mcp-param-owner yet',
    ],
    [
      'a method that no answered request had',
      [{}, { method: 'DELETE', at: 7_200_000, answered: false }],
      'CORS or network; the server answered this page 2 h ago, but no request with DELETE yet',
    ],
    [
      'another path of the same origin',
      [{ url: 'http://127.0.0.1:3000/other?x' }, { at: 2000, answered: false }],
      'CORS or network; the server answered this page 2 s ago at /other, but not yet at this path',
    ],
    [
      'the same path counts before a newer answer at another',
      [{}, { url: 'http://127.0.0.1:3000/other' }, { at: 2000, answered: false }],
      'the network, likelier than CORS: the server answered this page 2 s ago',
    ],
  ])('%s', (_what, sent, words) => {
    expect(whyNoAnswer(knownAfter(...sent))).toBe(words);
  });

  it('names the exchange it stands on', () => {
    expect(knownAfter({}, { answered: false })).toMatchObject({
      exchange: 1,
      sent: 'POST tools/call',
      status: 200,
    });
  });
});
