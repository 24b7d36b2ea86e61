import type { SpecPage } from './spec-links.ts';

/** How far a member of a message reaches, where that differs from the object it stands in. */
export interface FieldFact {
  /** Sentence case, no full stop. */
  readonly meaning: string;
  /** First revision that has it here. */
  readonly since?: string;
  /** First revision that no longer has it here. */
  readonly until?: string;
  readonly deprecatedSince?: string;
  /** What took its place, to stand behind "replaced by"; only with `until`. */
  readonly replacedBy?: string;
  /** What changed about it while it stayed. A sentence. */
  readonly change?: string;
  /** Where it is written about, when that is another page than the one of its object. */
  readonly page?: SpecPage;
  /** What its value is, or each entry of its array: an object of this table, or one of several (`ALTERNATIVES`). */
  readonly of?: string;
  /** The value is a map: `of` is each of its values. */
  readonly map?: true;
}

/** An object of the protocol with its members. */
export interface FieldOwnerFact {
  /** What it is called beside its members. */
  readonly title: string;
  readonly page: SpecPage;
  readonly since: string;
  readonly until?: string;
  readonly deprecatedSince?: string;
  /** What took the place of its members, unless one says more. */
  readonly replacedBy?: string;
  readonly members: Readonly<Record<string, FieldFact>>;
}

const ALWAYS = '2024-11-05';
const AUDIO = '2025-03-26';
const JUNE = '2025-06-18';
const NOVEMBER = '2025-11-25';
const MODERN = '2026-07-28';

const member = (meaning: string, rest: Omit<FieldFact, 'meaning'> = {}): FieldFact => ({ meaning, ...rest });

const META = member('Data beside the content, for whom it concerns', { page: 'meta' });
const META_JUNE = member(META.meaning, { page: 'meta', since: JUNE });
const TITLE = member('The name to show to people', { since: JUNE });
const ICONS = member('Pictures to show for it', { since: NOVEMBER, page: 'icons', of: 'Icon' });
const ANNOTATIONS = member('Hints for the client: who it is for, how important it is', { of: 'Annotations' });
const TASK_REQUEST = member('Asks to run the request as a task', {
  since: NOVEMBER,
  until: MODERN,
  replacedBy: 'the tasks extension, in which the server decides',
  page: 'tasks',
  of: 'TaskMetadata',
});
const INPUT_RESPONSES = member('Answers to what the last result asked for, by its keys', {
  since: MODERN,
  page: 'rounds',
  of: 'Input response',
  map: true,
});
const REQUEST_STATE_BACK = member('The state that the last result gave, sent back as it came', {
  since: MODERN,
  page: 'rounds',
});
const NEXT_CURSOR = member('Where the next page begins; absent on the last', { page: 'pagination' });
const RESULT_TYPE = member('Whether the result is complete or asks for input first', {
  since: MODERN,
  page: 'rounds',
});
const TTL = member('How many milliseconds the result may be kept', { since: MODERN, page: 'caching' });
const SCOPE = member('Whether the result may be kept for one user only, or for all', {
  since: MODERN,
  page: 'caching',
});
const RESULT = { _meta: META, resultType: RESULT_TYPE };
const CACHEABLE = { ...RESULT, ttlMs: TTL, cacheScope: SCOPE };
const OF_TASKS = {
  page: 'tasks',
  since: NOVEMBER,
  until: MODERN,
  replacedBy: 'the tasks extension',
} as const;
const OF_SAMPLING = { page: 'sampling', since: ALWAYS, deprecatedSince: MODERN } as const;

/** Shared by tools, resources, prompts and links to resources. */
const DESCRIPTION = member('What it is for, in words for a model');
const MIME_TYPE = member('The media type');

const RESOURCE = {
  uri: member('Where it is'),
  name: member('The name, for programs'),
  title: TITLE,
  description: DESCRIPTION,
  mimeType: MIME_TYPE,
  size: member('How many bytes it has, before any encoding'),
  annotations: ANNOTATIONS,
  icons: ICONS,
  _meta: META_JUNE,
};

/** Of every field of a form that elicitation asks for. */
const FORM_FIELD = {
  type: member('What kind of value is wanted'),
  title: member('The name of the field, for people'),
  description: member('What to fill in'),
};

/**
 * The objects of the protocol, by a name of ours. Requests and results of a method are `params METHOD` and
 * `result METHOD`; capabilities and the keys of `_meta` have tables of their own.
 */
const OWNERS: Readonly<Record<string, FieldOwnerFact>> = {
  Message: {
    title: 'Message',
    page: 'base',
    since: ALWAYS,
    members: {
      jsonrpc: member('The version of JSON-RPC, always "2.0"'),
      id: member('Ties the answer to its request'),
      method: member('What is asked or told'),
      params: member('What the method is given'),
      result: member('The answer'),
      error: member('Why there is no result', { of: 'Error' }),
    },
  },
  Error: {
    title: 'error',
    page: 'errorCodes',
    since: ALWAYS,
    members: {
      code: member('What kind of error it is'),
      message: member('The error in words'),
      data: member('More about the error; the code says what'),
    },
  },

  // What any params and any result may have; those with more stand below.
  Params: { title: 'params', page: 'base', since: ALWAYS, members: { _meta: META } },
  Result: { title: 'result', page: 'base', since: ALWAYS, members: RESULT },

  'params initialize': {
    title: 'params of initialize',
    page: 'handshake',
    since: ALWAYS,
    until: MODERN,
    members: {
      protocolVersion: member('The version the client wants to speak', {
        replacedBy: 'io.modelcontextprotocol/protocolVersion in _meta of every request',
        page: 'versions',
      }),
      capabilities: member('What the client can do', {
        replacedBy: 'io.modelcontextprotocol/clientCapabilities in _meta of every request',
        page: 'capabilities',
      }),
      clientInfo: member('Who the client is', {
        replacedBy: 'io.modelcontextprotocol/clientInfo in _meta of every request',
        of: 'Implementation',
      }),
      _meta: META,
    },
  },
  'result initialize': {
    title: 'result of initialize',
    page: 'handshake',
    since: ALWAYS,
    until: MODERN,
    members: {
      protocolVersion: member('The version the session speaks', {
        replacedBy: 'supportedVersions in the result of server/discover',
        page: 'versions',
      }),
      capabilities: member('What the server can do', {
        replacedBy: 'capabilities in the result of server/discover',
        page: 'capabilities',
      }),
      serverInfo: member('Who the server is', {
        replacedBy: 'io.modelcontextprotocol/serverInfo in _meta of results',
        of: 'Implementation',
      }),
      instructions: member('How to use the server, for a model', {
        replacedBy: 'instructions in the result of server/discover',
      }),
      _meta: META,
    },
  },
  'params server/discover': {
    title: 'params of server/discover',
    page: 'handshake',
    since: MODERN,
    members: { _meta: META },
  },
  'result server/discover': {
    title: 'result of server/discover',
    page: 'handshake',
    since: MODERN,
    members: {
      ...CACHEABLE,
      supportedVersions: member('The versions the server speaks', { page: 'versions' }),
      capabilities: member('What the server can do'),
      instructions: member('How to use the server, for a model'),
    },
  },

  'params list': {
    title: 'params',
    page: 'pagination',
    since: ALWAYS,
    members: { cursor: member('Where the wanted page begins'), _meta: META },
  },
  'result tools/list': {
    title: 'result of tools/list',
    page: 'tools',
    since: ALWAYS,
    members: {
      ...CACHEABLE,
      nextCursor: NEXT_CURSOR,
      tools: member('The tools of this page', { of: 'Tool' }),
    },
  },
  'result resources/list': {
    title: 'result of resources/list',
    page: 'resources',
    since: ALWAYS,
    members: {
      ...CACHEABLE,
      nextCursor: NEXT_CURSOR,
      resources: member('The resources of this page', { of: 'Resource' }),
    },
  },
  'result resources/templates/list': {
    title: 'result of resources/templates/list',
    page: 'resources',
    since: ALWAYS,
    members: {
      ...CACHEABLE,
      nextCursor: NEXT_CURSOR,
      resourceTemplates: member('The templates of this page', { of: 'Resource template' }),
    },
  },
  'result prompts/list': {
    title: 'result of prompts/list',
    page: 'prompts',
    since: ALWAYS,
    members: {
      ...CACHEABLE,
      nextCursor: NEXT_CURSOR,
      prompts: member('The prompts of this page', { of: 'Prompt' }),
    },
  },

  'params tools/call': {
    title: 'params of tools/call',
    page: 'tools',
    since: ALWAYS,
    members: {
      name: member('The tool to call'),
      arguments: member('What the tool is given'),
      inputResponses: INPUT_RESPONSES,
      requestState: REQUEST_STATE_BACK,
      task: TASK_REQUEST,
      _meta: META,
    },
  },
  'result tools/call': {
    title: 'result of tools/call',
    page: 'tools',
    since: ALWAYS,
    members: {
      ...RESULT,
      content: member('What the tool gives, for a model', { of: 'Content' }),
      structuredContent: member('What the tool gives, as JSON', {
        since: JUNE,
        change: 'An object; since 2026-07-28 any JSON value.',
      }),
      isError: member('The tool ran, and failed'),
    },
  },
  'params prompts/get': {
    title: 'params of prompts/get',
    page: 'prompts',
    since: ALWAYS,
    members: {
      name: member('The prompt to get'),
      arguments: member('What the prompt is made with'),
      inputResponses: INPUT_RESPONSES,
      requestState: REQUEST_STATE_BACK,
      _meta: META,
    },
  },
  'result prompts/get': {
    title: 'result of prompts/get',
    page: 'prompts',
    since: ALWAYS,
    members: {
      ...RESULT,
      description: member('What the prompt is for'),
      messages: member('The prompt, as messages', { of: 'Prompt message' }),
    },
  },
  'params resources/read': {
    title: 'params of resources/read',
    page: 'resources',
    since: ALWAYS,
    members: {
      uri: member('The resource to read'),
      inputResponses: INPUT_RESPONSES,
      requestState: REQUEST_STATE_BACK,
      _meta: META,
    },
  },
  'result resources/read': {
    title: 'result of resources/read',
    page: 'resources',
    since: ALWAYS,
    members: { ...CACHEABLE, contents: member('What was read', { of: 'Resource contents' }) },
  },
  'result input_required': {
    title: 'result that asks for input',
    page: 'rounds',
    since: MODERN,
    members: {
      ...RESULT,
      inputRequests: member('What the server wants to know before it goes on, by keys of its own', {
        of: 'Input request',
        map: true,
      }),
      requestState: member('A state only the server understands, to be sent back as it is'),
    },
  },
  'params completion/complete': {
    title: 'params of completion/complete',
    page: 'completion',
    since: ALWAYS,
    members: {
      ref: member('The prompt or resource template that is filled in', { of: 'Reference' }),
      argument: member('The argument that is being typed', { of: 'Completed argument' }),
      context: member('Arguments that are known already', { since: JUNE, of: 'Completion context' }),
      _meta: META,
    },
  },
  'Completed argument': {
    title: 'argument',
    page: 'completion',
    since: ALWAYS,
    members: { name: member('Which argument it is'), value: member('What has been typed of it') },
  },
  'Completion context': {
    title: 'context',
    page: 'completion',
    since: JUNE,
    members: { arguments: member('The arguments that are known already, by name') },
  },
  Reference: {
    title: 'ref',
    page: 'completion',
    since: ALWAYS,
    members: {
      type: member('Whether a prompt or a resource is meant'),
      name: member('The name of the prompt'),
      title: TITLE,
      uri: member('The URI or template of the resource'),
    },
  },
  'result completion/complete': {
    title: 'result of completion/complete',
    page: 'completion',
    since: ALWAYS,
    members: { ...RESULT, completion: member('The values that are suggested', { of: 'Completion' }) },
  },
  Completion: {
    title: 'completion',
    page: 'completion',
    since: ALWAYS,
    members: {
      values: member('The values, 100 at most'),
      total: member('How many there are in all'),
      hasMore: member('There are more than are given'),
    },
  },

  'params logging/setLevel': {
    title: 'params of logging/setLevel',
    page: 'logging',
    since: ALWAYS,
    until: MODERN,
    replacedBy: 'io.modelcontextprotocol/logLevel in _meta of a request',
    members: { level: member('The least severe message wanted'), _meta: META },
  },
  'params resources/subscribe': {
    title: 'params of resources/subscribe',
    page: 'subscriptions',
    since: ALWAYS,
    until: MODERN,
    replacedBy: 'resourceSubscriptions of subscriptions/listen',
    members: { uri: member('The resource to be told about'), _meta: META },
  },
  'params subscriptions/listen': {
    title: 'params of subscriptions/listen',
    page: 'subscriptions',
    since: MODERN,
    members: {
      notifications: member('The changes the stream is to tell', { of: 'Subscription filter' }),
      _meta: META,
    },
  },
  'params notifications/subscriptions/acknowledged': {
    title: 'params of notifications/subscriptions/acknowledged',
    page: 'subscriptions',
    since: MODERN,
    members: {
      notifications: member('The changes the stream will tell', { of: 'Subscription filter' }),
      _meta: META,
    },
  },
  'Subscription filter': {
    title: 'notifications',
    page: 'subscriptions',
    since: MODERN,
    members: {
      toolsListChanged: member('Tells when the list of tools changes'),
      promptsListChanged: member('Tells when the list of prompts changes'),
      resourcesListChanged: member('Tells when the list of resources changes'),
      resourceSubscriptions: member('Tells when one of these resources changes'),
    },
  },

  'params notifications/cancelled': {
    title: 'params of notifications/cancelled',
    page: 'cancellation',
    since: ALWAYS,
    members: {
      requestId: member('The request that is given up'),
      reason: member('Why'),
      _meta: META,
    },
  },
  'params notifications/progress': {
    title: 'params of notifications/progress',
    page: 'progress',
    since: ALWAYS,
    members: {
      progressToken: member('The token of the request it is about'),
      progress: member('How far it has come'),
      total: member('How far there is to go'),
      message: member('What is being done', { since: AUDIO }),
      _meta: META,
    },
  },
  'params notifications/message': {
    title: 'params of notifications/message',
    page: 'logging',
    since: ALWAYS,
    deprecatedSince: MODERN,
    members: {
      level: member('How severe it is'),
      logger: member('Which part of the server says it'),
      data: member('What is logged: any JSON'),
      _meta: META,
    },
  },
  'params notifications/resources/updated': {
    title: 'params of notifications/resources/updated',
    page: 'subscriptions',
    since: ALWAYS,
    members: { uri: member('The resource that changed'), _meta: META },
  },
  'params notifications/elicitation/complete': {
    title: 'params of notifications/elicitation/complete',
    page: 'elicitation',
    since: NOVEMBER,
    until: MODERN,
    replacedBy: 'a retry of the request, which tells how it went',
    members: { elicitationId: member('The interaction that is over') },
  },

  'Input request': {
    title: 'Input request',
    page: 'rounds',
    since: MODERN,
    members: { method: member('What is asked for'), params: member('What is given with it') },
  },
  'params elicitation/create': {
    title: 'params of elicitation/create',
    page: 'elicitation',
    since: JUNE,
    members: {
      message: member('What the person is asked'),
      requestedSchema: member('The form: what the answer has to look like', { of: 'Requested schema' }),
      mode: member('Whether a form or a link is meant; a form where it is absent', { since: NOVEMBER }),
      url: member('The link the person is sent to', { since: NOVEMBER }),
      elicitationId: member('Ties the interaction to its notification', {
        since: NOVEMBER,
        until: MODERN,
        replacedBy: 'an identifier that the server keeps in requestState',
      }),
      task: TASK_REQUEST,
      _meta: { ...META, until: MODERN },
    },
  },
  'Requested schema': {
    title: 'requestedSchema',
    page: 'elicitation',
    since: JUNE,
    members: {
      type: member('Always "object"'),
      properties: member('The fields of the form', { of: 'Form field', map: true }),
      required: member('The fields that must be filled in'),
      $schema: member('The dialect of JSON Schema', { since: NOVEMBER }),
    },
  },
  'Form field': {
    title: 'Field of the form',
    page: 'elicitation',
    since: JUNE,
    members: {
      ...FORM_FIELD,
      default: member('What stands in the field before anything is typed', {
        change: 'For true and false only; since 2025-11-25 for text, numbers and choices too.',
      }),
      minLength: member('The fewest characters'),
      maxLength: member('The most characters'),
      format: member('The kind of text: email, uri, date or date-time'),
      minimum: member('The least number'),
      maximum: member('The greatest number'),
      enum: member('The values to choose from'),
      enumNames: member('What the values are called, in the same order', {
        change: 'Legacy since 2025-11-25: oneOf with const and title says the same.',
      }),
      oneOf: member('The values to choose one from, each with its title', { since: NOVEMBER, of: 'Choice' }),
      items: member('The values to choose several from', { since: NOVEMBER, of: 'Choices' }),
      minItems: member('The fewest values to choose', { since: NOVEMBER }),
      maxItems: member('The most values to choose', { since: NOVEMBER }),
    },
  },
  Choices: {
    title: 'items',
    page: 'elicitation',
    since: NOVEMBER,
    members: {
      type: member('Always "string"'),
      enum: member('The values'),
      anyOf: member('The values, each with its title', { of: 'Choice' }),
    },
  },
  Choice: {
    title: 'Choice',
    page: 'elicitation',
    since: NOVEMBER,
    members: { const: member('The value'), title: member('What it is called, for people') },
  },
  'result elicitation/create': {
    title: 'Answer of the person',
    page: 'elicitation',
    since: JUNE,
    members: {
      action: member('Whether the person accepted, declined or turned away'),
      content: member('What was filled in'),
      _meta: { ...META, until: MODERN },
    },
  },

  'params sampling/createMessage': {
    title: 'params of sampling/createMessage',
    ...OF_SAMPLING,
    members: {
      messages: member('What the model is given', { of: 'Sampling message' }),
      modelPreferences: member('Which model would do well', { of: 'Model preferences' }),
      systemPrompt: member('The system prompt the server wishes for'),
      includeContext: member('Whether context of servers is added', {
        change:
          'thisServer and allServers are deprecated since 2025-11-25, and need the capability sampling.context.',
      }),
      temperature: member('How free the model is'),
      maxTokens: member('The most tokens to generate'),
      stopSequences: member('Texts at which the model stops'),
      metadata: member('More for whoever provides the model'),
      tools: member('The tools the model may use', { since: NOVEMBER, of: 'Tool' }),
      toolChoice: member('Whether the model has to use a tool', { since: NOVEMBER, of: 'Tool choice' }),
      task: TASK_REQUEST,
      _meta: { ...META, until: MODERN },
    },
  },
  'Sampling message': {
    title: 'Message to the model',
    ...OF_SAMPLING,
    members: {
      role: member('Who says it: user or assistant'),
      content: member('What is said', {
        of: 'Content',
        change: 'One block; since 2025-11-25 one or several.',
      }),
      _meta: { ...META, since: NOVEMBER },
    },
  },
  'Model preferences': {
    title: 'modelPreferences',
    ...OF_SAMPLING,
    members: {
      hints: member('Names of models that would do', { of: 'Model hint' }),
      costPriority: member('How much a low price matters, 0 to 1'),
      speedPriority: member('How much speed matters, 0 to 1'),
      intelligencePriority: member('How much cleverness matters, 0 to 1'),
    },
  },
  'Model hint': {
    title: 'Model hint',
    ...OF_SAMPLING,
    members: { name: member('Part of the name of a model') },
  },
  'Tool choice': {
    title: 'toolChoice',
    ...OF_SAMPLING,
    since: NOVEMBER,
    members: { mode: member('auto, required or none') },
  },
  'result sampling/createMessage': {
    title: 'Answer of the model',
    ...OF_SAMPLING,
    members: {
      role: member('Who says it: the assistant'),
      content: member('What the model says', {
        of: 'Content',
        change: 'One block; since 2025-11-25 one or several.',
      }),
      model: member('The model that answered'),
      stopReason: member('Why the model stopped'),
      _meta: META,
    },
  },
  'result roots/list': {
    title: 'Answer with the roots',
    page: 'roots',
    since: ALWAYS,
    deprecatedSince: MODERN,
    members: {
      roots: member('The folders that matter', { of: 'Root' }),
      _meta: { ...META, until: MODERN },
    },
  },
  Root: {
    title: 'Root',
    page: 'roots',
    since: ALWAYS,
    deprecatedSince: MODERN,
    members: {
      uri: member('Where the folder or file is'),
      name: member('What to call it'),
      _meta: META_JUNE,
    },
  },

  Implementation: {
    title: 'Implementation',
    page: 'handshake',
    since: ALWAYS,
    members: {
      name: member('The name, for programs'),
      version: member('The version of the software'),
      title: TITLE,
      description: member('What it does', { since: NOVEMBER }),
      websiteUrl: member('Its page on the web', { since: NOVEMBER }),
      icons: ICONS,
    },
  },
  Icon: {
    title: 'Icon',
    page: 'icons',
    since: NOVEMBER,
    members: {
      src: member('Where the picture is, or the picture itself'),
      mimeType: MIME_TYPE,
      sizes: member('The sizes it is made for'),
      theme: member('Whether it is made for a light or a dark background'),
    },
  },
  Annotations: {
    title: 'annotations',
    page: 'resources',
    since: ALWAYS,
    members: {
      audience: member('Who it is for: user, assistant or both'),
      priority: member('How important it is, 0 to 1'),
      lastModified: member('When it was last changed', { since: JUNE }),
    },
  },
  Tool: {
    title: 'Tool',
    page: 'tools',
    since: ALWAYS,
    members: {
      name: member('The name it is called by'),
      title: TITLE,
      description: DESCRIPTION,
      inputSchema: member('What its arguments have to look like', {
        change: 'Since 2026-07-28 with any keyword of JSON Schema 2020-12.',
      }),
      outputSchema: member('What its structuredContent looks like', {
        since: JUNE,
        change: 'The schema of an object; since 2026-07-28 of any JSON value.',
      }),
      annotations: member('Hints about what it does', { since: AUDIO, of: 'Tool annotations' }),
      execution: member('How it may be run', {
        since: NOVEMBER,
        until: MODERN,
        replacedBy: 'the tasks extension, in which the server decides',
        page: 'tasks',
        of: 'Tool execution',
      }),
      icons: ICONS,
      _meta: META_JUNE,
    },
  },
  'Tool annotations': {
    title: 'annotations',
    page: 'tools',
    since: AUDIO,
    members: {
      title: member('The name to show to people; the title of the tool goes before it'),
      readOnlyHint: member('The tool changes nothing'),
      destructiveHint: member('The tool may destroy something'),
      idempotentHint: member('Calling it again with the same arguments changes nothing more'),
      openWorldHint: member('The tool deals with things outside the server'),
    },
  },
  'Tool execution': {
    title: 'execution',
    ...OF_TASKS,
    replacedBy: 'the tasks extension, in which the server decides',
    members: { taskSupport: member('Whether it may, must or must not run as a task') },
  },
  Resource: { title: 'Resource', page: 'resources', since: ALWAYS, members: RESOURCE },
  'Resource template': {
    title: 'Resource template',
    page: 'resources',
    since: ALWAYS,
    members: {
      uriTemplate: member('The URI with places for variables (RFC 6570)'),
      name: member('The name, for programs'),
      title: TITLE,
      description: DESCRIPTION,
      mimeType: member('The media type of every resource it makes'),
      annotations: ANNOTATIONS,
      icons: ICONS,
      _meta: META_JUNE,
    },
  },
  'Resource contents': {
    title: 'Contents',
    page: 'resources',
    since: ALWAYS,
    members: {
      uri: member('The resource they are of'),
      mimeType: MIME_TYPE,
      text: member('The contents, as text'),
      blob: member('The contents, in base64'),
      _meta: META_JUNE,
    },
  },
  Prompt: {
    title: 'Prompt',
    page: 'prompts',
    since: ALWAYS,
    members: {
      name: member('The name it is asked for by'),
      title: TITLE,
      description: DESCRIPTION,
      arguments: member('What it can be made with', { of: 'Prompt argument' }),
      icons: ICONS,
      _meta: META_JUNE,
    },
  },
  'Prompt argument': {
    title: 'Prompt argument',
    page: 'prompts',
    since: ALWAYS,
    members: {
      name: member('The name of the argument'),
      title: TITLE,
      description: DESCRIPTION,
      required: member('The prompt can not do without it'),
    },
  },
  'Prompt message': {
    title: 'Message of the prompt',
    page: 'prompts',
    since: ALWAYS,
    members: {
      role: member('Who says it: user or assistant'),
      content: member('What is said', { of: 'Content' }),
    },
  },

  'Text content': {
    title: 'Text',
    page: 'tools',
    since: ALWAYS,
    members: {
      type: member('What kind of content it is'),
      text: member('The text'),
      annotations: ANNOTATIONS,
      _meta: META_JUNE,
    },
  },
  'Image content': {
    title: 'Image',
    page: 'tools',
    since: ALWAYS,
    members: {
      type: member('What kind of content it is'),
      data: member('The picture, in base64'),
      mimeType: MIME_TYPE,
      annotations: ANNOTATIONS,
      _meta: META_JUNE,
    },
  },
  'Audio content': {
    title: 'Audio',
    page: 'tools',
    since: AUDIO,
    members: {
      type: member('What kind of content it is'),
      data: member('The sound, in base64'),
      mimeType: MIME_TYPE,
      annotations: ANNOTATIONS,
      _meta: META_JUNE,
    },
  },
  'Embedded resource': {
    title: 'Embedded resource',
    page: 'tools',
    since: ALWAYS,
    members: {
      type: member('What kind of content it is'),
      resource: member('The contents that are embedded', { of: 'Resource contents' }),
      annotations: ANNOTATIONS,
      _meta: META_JUNE,
    },
  },
  'Resource link': {
    title: 'Resource link',
    page: 'tools',
    since: JUNE,
    members: { type: member('What kind of content it is'), ...RESOURCE },
  },
  'Tool use': {
    title: 'Use of a tool',
    ...OF_SAMPLING,
    since: NOVEMBER,
    members: {
      type: member('What kind of content it is'),
      id: member('Ties the result to its use'),
      name: member('The tool the model wants'),
      input: member('What the tool is given'),
      _meta: META,
    },
  },
  'Tool result': {
    title: 'Result of a tool',
    ...OF_SAMPLING,
    since: NOVEMBER,
    members: {
      type: member('What kind of content it is'),
      toolUseId: member('The use it is the result of'),
      content: member('What the tool gave', { of: 'Content' }),
      structuredContent: member('What the tool gave, as JSON'),
      isError: member('The tool failed'),
      _meta: META,
    },
  },

  'params tasks': { title: 'params', ...OF_TASKS, members: { taskId: member('The task it is about') } },
  'result tasks/list': {
    title: 'result of tasks/list',
    ...OF_TASKS,
    members: {
      tasks: member('The tasks of this page', { of: 'Task' }),
      nextCursor: NEXT_CURSOR,
      _meta: META,
    },
  },
  'result task': {
    title: 'result',
    ...OF_TASKS,
    members: { task: member('The task that was made', { of: 'Task' }), _meta: META },
  },
  Task: {
    title: 'Task',
    ...OF_TASKS,
    members: {
      taskId: member('Names the task'),
      status: member('How it stands'),
      statusMessage: member('How it stands, in words'),
      createdAt: member('When it was made'),
      lastUpdatedAt: member('When its status last changed'),
      ttl: member('How many milliseconds it is kept'),
      pollInterval: member('How many milliseconds to wait before asking again'),
    },
  },
  TaskMetadata: {
    title: 'task',
    ...OF_TASKS,
    members: { ttl: member('How many milliseconds the task is to be kept') },
  },
};

/** Every object of the protocol with its members, by its name here. */
export const FIELD_OWNERS: ReadonlyMap<string, FieldOwnerFact> = new Map(Object.entries(OWNERS));

/** Objects that are one of several: which, by what they hold. */
export const ALTERNATIVES: readonly string[] = ['Content', 'Input response'];

/** A member in an object of the protocol, with all that is known of it. */
export interface Field extends Omit<FieldFact, 'of' | 'map'> {
  readonly name: string;
  /** What the object is called. */
  readonly title: string;
  readonly since: string;
  readonly page: SpecPage;
}

/** The member `name` of the object `owner`; undefined where no revision has it. */
export function findField(owner: string, name: string): Field | undefined {
  const object = FIELD_OWNERS.get(owner);
  if (!object || !Object.hasOwn(object.members, name)) return undefined;
  const fact = object.members[name];
  if (!fact) return undefined;
  const until = fact.until ?? object.until;
  const replacedBy = fact.replacedBy ?? (fact.until === undefined ? object.replacedBy : undefined);
  const deprecatedSince = fact.deprecatedSince ?? object.deprecatedSince;
  return {
    name,
    title: object.title,
    meaning: fact.meaning,
    since: fact.since !== undefined && fact.since > object.since ? fact.since : object.since,
    page: fact.page ?? object.page,
    ...(until === undefined ? {} : { until }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
    ...(deprecatedSince === undefined ? {} : { deprecatedSince }),
    ...(fact.change === undefined ? {} : { change: fact.change }),
  };
}
