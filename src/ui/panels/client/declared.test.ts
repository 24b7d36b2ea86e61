import { describe, expect, test } from 'vitest';
import { ANSWERABLE } from '../../../engine/capabilities/client.ts';
import { declaredRows, declaresTasks } from './declared.ts';

const clientInfo = { name: 'roundtrip', version: '0.0.0' };

describe('what a profile declares', () => {
  test('stands once an era where every revision declares the same', () => {
    const profile = { name: 'Own', clientInfo, capabilitiesText: '{ "roots":{} }' };
    expect(declaredRows(profile, ANSWERABLE)).toEqual([
      { era: 'modern', revisions: ['2026-07-28'], text: '{ "roots":{} }' },
      { era: 'legacy', revisions: ['2025-11-25', '2025-06-18', '2025-03-26'], text: '{ "roots":{} }' },
    ]);
  });

  test('covers every revision once, newest first, and says where they differ', () => {
    const rows = declaredRows({ name: 'Answers', clientInfo, capabilitiesText: null }, ANSWERABLE);
    expect(rows.map((row) => row.revisions)).toEqual([
      ['2026-07-28'],
      ['2025-11-25'],
      ['2025-06-18'],
      ['2025-03-26'],
    ]);
    expect(new Set(rows.map((row) => row.text)).size).toBe(rows.length);
  });

  test('goes by what is answered', () => {
    const profile = { name: 'Answers', clientInfo, capabilitiesText: null };
    const none = { elicitation: false, sampling: false, samplingTools: false, roots: false };
    expect(declaredRows(profile, none).map(({ text }) => text)).toEqual(['{}', '{}']);
  });
});

test.each([
  ['{"tasks":{"list":{}}}', true],
  ['{"extensions":{"io.modelcontextprotocol/tasks":{}}}', false],
  ['{}', false],
  ['{', false],
])('%s declares tasks: %s', (text, declares) => expect(declaresTasks(text)).toBe(declares));
