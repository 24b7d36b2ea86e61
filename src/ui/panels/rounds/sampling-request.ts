import {
  decodeString,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
} from '../../../engine/base/json/document.ts';
import { DEPRECATIONS, deprecationWords } from '../../../engine/protocol/deprecations.ts';
import { readBlock, type ContentBlock } from '../../wire/call/content.ts';

/** One block of a message of a sampling request. */
export type SampledBlock =
  | { readonly kind: 'content'; readonly block: ContentBlock }
  | { readonly kind: 'use'; readonly id: string; readonly name: string; readonly input: string }
  | {
      readonly kind: 'result';
      readonly toolUseId: string;
      readonly isError: boolean;
      readonly blocks: readonly ContentBlock[];
      readonly structured: string | null;
    };

/** One message. */
export interface SampledMessage {
  readonly role: string;
  /** The content is an array. */
  readonly list: boolean;
  readonly blocks: readonly SampledBlock[];
}

/** A tool that the model may use for this request alone. */
export interface SampledTool {
  readonly name: string;
  readonly description: string | null;
  readonly schema: string;
}

/** What a server asks the model for, as a person reads it. */
export interface SamplingRequest {
  readonly systemPrompt: string | null;
  readonly messages: readonly SampledMessage[];
  /** Parameters in the order of the specification: name and value as text. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly tools: readonly SampledTool[];
  /** What the revision does not provide for, or wants left behind. Sentence case, no full stop. */
  readonly notices: readonly string[];
}

/** Reads a `sampling/createMessage` request, as sent under `revision`. Never fails: what is missing is absent. */
export function readSampling(requestText: string, revision: string): SamplingRequest {
  const read = parseDocument(requestText);
  const params = read.ok ? member(read.value, 'params') : undefined;
  const at = (key: string) => member(params, key);
  const messages = (at('messages')?.items ?? []).map((node) => readMessage(requestText, node));
  const tools = (at('tools')?.items ?? []).map((node) => ({
    name: decodeString(requestText, member(node, 'name')) ?? 'no name',
    description: decodeString(requestText, member(node, 'description')) ?? null,
    schema: sliceOf(requestText, member(node, 'inputSchema') ?? node),
  }));
  const include = decodeString(requestText, at('includeContext'));
  return {
    systemPrompt: decodeString(requestText, at('systemPrompt')) ?? null,
    messages,
    facts: factsOf(requestText, params),
    tools,
    notices: [
      ...(at('maxTokens') === undefined ? ['maxTokens is missing, which sampling requires'] : []),
      ...(include === 'thisServer' || include === 'allServers'
        ? [`includeContext ${JSON.stringify(include)}: ${deprecationWords(DEPRECATIONS.includeContext)}`]
        : []),
      ...beforeTools(messages, at('tools') !== undefined || at('toolChoice') !== undefined, revision),
      ...imbalance(messages),
    ],
  };
}

function factsOf(text: string, params: JsonNode | undefined): [string, string][] {
  const preferences = member(params, 'modelPreferences');
  const hints = (member(preferences, 'hints')?.items ?? []).map(
    (hint) => decodeString(text, member(hint, 'name')) ?? sliceOf(text, hint),
  );
  const stops = (member(params, 'stopSequences')?.items ?? []).map((each) => sliceOf(text, each));
  const choice = member(params, 'toolChoice');
  const raw = (node: JsonNode | undefined) =>
    node === undefined ? '' : (decodeString(text, node) ?? sliceOf(text, node));
  const facts: [string, string][] = [
    ['maxTokens', raw(member(params, 'maxTokens'))],
    ['temperature', raw(member(params, 'temperature'))],
    ['stopSequences', stops.join(', ')],
    ['model hints', hints.join(', ')],
    ['costPriority', raw(member(preferences, 'costPriority'))],
    ['speedPriority', raw(member(preferences, 'speedPriority'))],
    ['intelligencePriority', raw(member(preferences, 'intelligencePriority'))],
    ['includeContext', raw(member(params, 'includeContext'))],
    ['toolChoice', raw(member(choice, 'mode') ?? choice)],
    ['metadata', raw(member(params, 'metadata'))],
  ];
  return facts.filter(([, value]) => value !== '');
}

function readMessage(text: string, node: JsonNode): SampledMessage {
  const content = member(node, 'content');
  const blocks = content === undefined ? [] : (content.items ?? [content]);
  return {
    role: decodeString(text, member(node, 'role')) ?? 'no role',
    list: content?.items !== undefined,
    blocks: blocks.map((block) => readSampledBlock(text, block)),
  };
}

function readSampledBlock(text: string, node: JsonNode): SampledBlock {
  const said = (key: string) => decodeString(text, member(node, key)) ?? '';
  switch (said('type')) {
    case 'tool_use': {
      const input = member(node, 'input');
      return { kind: 'use', id: said('id'), name: said('name'), input: input ? sliceOf(text, input) : '' };
    }
    case 'tool_result': {
      const structured = member(node, 'structuredContent');
      const isError = member(node, 'isError');
      return {
        kind: 'result',
        toolUseId: said('toolUseId'),
        isError: isError !== undefined && sliceOf(text, isError) === 'true',
        blocks: (member(node, 'content')?.items ?? []).map((block) => readBlock(text, block)),
        structured: structured ? sliceOf(text, structured) : null,
      };
    }
    default:
      return { kind: 'content', block: readBlock(text, node) };
  }
}

/** Arrays, tools and their results came with 2025-11-25. */
function beforeTools(messages: readonly SampledMessage[], tools: boolean, revision: string): string[] {
  if (revision >= '2025-11-25') return [];
  const notices = tools ? [`tools and toolChoice are of 2025-11-25; ${revision} has none`] : [];
  messages.forEach(({ list, blocks }, index) => {
    if (list) notices.push(`Message ${index + 1}: the content is an array; ${revision} has one block`);
    if (blocks.some(({ kind }) => kind !== 'content')) {
      notices.push(`Message ${index + 1}: uses of tools and their results are of 2025-11-25`);
    }
  });
  return notices;
}

/** Each use of a tool is followed by its result, and results stand alone (2026-07-28, client/sampling, "Message Content Constraints"). */
function imbalance(messages: readonly SampledMessage[]): string[] {
  const notices: string[] = [];
  messages.forEach(({ blocks }, index) => {
    const results = blocks.filter(({ kind }) => kind === 'result').length;
    if (results > 0 && results < blocks.length) {
      notices.push(`Message ${index + 1}: results of tools stand beside other content, which must not be`);
    }
    const used = blocks.flatMap((block) => (block.kind === 'use' ? [block.id] : []));
    const next = messages[index + 1]?.blocks ?? [];
    const given = new Set(next.flatMap((block) => (block.kind === 'result' ? [block.toolUseId] : [])));
    for (const id of used) {
      if (!given.has(id))
        notices.push(`Message ${index + 1}: the use ${id} of a tool has no result after it`);
    }
  });
  return notices;
}
