import {
  type CallToolResult,
  type ClientCapabilities,
  fromJsonSchema,
  type InputRequiredResult,
  type JsonSchemaType,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import type { StateCodec } from './request-state.ts';
import type { Revision } from './revisions.ts';

// Named here because the SDK's own choice in Node compiles code, which the page's policy forbids: so tests in
// Node and the page run the same validator.
export const validator = new CfWorkerJsonSchemaValidator();

/** A JSON Schema whose root is an object, as tools and elicitation forms need it. */
export type ObjectSchema = { type: 'object'; properties: Record<string, object>; [keyword: string]: unknown };

/** What a scenario is given besides its arguments. */
export type ScenarioContext = ServerContext & {
  revision: Revision;
  state: StateCodec;
  /** What the client declared, for this request (modern) or for the session (legacy). */
  clientCapabilities: ClientCapabilities | undefined;
  /** The arguments exactly as they stood in the request, digits and white space included. */
  rawArguments: string;
};

/** One tool of the demo, described once for all revisions in which it exists. */
export type Scenario = {
  name: string;
  title: string;
  description: string;
  /** First revision that has the tool; all when absent. */
  since?: Revision;
  /** Last revision that has the tool; all later ones when absent. */
  until?: Revision;
  annotations?: ToolAnnotations;
  input: (revision: Revision) => ObjectSchema;
  output?: ObjectSchema;
  run: (
    args: Record<string, unknown>,
    context: ScenarioContext,
  ) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;
};

/** A schema in the shape the SDK registers. */
export function standardSchema(schema: ObjectSchema): StandardSchemaWithJSON<Record<string, unknown>> {
  return fromJsonSchema<Record<string, unknown>>(schema as JsonSchemaType, validator);
}

/** Whether the tool exists in the revision. Dated names sort as text. */
export function existsIn(scenario: Pick<Scenario, 'since' | 'until'>, revision: Revision): boolean {
  return (
    (scenario.since === undefined || revision >= scenario.since) &&
    (scenario.until === undefined || revision <= scenario.until)
  );
}

/** A result of one text block, with structured content where the tool declares an output schema. */
export function text(message: string, structuredContent?: Record<string, unknown>): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text: message }];
  return structuredContent === undefined ? { content } : { content, structuredContent };
}

/** A result that says that the tool failed. */
export function failure(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}
