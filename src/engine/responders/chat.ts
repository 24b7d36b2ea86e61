import { describeThrown } from '../base/errors.ts';
import { decodeString, member, parseDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { arrayText, objectText, stringLiteral } from '../base/json/write.ts';
import { failure, success, type Result } from '../base/result.ts';
import type { ChatEndpoint } from './responders.ts';

/** Asks a chat endpoint. Nothing of it is recorded: neither its address nor its key is the server's business. */
export interface ChatAsk {
  readonly fetch: typeof fetch;
  readonly endpoint: ChatEndpoint;
  /** Sent as a bearer token; empty sends none. */
  readonly key: string;
  /** The input request, as it came. */
  readonly requestText: string;
  readonly signal: AbortSignal;
}

type Member = readonly [key: string, rawValueText: string];

/** How much of what an endpoint says is repeated in a reason. */
const REASON_LENGTH = 200;

/**
 * The answer of an OpenAI-compatible chat endpoint to a sampling request, as a `CreateMessageResult`. Not streamed. Fails with why, in which the
 * key never stands.
 */
export async function askChat(ask: ChatAsk): Promise<Result<string, 'endpoint'>> {
  const { endpoint, key } = ask;
  const fail = (why: string) => {
    const reason = `The chat endpoint ${why}`;
    return failure('endpoint', key === '' ? reason : reason.replaceAll(key, '‹key›'));
  };
  if (endpoint.url.trim() === '') return fail('has no address');
  let status: number;
  let text: string;
  try {
    const response = await ask.fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: chatRequest(ask.requestText, endpoint.model),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: ask.signal,
    });
    status = response.status;
    text = await response.text();
  } catch (thrown) {
    if (ask.signal.aborted) return fail('was given up');
    return fail(
      `could not be reached (${describeThrown(thrown)}): it is down, or does not allow this page (CORS)`,
    );
  }
  if (status < 200 || status > 299) return fail(`answered ${status}${saidIn(text)}`);
  const answer = samplingAnswerFrom(text, endpoint.model);
  return answer.ok ? answer : fail(answer.message);
}

function saidIn(text: string): string {
  const read = parseDocument(text);
  const error = read.ok ? member(read.value, 'error') : undefined;
  const said = decodeString(text, member(error, 'message')) ?? decodeString(text, error) ?? text.trim();
  return said === '' ? '' : `: ${said.length > REASON_LENGTH ? `${said.slice(0, REASON_LENGTH)}…` : said}`;
}

/** The body of a chat completion for a sampling request (2026-07-28, client/sampling). What it does not have is left out. */
export function chatRequest(requestText: string, model: string): string {
  const read = parseDocument(requestText);
  const params = read.ok ? member(read.value, 'params') : undefined;
  const raw = (node: JsonNode): string => sliceOf(requestText, node);
  const at = (key: string, as: string): Member[] => {
    const node = member(params, key);
    return node === undefined ? [] : [[as, raw(node)]];
  };
  const system = member(params, 'systemPrompt');
  const messages = (member(params, 'messages')?.items ?? []).flatMap((each) => messagesOf(requestText, each));
  const tools = (member(params, 'tools')?.items ?? []).map((tool) => toolText(requestText, tool));
  const mode = member(member(params, 'toolChoice'), 'mode');
  return objectText([
    ['model', stringLiteral(model)],
    [
      'messages',
      arrayText([
        ...(system === undefined
          ? []
          : [
              objectText([
                ['role', '"system"'],
                ['content', raw(system)],
              ]),
            ]),
        ...messages,
      ]),
    ],
    ...at('maxTokens', 'max_tokens'),
    ...at('temperature', 'temperature'),
    ...at('stopSequences', 'stop'),
    ...(tools.length === 0 ? [] : [['tools', arrayText(tools)] as const]),
    ...(mode === undefined || tools.length === 0 ? [] : [['tool_choice', raw(mode)] as const]),
  ]);
}

/** A message; results of tools are messages of their own, and calls of tools stand beside the content. */
function messagesOf(text: string, message: JsonNode): string[] {
  const role = decodeString(text, member(message, 'role')) === 'assistant' ? 'assistant' : 'user';
  const content = member(message, 'content');
  const blocks = content === undefined ? [] : (content.items ?? [content]);
  const typeOf = (block: JsonNode) => decodeString(text, member(block, 'type'));
  const results = blocks.filter((block) => typeOf(block) === 'tool_result');
  const uses = blocks.filter((block) => typeOf(block) === 'tool_use');
  const parts = blocks.flatMap((block) => partOf(text, block));
  const own =
    parts.length === 0 && uses.length === 0
      ? []
      : [
          objectText([
            ['role', stringLiteral(role)],
            ['content', parts.length === 0 ? 'null' : arrayText(parts)],
            ...(uses.length === 0
              ? []
              : [['tool_calls', arrayText(uses.map((use) => callText(text, use)))] as const]),
          ]),
        ];
  return [...own, ...results.map((result) => resultText(text, result))];
}

const literal = (text: string, node: JsonNode | undefined): string =>
  stringLiteral(decodeString(text, node) ?? '');

function partOf(text: string, block: JsonNode): string[] {
  const data = decodeString(text, member(block, 'data')) ?? '';
  const mimeType = decodeString(text, member(block, 'mimeType')) ?? '';
  switch (decodeString(text, member(block, 'type'))) {
    case 'text':
      return [`{"type":"text","text":${literal(text, member(block, 'text'))}}`];
    case 'image':
      return [`{"type":"image_url","image_url":{"url":${stringLiteral(`data:${mimeType};base64,${data}`)}}}`];
    case 'audio':
      return [
        `{"type":"input_audio","input_audio":{"data":${stringLiteral(data)},"format":${stringLiteral(/mpeg|mp3/.test(mimeType) ? 'mp3' : 'wav')}}}`,
      ];
    default:
      return [];
  }
}

function callText(text: string, use: JsonNode): string {
  const input = member(use, 'input');
  const call = objectText([
    ['name', literal(text, member(use, 'name'))],
    ['arguments', stringLiteral(input === undefined ? '{}' : sliceOf(text, input))],
  ]);
  return `{"id":${literal(text, member(use, 'id'))},"type":"function","function":${call}}`;
}

function resultText(text: string, result: JsonNode): string {
  const content = member(result, 'content')?.items ?? [];
  const said = content.map((block) => decodeString(text, member(block, 'text')) ?? sliceOf(text, block));
  return objectText([
    ['role', '"tool"'],
    ['tool_call_id', literal(text, member(result, 'toolUseId'))],
    ['content', stringLiteral(said.join('\n'))],
  ]);
}

function toolText(text: string, tool: JsonNode): string {
  const description = member(tool, 'description');
  const schema = member(tool, 'inputSchema');
  return `{"type":"function","function":${objectText([
    ['name', literal(text, member(tool, 'name'))],
    ...(description === undefined ? [] : [['description', sliceOf(text, description)] as const]),
    ...(schema === undefined ? [] : [['parameters', sliceOf(text, schema)] as const]),
  ])}}`;
}

const STOP_REASONS: ReadonlyMap<string, string> = new Map([
  ['stop', 'endTurn'],
  ['length', 'maxTokens'],
  ['tool_calls', 'toolUse'],
]);

/** What a chat completion says, as a `CreateMessageResult`. Fails with what it is instead. */
export function samplingAnswerFrom(text: string, model: string): Result<string, 'endpoint'> {
  const read = parseDocument(text);
  if (!read.ok) return failure('endpoint', 'answered something that is not JSON');
  const choice = member(read.value, 'choices')?.items?.[0];
  const message = member(choice, 'message');
  if (message === undefined) return failure('endpoint', 'answered JSON without choices[0].message');
  const blocks: string[] = [];
  const said = decodeString(text, member(message, 'content')) ?? '';
  const calls = member(message, 'tool_calls')?.items ?? [];
  if (said !== '' || calls.length === 0) blocks.push(`{"type":"text","text":${stringLiteral(said)}}`);
  for (const call of calls) {
    const called = member(call, 'function');
    const input = decodeString(text, member(called, 'arguments'))?.trim() || '{}';
    const inside = parseDocument(input);
    if (!inside.ok || inside.value.kind !== 'object') {
      return failure('endpoint', 'calls a tool with arguments that are no JSON object');
    }
    blocks.push(
      objectText([
        ['type', '"tool_use"'],
        ['id', literal(text, member(call, 'id'))],
        ['name', literal(text, member(called, 'name'))],
        ['input', input],
      ]),
    );
  }
  const reason = decodeString(text, member(choice, 'finish_reason'));
  return success(
    objectText([
      ['role', '"assistant"'],
      // One block stands alone, as servers of before 2025-11-25 know it.
      ['content', blocks.length === 1 ? (blocks[0] ?? '') : arrayText(blocks)],
      ['model', stringLiteral(decodeString(text, member(read.value, 'model')) ?? model)],
      ...(reason === undefined
        ? []
        : [['stopReason', stringLiteral(STOP_REASONS.get(reason) ?? reason)] as const]),
    ]),
  );
}
