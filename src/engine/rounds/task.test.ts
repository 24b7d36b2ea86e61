import { describe, expect, test } from 'vitest';
import { declaresTasks, goesOn, readTask } from './task.ts';

const task = (members: object) => readTask({ taskId: 't', status: 'working', ...members });

describe('what a task comes to', () => {
  test.each<[rule: string, members: object, outcome: object]>([
    ['it works', {}, { kind: 'task', taskId: 't', status: 'working' }],
    ['it says how far it is', { statusMessage: 'half' }, { kind: 'task', message: 'half' }],
    ['it was cancelled', { status: 'cancelled' }, { kind: 'task', status: 'cancelled' }],
    [
      'it asks',
      { status: 'input_required', inputRequests: { __proto__: null, a: {} } },
      { kind: 'input required', keys: ['a'], hasState: false },
    ],
    [
      'it asks, and says nothing of what',
      { status: 'input_required' },
      { kind: 'task', status: 'input_required' },
    ],
    [
      'it was made asking',
      { resultType: 'task', status: 'input_required', inputRequests: { a: {} } },
      { kind: 'task' },
    ],
    ['it is done', { status: 'completed', result: { content: [] } }, { kind: 'complete' }],
    [
      'it is done, and the tool failed',
      { status: 'completed', result: { isError: true } },
      { kind: 'complete', isError: true },
    ],
    ['it is done without a result', { status: 'completed' }, { kind: 'unusable' }],
    [
      'it was made done: the result is still to be got',
      { resultType: 'task', status: 'completed' },
      { kind: 'task' },
    ],
    [
      'it failed',
      { status: 'failed', error: { code: -32603, message: 'no' } },
      { kind: 'error', errorCode: -32603, message: 'no' },
    ],
    ['it failed without an error', { status: 'failed' }, { kind: 'unusable' }],
    ['it has a status of its own', { status: 'resting' }, { kind: 'unusable' }],
  ])('%s', (_rule, members, outcome) => {
    expect(task(members)?.outcome).toMatchObject(outcome);
  });

  test.each([{}, { taskId: 7, status: 'working' }, { taskId: 't' }])('%j names none', (result) => {
    expect(readTask(result)).toBeNull();
  });
});

test.each([
  [5000, 5000],
  [0, 50],
  [-1, 1000],
  ['5', 1000],
  [undefined, 1000],
])('with pollIntervalMs %s it is asked about after %i ms', (pollIntervalMs, ms) => {
  expect(task({ pollIntervalMs })?.pollMs).toBe(ms);
});

test.each([
  ['{"extensions":{"io.modelcontextprotocol/tasks":{}}}', true],
  ['{"extensions":{"io.modelcontextprotocol/tasks":null}}', false],
  ['{"extensions":{}}', false],
  ['{"tasks":{}}', false],
  ['{', false],
])('%s declares tasks: %s', (text, declares) => {
  expect(declaresTasks(text)).toBe(declares);
});

test('only what is cancelled does not go on', () => {
  expect(goesOn({ kind: 'task', taskId: 't', status: 'working' })).toBe(true);
  expect(goesOn({ kind: 'task', taskId: 't', status: 'cancelled' })).toBe(false);
  expect(goesOn({ kind: 'complete' })).toBe(false);
});
