import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALTERNATIVES, FIELD_OWNERS, findField } from './fields.ts';
import { existsIn } from './revisions.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}
type Definitions = Readonly<Record<string, Schema>>;

const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const place = (version: string) =>
  join(import.meta.dirname, `../../../../shared/spec/${version}/schema.json`);
const missing = VERSIONS.filter((version) => !existsSync(place(version)));

/** Where the schemas define each object: `NAME` or `NAME.member`, from the one that has it in a revision. */
const request = (name: string) => [`${name}Request.params`, `${name}RequestParams`];
const notification = (name: string) => [`${name}Notification.params`, `${name}NotificationParams`];
/** What the params of every request and notification have, where the object has params at all. */
const EVERY_PARAMS = ['JSONRPCRequest.params', 'JSONRPCNotification.params'];
const DEFINED: Readonly<Record<string, readonly string[]>> = {
  Message: [
    'JSONRPCRequest',
    'JSONRPCNotification',
    'JSONRPCResponse',
    'JSONRPCResultResponse',
    'JSONRPCError',
    'JSONRPCErrorResponse',
  ],
  Error: ['JSONRPCError.error', 'Error'],
  Params: ['JSONRPCRequest.params', 'RequestParams', 'NotificationParams'],
  Result: ['Result'],
  'params initialize': request('Initialize'),
  'result initialize': ['InitializeResult'],
  'params server/discover': request('Discover'),
  'result server/discover': ['DiscoverResult'],
  'params list': request('Paginated'),
  'result tools/list': ['ListToolsResult'],
  'result resources/list': ['ListResourcesResult'],
  'result resources/templates/list': ['ListResourceTemplatesResult'],
  'result prompts/list': ['ListPromptsResult'],
  'params tools/call': request('CallTool'),
  'result tools/call': ['CallToolResult'],
  'params prompts/get': request('GetPrompt'),
  'result prompts/get': ['GetPromptResult'],
  'params resources/read': request('ReadResource'),
  'result resources/read': ['ReadResourceResult'],
  'result input_required': ['InputRequiredResult'],
  'params completion/complete': request('Complete'),
  'Completed argument': ['CompleteRequest.params.argument', 'CompleteRequestParams.argument'],
  'Completion context': ['CompleteRequest.params.context', 'CompleteRequestParams.context'],
  Reference: ['PromptReference', 'ResourceReference', 'ResourceTemplateReference'],
  'result completion/complete': ['CompleteResult'],
  Completion: ['CompleteResult.completion'],
  'params logging/setLevel': request('SetLevel'),
  'params resources/subscribe': request('Subscribe'),
  'params subscriptions/listen': request('SubscriptionsListen'),
  'params notifications/subscriptions/acknowledged': notification('SubscriptionsAcknowledged'),
  'Subscription filter': ['SubscriptionFilter'],
  'params notifications/cancelled': notification('Cancelled'),
  'params notifications/progress': notification('Progress'),
  'params notifications/message': notification('LoggingMessage'),
  'params notifications/resources/updated': notification('ResourceUpdated'),
  'params notifications/elicitation/complete': ['ElicitationCompleteNotification.params'],
  'params elicitation/create': [...request('Elicit'), 'ElicitRequestFormParams', 'ElicitRequestURLParams'],
  'Requested schema': ['ElicitRequest.params.requestedSchema', 'ElicitRequestFormParams.requestedSchema'],
  'Form field': [
    'BooleanSchema',
    'StringSchema',
    'NumberSchema',
    'EnumSchema',
    'LegacyTitledEnumSchema',
    'TitledSingleSelectEnumSchema',
    'UntitledSingleSelectEnumSchema',
    'TitledMultiSelectEnumSchema',
    'UntitledMultiSelectEnumSchema',
  ],
  Choices: ['TitledMultiSelectEnumSchema.items', 'UntitledMultiSelectEnumSchema.items'],
  Choice: ['TitledMultiSelectEnumSchema.items.anyOf', 'TitledSingleSelectEnumSchema.oneOf'],
  'result elicitation/create': ['ElicitResult'],
  'params sampling/createMessage': request('CreateMessage'),
  'Sampling message': ['SamplingMessage'],
  'Model preferences': ['ModelPreferences'],
  'Model hint': ['ModelHint'],
  'Tool choice': ['ToolChoice'],
  'result sampling/createMessage': ['CreateMessageResult'],
  'result roots/list': ['ListRootsResult'],
  Root: ['Root'],
  Implementation: ['Implementation'],
  Icon: ['Icon'],
  Annotations: ['Annotations'],
  Tool: ['Tool'],
  'Tool annotations': ['ToolAnnotations'],
  'Tool execution': ['ToolExecution'],
  Resource: ['Resource'],
  'Resource template': ['ResourceTemplate'],
  'Resource contents': ['ResourceContents', 'TextResourceContents', 'BlobResourceContents'],
  Prompt: ['Prompt'],
  'Prompt argument': ['PromptArgument'],
  'Prompt message': ['PromptMessage'],
  'Text content': ['TextContent'],
  'Image content': ['ImageContent'],
  'Audio content': ['AudioContent'],
  'Embedded resource': ['EmbeddedResource'],
  'Resource link': ['ResourceLink'],
  'Tool use': ['ToolUseContent'],
  'Tool result': ['ToolResultContent'],
  'params tasks': ['GetTaskRequest.params', 'GetTaskPayloadRequest.params', 'CancelTaskRequest.params'],
  'result tasks/list': ['ListTasksResult'],
  'result task': ['CreateTaskResult'],
  Task: ['Task'],
  TaskMetadata: ['TaskMetadata'],
};

/** Keys of an input request are those of the requests themselves, without an id. */
const NOT_DEFINED_ALONE = ['Input request'];

describe.skipIf(missing.length > 0)('the official schemas (../shared/spec)', () => {
  for (const version of VERSIONS) {
    const definitions = missing.includes(version) ? {} : definitionsOf(version);

    test.each(Object.entries(DEFINED))(
      `${version}: %s has the members of its definition`,
      (owner, places) => {
        const ours = Object.keys(FIELD_OWNERS.get(owner)?.members ?? {}).filter((name) => {
          const field = findField(owner, name);
          return field && existsIn(version, field);
        });
        const here = places.filter((each) => isDefined(definitions, each));
        const all = here.length > 0 && owner.startsWith('params ') ? [...here, ...EVERY_PARAMS] : here;
        const theirs = new Set(all.flatMap((each) => Object.keys(membersAt(definitions, each))));
        expect(ours.sort()).toEqual([...theirs].sort());
      },
    );

    test(`${version}: every object with members of its own is in the table`, () => {
      const covered = new Set(
        Object.values(DEFINED).flatMap((places) => places.map((each) => each.split('.')[0])),
      );
      const others = Object.keys(definitions).filter(
        (name) => !covered.has(name) && Object.keys(membersAt(definitions, name)).length > 0,
      );
      expect(others.filter((name) => !ELSEWHERE.test(name))).toEqual([]);
    });
  }
});

/** Frames of messages, what others build on, and what tables of their own hold: capabilities, `_meta`, codes. */
const ELSEWHERE =
  /(Request|Notification|Response|Error|MetaObject)$|^(Server|Client)(Capabilities|Request|Notification|Result)$|^(Request|Notification|Result|BaseMetadata|Icons|CacheableResult|PaginatedResult|RequestParams|NotificationParams|PaginatedRequestParams|ResourceRequestParams|SubscriptionsListenResult|InputResponseRequestParams|TaskAugmentedRequestParams|GetTaskPayloadResult|GetTaskResult|CancelTaskResult|TaskStatusNotificationParams|UnsubscribeRequestParams|RelatedTaskMetadata)$/;

test('every object stands in the table of definitions', () => {
  expect([...FIELD_OWNERS.keys()].filter((owner) => !NOT_DEFINED_ALONE.includes(owner)).sort()).toEqual(
    Object.keys(DEFINED).sort(),
  );
});

test('what a member holds is an object of the table', () => {
  for (const [owner, { members }] of FIELD_OWNERS) {
    for (const [name, { of }] of Object.entries(members)) {
      if (of !== undefined && !ALTERNATIVES.includes(of))
        expect(FIELD_OWNERS.has(of), `${owner}.${name}`).toBe(true);
    }
  }
});

test('only what went has something in its place', () => {
  for (const [owner, { members }] of FIELD_OWNERS) {
    for (const name of Object.keys(members)) {
      const field = findField(owner, name);
      if (field?.replacedBy !== undefined) expect(field.until, `${owner}.${name}`).toBeDefined();
      expect(field?.meaning).toMatch(/^[A-Za-z].*[^.]$/);
      if (field?.change !== undefined) expect(field.change).toMatch(/\.$/);
    }
  }
});

test.each([
  ['Tool', 'outputSchema', { since: '2025-06-18' }],
  ['Tool', 'execution', { since: '2025-11-25', until: '2026-07-28' }],
  ['result tools/list', 'ttlMs', { since: '2026-07-28', page: 'caching' }],
  ['Audio content', 'annotations', { since: '2025-03-26' }],
  ['params sampling/createMessage', 'maxTokens', { deprecatedSince: '2026-07-28' }],
])('%s %s: %j', (owner, name, known) => {
  expect(findField(owner, name)).toMatchObject(known);
});

test.each([
  ['Tool', 'constructor'],
  ['Tool', '__proto__'],
  ['Tool', 'x-vendor'],
  ['toString', 'name'],
])('no revision has %s %s', (owner, name) => {
  expect(findField(owner, name)).toBeUndefined();
});

function definitionsOf(version: string): Definitions {
  const schema = JSON.parse(readFileSync(place(version), 'utf8')) as {
    definitions?: Definitions;
    $defs?: Definitions;
  };
  return schema.definitions ?? schema.$defs ?? {};
}

function isDefined(definitions: Definitions, path: string): boolean {
  const steps = path.split('.');
  return (
    Object.hasOwn(definitions, steps[0] ?? '') &&
    (steps.length < 3 || Object.keys(membersAt(definitions, path)).length > 0)
  );
}

/** The properties at `NAME.member.…`; none where the revision does not define it. */
function membersAt(definitions: Definitions, path: string): Readonly<Record<string, Schema>> {
  const [name = '', ...rest] = path.split('.');
  let at: Schema | undefined = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  for (const key of rest) {
    const holder: Readonly<Record<string, unknown>> = { ...at, ...(at ? propertiesOf(at) : {}) };
    const next = holder[key] as Schema | readonly Schema[] | undefined;
    at = Array.isArray(next)
      ? next[0]
      : ((next as Schema | undefined)?.items ?? (next as Schema | undefined));
    if (at?.$ref !== undefined) at = definitions[at.$ref.split('/').at(-1) ?? ''];
  }
  return at ? propertiesOf(at) : {};
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return Object.assign(
    {},
    schema.properties,
    ...[...(schema.allOf ?? []), ...(schema.anyOf ?? [])].map(propertiesOf),
  ) as Readonly<Record<string, Schema>>;
}
