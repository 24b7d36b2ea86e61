import { describe, expect, test } from 'vitest';
import { declaredRows } from './declared.ts';

const clientInfo = { name: 'roundtrip', version: '0.0.0' };
const all = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

describe('what a profile declares', () => {
  test('stands once where every revision declares the same', () => {
    expect(declaredRows({ name: 'Own', clientInfo, capabilitiesText: '{ "roots":{} }' })).toEqual([
      { revisions: all, text: '{ "roots":{} }' },
    ]);
  });

  test('covers every revision once, newest first', () => {
    const rows = declaredRows({ name: 'Answers', clientInfo, capabilitiesText: null });
    expect(rows.flatMap((row) => row.revisions)).toEqual(all);
    expect(rows[0]?.text).toContain('elicitation');
    expect(new Set(rows.map((row) => row.text)).size).toBe(rows.length);
  });
});
