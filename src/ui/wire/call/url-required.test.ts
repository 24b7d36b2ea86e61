import { describe, expect, test } from 'vitest';
import type { UrlElicitationView } from '../../../engine/views/calls.ts';
import { completedWords, readRequiredUrls, urlChip } from './url-required.ts';

const entry = '{"mode":"url","elicitationId":"a","url":"javascript:1","message":"m"}';

test.each<[text: string, ids: readonly string[]]>([
  [`{"error":{"code":-32042,"data":{"elicitations":[${entry},${entry},null,{"elicitationId":7}]}}}`, ['a']],
  [`[{"error":{"data":{"elicitations":[${entry}]}}}]`, ['a']],
  ['{"error":{"data":{"elicitations":{}}}}', []],
  ['{"error":{}}', []],
  ['{', []],
])('the URLs of %s', (text, ids) => {
  const found = readRequiredUrls(text, 0);
  expect([...found.keys()]).toEqual(ids);
  for (const id of ids) expect(found.get(id)).toEqual({ url: 'javascript:1', message: 'm' });
});

const view = (over: Partial<UrlElicitationView>): UrlElicitationView => ({
  id: 'a',
  answer: null,
  completedAt: null,
  ...over,
});
const by = (action: 'accept' | 'decline' | 'cancel', who: 'hand' | 'responder' = 'hand') =>
  view({ answer: { action, by: who, at: 0 } });

describe('how one stands', () => {
  test.each<[UrlElicitationView, string]>([
    [view({}), 'to be done'],
    [by('accept'), 'agreed, not completed'],
    [by('accept', 'responder'), 'agreed by the responder, not completed'],
    [by('decline'), 'declined'],
    [by('cancel'), 'cancelled'],
    [{ ...by('accept'), completedAt: 1 }, 'completed'],
    [view({ completedAt: 1 }), 'completed'],
  ])('%j: %s', (one, text) => {
    expect(urlChip(one).text).toBe(text);
  });

  test('all of them', () => {
    expect(completedWords([view({ completedAt: 1 }), view({})])).toBe('1 of 2 completed');
  });
});
