import { describe, expect, test } from 'vitest';
import type { ToolEntry } from '../../../engine/views/tools.ts';
import { annotationChips, toolRow } from './rows.ts';

function tool(over: Partial<ToolEntry>): ToolEntry {
  return {
    index: 0,
    page: 1,
    path: 'tools[0]',
    key: over.name ?? 'scale',
    name: 'scale',
    title: null,
    description: null,
    raw: '{}',
    inputSchema: '{}',
    outputSchema: null,
    annotations: {},
    problems: [],
    twin: null,
    ...over,
  };
}

const missing = { path: 'tools[6].inputSchema', reason: 'inputSchema is missing' };

describe('a tool as a line', () => {
  test('twins are told apart, the second one marked', () => {
    expect(toolRow(tool({ twin: { nth: 1, of: 2 } }))).toMatchObject({
      name: 'scale',
      nth: '1 of 2',
      chips: [],
    });
    expect(toolRow(tool({ twin: { nth: 2, of: 2 } })).chips).toEqual([{ text: 'same name', tone: 'wait' }]);
  });

  test('a broken one shows its path and why', () => {
    const row = toolRow(tool({ name: '', path: 'tools[6]', problems: [missing] }));
    expect(row).toMatchObject({ name: 'tools[6]', note: 'inputSchema is missing', unnamed: true });
    expect(toolRow(tool({ path: 'tools[6]', problems: [missing] }))).toMatchObject({
      name: 'scale',
      nth: 'tools[6]',
    });
  });

  test.each([
    [{ readOnlyHint: true, destructiveHint: true }, ['read only']],
    [{ destructiveHint: true, idempotentHint: true }, ['destructive', 'idempotent']],
    [{ openWorldHint: false }, ['closed world']],
    [{ readOnlyHint: false }, []],
  ])('%j is %j', (annotations, chips) => {
    expect(annotationChips(tool({ annotations })).map(({ text }) => text)).toEqual(chips);
  });
});
