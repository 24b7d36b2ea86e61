import { describe, expect, test } from 'vitest';
import { validateText } from '../../../engine/schema/compile.ts';
import { schemaOfAnswer } from '../../../engine/responders/schema-of-answer.ts';
import {
  newBlock,
  samplingAnswerIn,
  withBlock,
  withBlockAdded,
  withBlockMember,
  withBlockRemoved,
  withContentAs,
  withMemberText,
} from './sampling-rows.ts';

const one =
  '{"role":"assistant","content":{"type":"text","text":"hi"},"model":"m","stopReason":"endTurn","x":1.0}';
const request = '{"method":"sampling/createMessage","params":{}}';
const kinds = (text: string) => samplingAnswerIn(text)?.blocks.map(({ kind }) => kind);

describe('blocks', () => {
  test('are added, changed and taken out, and nothing else moves', () => {
    const two = withBlockAdded(one, newBlock('tool_use', 2, 'get_weather'));
    expect(kinds(two)).toEqual(['text', 'tool_use']);
    expect(two).toContain('"x":1.0');
    const changed = withBlockMember(two, 1, 'input', '{"n":9007199254740993}');
    expect(samplingAnswerIn(changed)?.blocks[1]).toMatchObject({
      id: 'call_2',
      name: 'get_weather',
      input: '{"n":9007199254740993}',
    });
    const three = withBlockAdded(changed, newBlock('image', 3, ''));
    expect(kinds(three)).toEqual(['text', 'tool_use', 'image']);
    expect(kinds(withBlockRemoved(three, 0))).toEqual(['tool_use', 'image']);
    expect(kinds(withBlock(three, 1, newBlock('audio', 1, '')))).toEqual(['text', 'audio', 'image']);
    expect(samplingAnswerIn(withBlockMember(one, 0, 'text', '"ho"'))?.blocks[0]?.text).toBe('ho');
  });

  test('that are new are valid, but for what only a person knows', () => {
    for (const kind of ['text', 'image', 'audio', 'tool_use'] as const) {
      const text = withBlock(one, 0, newBlock(kind, 1, 'get'));
      expect(validateText(schemaOfAnswer(request), text)).toEqual({ verdict: 'valid' });
    }
  });
});

test('one block may stand alone or in an array', () => {
  const list = withContentAs(one, true);
  expect(samplingAnswerIn(list)?.list).toBe(true);
  expect(withContentAs(list, false)).toBe(one);
  expect(withContentAs(one, false)).toBe(one);
});

test('model and stop reason are texts; an empty stop reason is left out', () => {
  expect(samplingAnswerIn(withMemberText(one, 'model', 'claude "x"'))?.model).toBe('claude "x"');
  expect(JSON.parse(withMemberText(one, 'stopReason', 'toolUse'))).toMatchObject({ stopReason: 'toolUse' });
  expect(JSON.parse(withMemberText(one, 'stopReason', ''))).not.toHaveProperty('stopReason');
});

test.each(['{', '7', '{}', '{"content":7}', '{"content":null}'])('%s has no form', (text) => {
  expect(samplingAnswerIn(text)).toBeNull();
  expect(withBlockAdded(text, '{}')).toBe(text);
});

test('a kind nobody knows is left to JSON', () => {
  expect(samplingAnswerIn('{"content":[{"type":"video"},7]}')?.blocks.map(({ kind }) => kind)).toEqual([
    null,
    null,
  ]);
});
