import { expect, test } from 'vitest';
import { asksFor, beyond, filterText, NO_SUBSCRIPTION, readFilter } from './subscription-filter.ts';

const some = { ...NO_SUBSCRIPTION, toolsListChanged: true, resourceSubscriptions: ['a://1', 'a://2'] };

test('what is not asked for has no member', () => {
  expect(filterText(NO_SUBSCRIPTION)).toBe('{}');
  expect(filterText(some)).toBe('{"toolsListChanged":true,"resourceSubscriptions":["a://1","a://2"]}');
});

test.each<[unknown, string]>([
  [null, '{}'],
  [[], '{}'],
  [{ toolsListChanged: 'yes', resourceSubscriptions: 'a://1' }, '{}'],
  [
    { promptsListChanged: true, resourceSubscriptions: ['a://1', 7] },
    '{"promptsListChanged":true,"resourceSubscriptions":["a://1"]}',
  ],
])('%j says %s', (value, text) => {
  expect(filterText(readFilter(value))).toBe(text);
});

test('what one asks for beyond another', () => {
  expect(beyond(some, { ...some, toolsListChanged: false, resourceSubscriptions: ['a://2'] })).toEqual([
    'toolsListChanged',
    'a://1',
  ]);
  expect(beyond(NO_SUBSCRIPTION, some)).toEqual([]);
});

test.each([
  ['notifications/tools/list_changed', undefined, true],
  ['notifications/prompts/list_changed', undefined, false],
  ['notifications/resources/updated', 'a://1', true],
  ['notifications/resources/updated', 'a://1/part', true],
  ['notifications/resources/updated', 'b://1', false],
  ['notifications/message', undefined, false],
])('%s of %s is among them: %s', (method, uri, asked) => {
  expect(asksFor(some, method, uri)).toBe(asked);
});

test('tasks are asked for by id', () => {
  const tasks = { ...NO_SUBSCRIPTION, taskIds: ['t-1'] };
  expect(filterText(tasks)).toBe('{"taskIds":["t-1"]}');
  expect(readFilter({ taskIds: ['t-1', 7] })).toEqual(tasks);
  expect(readFilter({ taskIds: 't-1' })).toEqual(NO_SUBSCRIPTION);
  expect(beyond(tasks, NO_SUBSCRIPTION)).toEqual(['t-1']);
  expect(beyond(NO_SUBSCRIPTION, tasks)).toEqual([]);
  expect(asksFor(tasks, 'notifications/tasks', 't-1')).toBe(true);
  expect(asksFor(tasks, 'notifications/tasks', 't-2')).toBe(false);
  expect(asksFor(some, 'notifications/tasks', 't-1')).toBe(false);
});
