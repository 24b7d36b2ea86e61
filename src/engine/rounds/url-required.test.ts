import { describe, expect, test } from 'vitest';
import { readUrlRequired } from './url-required.ts';

const one = { mode: 'url', elicitationId: 'a', url: 'https://example.com/a', message: 'm' };
const error = (data: unknown, code = -32042) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message: 'm', data },
});

describe('what error −32042 asks for', () => {
  test.each<[rule: string, elicitations: unknown, ids: readonly string[], problem: RegExp | null]>([
    ['one', [one], ['a'], null],
    ['several, in order', [{ ...one, elicitationId: 'b' }, one], ['b', 'a'], null],
    ['the name of a prototype member', [{ ...one, elicitationId: '__proto__' }], ['__proto__'], null],
    ['nothing', undefined, [], /lists nothing/],
    ['an empty list', [], [], /lists nothing/],
    ['no list', { a: one }, [], /lists nothing/],
    [
      'an entry without a mode, which means a form',
      [{ ...one, mode: undefined }],
      [],
      /\[0\] has the mode form/,
    ],
    ['a form', [{ ...one, mode: 'form' }], [], /\[0\] has the mode "form"/],
    ['no id', [{ ...one, elicitationId: 7 }], [], /\[0\] has no elicitationId/],
    ['no URL', [{ ...one, url: null }], [], /\[0\] names no url/],
    ['null', [null], [], /\[0\] is not an object/],
    ['an id twice', [one, one], ['a'], /\[1\] repeats/],
    ['a sound one beside a broken one', [7, one], ['a'], /\[0\] is not an object/],
  ])('%s', (_rule, elicitations, ids, problem) => {
    const found = readUrlRequired(
      error(elicitations === undefined ? undefined : { elicitations }),
      '2025-11-25',
    );
    expect(found?.ids).toEqual(ids);
    if (problem) expect(found?.problems).toEqual([expect.stringMatching(problem)]);
    else expect(found?.problems).toEqual([]);
  });

  test.each<[rule: string, message: unknown, revision: string]>([
    ['another code', error({ elicitations: [one] }, -32041), '2025-11-25'],
    ['an earlier revision', error({ elicitations: [one] }), '2025-06-18'],
    ['a later one, which asks in a result', error({ elicitations: [one] }), '2026-07-28'],
    ['a result', { result: {} }, '2025-11-25'],
  ])('is none in %s', (_rule, message, revision) => {
    expect(readUrlRequired(message, revision)).toBeNull();
  });
});
