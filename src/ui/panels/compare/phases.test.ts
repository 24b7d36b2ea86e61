import { expect, test } from 'vitest';
import type { LadderStep } from '../../../engine/views/ladder.ts';
import { phasesOf } from './phases.ts';

function message(direction: 'out' | 'in', label: string): LadderStep {
  return {
    kind: 'message',
    key: label,
    exchange: 1,
    event: null,
    direction,
    atMs: 0,
    label,
    id: null,
    outcome: null,
    detail: '',
    status: '',
    bytes: null,
    ms: null,
    oneWay: false,
    failed: false,
    cut: false,
    slim: false,
    finding: null,
    serverHolds: { before: false, after: false },
  };
}

const band: LadderStep = { kind: 'band', key: 'band', name: 'Round 1', text: '', waiting: false };
const out = (label: string) => message('out', label);
const back = (label: string) => message('in', label);

const shown = (ladders: readonly (readonly LadderStep[])[]) =>
  phasesOf(ladders).map(({ name, steps }) => [
    name,
    ...steps.map((own) => own.map(({ key }) => key).join(' ')),
  ]);

test.each([
  ['nothing was sent', [[], []], []],
  [
    'a call that asks nothing',
    [
      [band, out('call'), back('result')],
      [out('call'), back('result')],
    ],
    [
      ['Call', 'call', 'call'],
      ['Result', 'result', 'result'],
    ],
  ],
  [
    'a request on a stream stands beside a result that asks',
    [
      [out('call'), back('elicit'), out('response'), back('202'), back('result')],
      [band, out('call'), back('asks'), band, out('call again'), back('result')],
    ],
    [
      ['Call', 'call', 'call'],
      ['The server asks', 'elicit', 'asks'],
      ['Answer', 'response', 'call again'],
      ['Result', '202 result', 'result'],
    ],
  ],
  [
    'the result stands last where one asked less',
    [
      [out('call'), back('error')],
      [out('call'), back('asks'), out('call again'), back('result')],
    ],
    [
      ['Call', 'call', 'call'],
      ['The server asks', '', 'asks'],
      ['Answer', '', 'call again'],
      ['Result', 'error', 'result'],
    ],
  ],
  ['one that was never answered', [[out('call')], []], [['Call', 'call', '']]],
] as const)('%s', (_, ladders, expected) => {
  expect(shown(ladders)).toEqual(expected);
});
