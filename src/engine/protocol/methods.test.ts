import { describe, expect, test } from 'vitest';
import { findMethod, formsOfMethod, METHODS, nameFieldOf } from './methods.ts';
import { existsIn } from './revisions.ts';

const LEGACY = [
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/message',
  'notifications/progress',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/roots/list_changed',
  'notifications/tools/list_changed',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'roots/list',
  'sampling/createMessage',
  'tools/call',
  'tools/list',
];
const ELICITATION = ['elicitation/create'];
const TASKS = [
  'notifications/elicitation/complete',
  'notifications/tasks/status',
  'tasks/cancel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
];
const MODERN = [
  'completion/complete',
  'elicitation/create',
  'notifications/cancelled',
  'notifications/message',
  'notifications/progress',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/subscriptions/acknowledged',
  'notifications/tools/list_changed',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'roots/list',
  'sampling/createMessage',
  'server/discover',
  'subscriptions/listen',
  'tools/call',
  'tools/list',
];

// The methods of each revision's schema.
test.each([
  ['2025-03-26', LEGACY],
  ['2025-06-18', [...LEGACY, ...ELICITATION]],
  ['2025-11-25', [...LEGACY, ...ELICITATION, ...TASKS]],
  ['2026-07-28', MODERN],
])('%s has exactly the methods of its schema', (version, names) => {
  const found = METHODS.filter((method) => existsIn(version, method) && method.extension === undefined);
  expect(found.map((method) => method.name).sort()).toEqual([...names].sort());
});

describe('rounds', () => {
  test.each(['tools/call', 'prompts/get', 'resources/read'])('%s has rounds from 2026-07-28 on', (name) => {
    expect(findMethod(name, '2026-07-28')?.rounds).toBe(true);
    expect(findMethod(name, '2025-11-25')?.rounds).toBeUndefined();
  });

  test('no other method has them', () => {
    expect(METHODS.filter((method) => method.rounds).map((method) => method.name)).toEqual([
      'tools/call',
      'resources/read',
      'prompts/get',
    ]);
  });
});

test.each([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
  ['tools/list', undefined],
  ['constructor', undefined],
])('Mcp-Name of %s repeats params.%s', (name, field) => {
  expect(nameFieldOf(name)).toBe(field);
});

test.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])(
  '%s is a request of the server in 2025-11-25 and carried in results in 2026-07-28',
  (name) => {
    expect(findMethod(name, '2025-11-25')?.kind).toBe('request');
    expect(findMethod(name, '2026-07-28')?.kind).toBe('input request');
    expect(formsOfMethod(name)).toHaveLength(2);
  },
);

test('progress comes from the server alone in 2026-07-28', () => {
  expect(findMethod('notifications/progress', '2025-11-25')?.direction).toBe('both');
  expect(findMethod('notifications/progress', '2026-07-28')?.direction).toBe('server to client');
});

test('tasks are an extension in 2026-07-28', () => {
  expect(findMethod('tasks/get', '2025-11-25')?.extension).toBeUndefined();
  expect(findMethod('tasks/get', '2026-07-28')?.extension).toBe('io.modelcontextprotocol/tasks');
  expect(findMethod('tasks/list', '2026-07-28')).toBeUndefined();
});

test('no method has two forms in one revision', () => {
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']) {
    const names = METHODS.filter((method) => existsIn(version, method)).map((method) => method.name);
    expect(new Set(names).size).toBe(names.length);
  }
});
