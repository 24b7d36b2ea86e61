import { parseDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { objectText, stringLiteral } from '../base/json/write.ts';
import { readInputRequest } from './input-request.ts';

const DIALECT = '"$schema":"https://json-schema.org/draft/2020-12/schema"';

const textBlock =
  '{"type":"object","required":["type","text"],"properties":{"type":{"const":"text"},"text":{"type":"string"}}}';
const mediaBlock = (type: 'image' | 'audio'): string =>
  `{"type":"object","required":["type","data","mimeType"],"properties":{"type":{"const":"${type}"},"data":{"type":"string","format":"byte"},"mimeType":{"type":"string"}}}`;
const toolUseBlock =
  '{"type":"object","required":["type","id","name","input"],"properties":{"type":{"const":"tool_use"},"id":{"type":"string"},"name":{"type":"string"},"input":{"type":"object"}}}';

// By type instead of anyOf: one problem for what is wrong, not one for each kind of block.
const block = `{"type":"object","required":["type"],"properties":{"type":{"enum":["text","image","audio","tool_use"]}},"allOf":[${[
  ['text', textBlock],
  ['image', mediaBlock('image')],
  ['audio', mediaBlock('audio')],
  ['tool_use', toolUseBlock],
]
  .map(
    ([type, schema]) =>
      `{"if":{"properties":{"type":{"const":"${type}"}},"required":["type"]},"then":${schema}}`,
  )
  .join(',')}]}`;

const sampling = `{${DIALECT},"type":"object","required":["role","content","model"],"properties":{"role":{"enum":["assistant","user"]},"model":{"type":"string"},"stopReason":{"type":"string"},"content":{"type":["object","array"],"allOf":[{"if":{"type":"array"},"then":{"items":{"$ref":"#/$defs/block"}}},{"if":{"type":"object"},"then":{"$ref":"#/$defs/block"}}]},"_meta":{"type":"object"}},"$defs":{"block":${block}}}`;

const roots = `{${DIALECT},"type":"object","required":["roots"],"properties":{"roots":{"type":"array","items":{"type":"object","required":["uri"],"properties":{"uri":{"type":"string","format":"uri"},"name":{"type":"string"},"_meta":{"type":"object"}}}}}}`;

const actions = '"action":{"enum":["accept","decline","cancel"]}';

// Without content: a URL is only consented to.
const elicitUrl = `{${DIALECT},"type":"object","required":["action"],"properties":{${actions},"content":false}}`;

const error = `{${DIALECT},"type":"object","required":["code","message"],"properties":{"code":{"type":"integer"},"message":{"type":"string"}}}`;

/** The JSON Schema (2020-12, as text) of the error a client may answer with instead (2025-11-25, basic, "Error Responses"). */
export function schemaOfError(): string {
  return error;
}

/**
 * The JSON Schema (2020-12, as text) that a valid answer to this input request satisfies: `ElicitResult` with content
 * by the requested schema if accepted and none otherwise, `CreateMessageResult`, `ListRootsResult`. For a request that
 * is not known: any object.
 */
export function schemaOfAnswer(inputRequestText: string): string {
  const request = readInputRequest(inputRequestText);
  switch (request.kind) {
    case 'sampling':
      return sampling;
    case 'roots':
      return roots;
    case 'url':
      return elicitUrl;
    case 'form':
      return elicitForm(request.requestedSchema);
    case 'unknown':
      return `{${DIALECT},"type":"object"}`;
  }
}

/** Where the requested schema stands in the schema of an accepted answer: a JSON pointer. */
export const REQUESTED_AT = '/$defs/content';

function elicitForm(requestedSchema: string | undefined): string {
  const content = requestedSchema === undefined ? '{"type":"object"}' : embedded(requestedSchema);
  const required = requestedSchema === undefined ? '[]' : '["content"]';
  return (
    `{${DIALECT},"type":"object","required":["action"],"properties":{${actions}},` +
    '"if":{"properties":{"action":{"const":"accept"}},"required":["action"]},' +
    `"then":{"required":${required},"properties":{"content":{"type":"object","allOf":[{"$ref":"#/$defs/content"}]}}},` +
    '"else":{"properties":{"content":false}},' +
    `"$defs":{"content":${content}}}`
  );
}

/** The schema as a resource of its own, so that its `#/…` references mean itself. */
function embedded(schema: string): string {
  const read = parseDocument(schema);
  if (!read.ok || read.value.members === undefined) return schema;
  const members = read.value.members.filter(({ key }) => key !== '$id' && key !== '$schema');
  const raw = (value: JsonNode): string => sliceOf(schema, value);
  return objectText([
    ['$id', stringLiteral('urn:roundtrip:requested-schema')],
    ...members.map(({ key, value }) => [key, raw(value)] as const),
  ]);
}
