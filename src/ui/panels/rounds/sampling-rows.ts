import {
  decodeString,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
  type JsonPath,
} from '../../../engine/base/json/document.ts';
import { withValueAt, withoutValueAt } from '../../../engine/base/json/edit.ts';
import { stringLiteral } from '../../../engine/base/json/write.ts';

/** What a block of an answer to a sampling request can be. */
export type AnswerBlockKind = 'text' | 'image' | 'audio' | 'tool_use';

/** One block as the form shows it; members of other kinds are empty. */
export interface AnswerBlock {
  /** Null for a kind the form does not know: JSON has it. */
  readonly kind: AnswerBlockKind | null;
  readonly text: string;
  readonly data: string;
  readonly mimeType: string;
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly input: string;
}

/** A sampling answer as the form shows it. */
export interface SamplingAnswer {
  readonly blocks: readonly AnswerBlock[];
  /** The content is an array, which one block need not be. */
  readonly list: boolean;
  readonly model: string;
  readonly stopReason: string;
}

/** The stop reasons of the specification; any other text may stand there too. */
export const STOP_REASONS = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'] as const;

const KINDS: ReadonlySet<string> = new Set(['text', 'image', 'audio', 'tool_use']);

/** Reads an answer's text; null where it holds no content that a form can show. */
export function samplingAnswerIn(text: string): SamplingAnswer | null {
  const document = parseDocument(text);
  const content = document.ok ? member(document.value, 'content') : undefined;
  if (!document.ok || (content?.kind !== 'object' && content?.kind !== 'array')) return null;
  return {
    blocks: (content.items ?? [content]).map((node) => blockIn(text, node)),
    list: content.kind === 'array',
    model: decodeString(text, member(document.value, 'model')) ?? '',
    stopReason: decodeString(text, member(document.value, 'stopReason')) ?? '',
  };
}

function blockIn(text: string, node: JsonNode): AnswerBlock {
  const said = (key: string) => decodeString(text, member(node, key)) ?? '';
  const type = said('type');
  const input = member(node, 'input');
  return {
    kind: KINDS.has(type) ? (type as AnswerBlockKind) : null,
    text: said('text'),
    data: said('data'),
    mimeType: said('mimeType'),
    id: said('id'),
    name: said('name'),
    input: input ? sliceOf(text, input) : '',
  };
}

/** An empty block of a kind. `number` makes ids of tool uses differ; `tool` is the first tool that may be used. */
export function newBlock(kind: AnswerBlockKind, number: number, tool: string): string {
  switch (kind) {
    case 'text':
      return '{ "type": "text", "text": "" }';
    case 'image':
      return '{ "type": "image", "data": "", "mimeType": "image/png" }';
    case 'audio':
      return '{ "type": "audio", "data": "", "mimeType": "audio/wav" }';
    case 'tool_use':
      return `{ "type": "tool_use", "id": "call_${number}", "name": ${stringLiteral(tool)}, "input": {} }`;
  }
}

const pathOf = (answer: SamplingAnswer, index: number): JsonPath =>
  answer.list ? ['content', index] : ['content'];

/** The text with one member of one block set to `raw`, a JSON text. Everything else keeps its characters. */
export function withBlockMember(text: string, index: number, key: string, raw: string): string {
  const answer = samplingAnswerIn(text);
  return (answer && withValueAt(text, [...pathOf(answer, index), key], raw)) ?? text;
}

/** The text with another block in the place of one. */
export function withBlock(text: string, index: number, raw: string): string {
  const answer = samplingAnswerIn(text);
  return (answer && withValueAt(text, pathOf(answer, index), raw)) ?? text;
}

/** The text with one block more, at the end: content that was one block becomes an array. */
export function withBlockAdded(text: string, raw: string): string {
  const answer = samplingAnswerIn(text);
  if (!answer) return text;
  if (answer.list) return withValueAt(text, ['content', answer.blocks.length], raw) ?? text;
  const document = parseDocument(text);
  const content = document.ok ? member(document.value, 'content') : undefined;
  return content ? (withValueAt(text, ['content'], `[${sliceOf(text, content)}, ${raw}]`) ?? text) : text;
}

/** The text without one block. A single one that is left stays an array, as one that a person made. */
export function withBlockRemoved(text: string, index: number): string {
  return withoutValueAt(text, ['content', index]) ?? text;
}

/** The text with its content as an array, or as the one block it has. */
export function withContentAs(text: string, list: boolean): string {
  const document = parseDocument(text);
  const content = document.ok ? member(document.value, 'content') : undefined;
  if (!content || (content.kind === 'array') === list) return text;
  const [only] = content.items ?? [];
  if (list) return withValueAt(text, ['content'], `[${sliceOf(text, content)}]`) ?? text;
  return only ? (withValueAt(text, ['content'], sliceOf(text, only)) ?? text) : text;
}

/** The text with a member of the answer set to a string; blank takes `stopReason` out. */
export function withMemberText(text: string, key: 'model' | 'stopReason', value: string): string {
  const changed =
    key === 'stopReason' && value === ''
      ? withoutValueAt(text, [key])
      : withValueAt(text, [key], stringLiteral(value));
  return changed ?? text;
}
