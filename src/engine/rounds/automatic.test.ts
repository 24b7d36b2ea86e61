import { describe, expect, it } from 'vitest';
import { readAsked } from './asked.ts';
import { decideNext, type LoopState, type ResponderAnswer } from './automatic.ts';

const asks = (members: string) => readAsked(`{"result":{"resultType":"input_required",${members}}}`);
const base: LoopState = {
  asked: asks('"inputRequests":{"a":{"method":"roots/list"},"b":{"method":"roots/list"}}'),
  manual: false,
  requests: 1,
  emptyBefore: 0,
  limits: { requests: 10, empty: 3 },
};
const answered = new Map<string, ResponderAnswer>([
  ['a', { kind: 'answer', text: '1' }],
  ['b', { kind: 'answer', text: '2' }],
]);
const nothing = asks('"requestState":"s"');

describe('what the automatic driver does next', () => {
  it.each<[string, Partial<LoopState>, ReadonlyMap<string, ResponderAnswer>, object]>([
    [
      'answers every key',
      {},
      answered,
      {
        kind: 'send',
        answers: [
          ['a', '1'],
          ['b', '2'],
        ],
        delayMs: 0,
      },
    ],
    ['waits when the switch is on', { manual: true }, answered, { kind: 'wait', reason: 'manual' }],
    ['waits when a responder asks', {}, new Map([...answered, ['b', { kind: 'ask' }]]), { kind: 'wait' }],
    [
      'ends the call with the key and the reason when a responder fails',
      {},
      new Map([
        ['a', { kind: 'ask' }],
        ['b', { kind: 'fail', reason: 'outside the closed set' }],
      ]),
      { kind: 'fail', reason: 'No answer for b: outside the closed set' },
    ],
    ['sends the tenth request', { requests: 9 }, answered, { kind: 'send' }],
    ['hands over after the tenth request', { requests: 10 }, answered, { kind: 'wait' }],
    [
      'sends at once when nothing is asked',
      { asked: nothing },
      new Map(),
      { kind: 'send', answers: [], delayMs: 0 },
    ],
    ['pauses the second time', { asked: nothing, emptyBefore: 1 }, new Map(), { kind: 'send', delayMs: 250 }],
    ['hands over the third time', { asked: nothing, emptyBefore: 2 }, new Map(), { kind: 'wait' }],
    [
      'doubles the pause where the limit is higher',
      { asked: nothing, emptyBefore: 3, limits: { requests: 10, empty: 9 } },
      new Map(),
      { kind: 'send', delayMs: 1000 },
    ],
    [
      'treats an empty map as asking nothing',
      { asked: asks('"inputRequests":{}'), emptyBefore: 2 },
      new Map(),
      { kind: 'wait' },
    ],
  ])('%s', (_rule, change, responses, expected) => {
    expect(decideNext({ ...base, ...change }, responses)).toMatchObject(expected);
  });
});
