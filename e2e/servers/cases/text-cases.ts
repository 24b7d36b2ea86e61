import { CACHE, type HostileCase, initializeResult, legacy, modern } from '../script.ts';

/** Would set `window.__owned` if any text became markup. */
export const MARKUP = '<img src=x onerror="window.__owned=1"><svg onload="window.__owned=2">';

/** Names that are members of every object, and those that are hard to show. */
export const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'a b',
  'ü/😀',
] as const;

/** Bidirectional override, escape sequences, control characters, a very long word. */
export const ODD_TEXT = `\u202Egnirts\u202C \u001B[31mred\u001B[0m \u0000\u0007\b\u2028 ${'x'.repeat(500)}`;

/** A name that pretends to be `read_delete_files` where the override is obeyed. */
export const TURNED_NAME = 'read_\u202eselif_eteled';

const INFO_KEY = 'io.modelcontextprotocol/serverInfo';
const marked = (word: string) => `${word} ${MARKUP}`;

/** A JSON object with the names as own members, `__proto__` too, which a literal would not give. */
function objectOf(names: readonly string[], value: (name: string) => unknown): Record<string, unknown> {
  return JSON.parse(
    `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value(name))}`).join(',')}}`,
  ) as Record<string, unknown>;
}

const markedServer = {
  name: marked('name'),
  version: marked('version'),
  title: marked('title'),
  description: marked('description'),
  websiteUrl: 'javascript:window.__owned=3',
  icons: [{ src: 'javascript:window.__owned=4', mimeType: marked('type') }],
};

const markedCapabilities = {
  tools: {},
  [marked('capability')]: {},
  extensions: { [marked('extension')]: { [marked('key')]: MARKUP } },
};

const markedTool = {
  name: marked('tool'),
  title: marked('title'),
  description: marked('description'),
  inputSchema: {
    type: 'object',
    title: marked('schema title'),
    description: marked('schema description'),
    properties: {
      [marked('property')]: {
        type: 'string',
        title: marked('title'),
        description: marked('text'),
        default: MARKUP,
      },
      choice: { type: 'string', enum: [MARKUP], enumNames: [marked('choice')] },
    },
  },
  annotations: { title: marked('annotation title') },
};

const markedContent = {
  content: [
    { type: 'text', text: MARKUP },
    { type: marked('kind'), text: MARKUP },
    { type: 'image', mimeType: `image/svg+xml"><script>window.__owned=5</script>`, data: 'PHN2Zz4=' },
    {
      type: 'image',
      mimeType: 'image/svg+xml',
      data: btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="parent.__owned=6"/>'),
    },
    {
      type: 'resource_link',
      uri: 'javascript:window.__owned=7',
      name: marked('link'),
      title: marked('title'),
    },
    {
      type: 'resource',
      resource: { uri: 'ui://x', mimeType: 'text/html', text: `<script>window.__owned=8</script>${MARKUP}` },
    },
  ],
  structuredContent: { [MARKUP]: MARKUP },
};

const markedInputRequests = {
  [marked('key')]: {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: marked('message'),
      requestedSchema: {
        type: 'object',
        properties: {
          [marked('field')]: { type: 'string', title: marked('title'), description: marked('text') },
          choice: {
            type: 'string',
            title: marked('choice'),
            oneOf: [{ const: MARKUP, title: marked('option') }],
          },
        },
      },
    },
  },
  page: {
    method: 'elicitation/create',
    params: { mode: 'url', message: marked('message'), url: 'javascript:window.__owned=9' },
  },
  sample: {
    method: 'sampling/createMessage',
    params: {
      messages: [{ role: 'user', content: { type: 'text', text: MARKUP } }],
      systemPrompt: MARKUP,
      maxTokens: 9,
    },
  },
};

export const textCases: readonly HostileCase[] = [
  {
    path: '/text/markup',
    what: 'markup that runs a script in every text of a modern server; tools/call asks for input first',
    handle: modern({
      'server/discover': (exchange) =>
        exchange.result({
          resultType: 'complete',
          supportedVersions: ['2026-07-28', marked('version')],
          capabilities: markedCapabilities,
          instructions: marked('instructions'),
          ...CACHE,
          _meta: { [INFO_KEY]: markedServer },
        }),
      'tools/list': (exchange) =>
        exchange.result({
          resultType: 'complete',
          tools: [markedTool],
          ...CACHE,
          _meta: { [INFO_KEY]: markedServer },
        }),
      'tools/call': (exchange) =>
        'inputResponses' in exchange.params
          ? exchange.result({ resultType: 'complete', ...markedContent })
          : exchange.result({
              resultType: 'input_required',
              inputRequests: markedInputRequests,
              requestState: MARKUP,
            }),
    }),
  },
  {
    path: '/text/markup-legacy',
    what: 'markup that runs a script in every text of a legacy server; tools/call streams it too',
    handle: legacy({
      initialize: (exchange) =>
        exchange.result({
          ...initializeResult(exchange),
          serverInfo: markedServer,
          capabilities: markedCapabilities,
          instructions: marked('instructions'),
        }),
      'tools/list': (exchange) => exchange.result({ tools: [markedTool] }),
      'tools/call': async (exchange) => {
        const stream = exchange.stream();
        const log = { level: 'error', logger: marked('logger'), data: { [MARKUP]: MARKUP } };
        await stream.event(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: log }));
        await stream.event(JSON.stringify({ jsonrpc: '2.0', method: marked('method'), params: {} }));
        await stream.raw(`id: ${MARKUP}\nevent: ${MARKUP}\ndata: ${exchange.response(markedContent)}\n\n`);
        stream.end();
      },
    }),
  },
  {
    path: '/text/markup-error',
    what: 'markup in an error, its data, a status text and a plain body',
    handle: modern({
      'tools/call': (exchange) => exchange.error(-32603, marked('error'), { data: { [MARKUP]: MARKUP } }),
      'tools/list': (exchange) => {
        exchange.res.statusMessage = MARKUP;
        exchange.send(MARKUP, { status: 500, type: 'text/plain' });
      },
    }),
  },
  {
    path: '/text/markup-connect',
    what: 'markup in the error that ends the attempt to connect',
    handle: (exchange) => exchange.send(`<!doctype html>${MARKUP}`, { status: 403, type: 'text/html' }),
  },
  {
    path: '/text/odd-names',
    what: 'tools, properties, capabilities and input requests called __proto__, constructor, "" and the like',
    handle: modern({
      'server/discover': (exchange) =>
        exchange.result({
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: objectOf(['tools', ...ODD_NAMES], () => ({})),
          ...CACHE,
          _meta: { [INFO_KEY]: { name: '', version: '' } },
        }),
      'tools/list': (exchange) =>
        exchange.result({
          resultType: 'complete',
          tools: ODD_NAMES.map((name) => ({
            name,
            inputSchema: { type: 'object', properties: objectOf(ODD_NAMES, () => ({ type: 'string' })) },
          })),
          ...CACHE,
        }),
      'tools/call': (exchange) =>
        'inputResponses' in exchange.params
          ? exchange.result({
              resultType: 'complete',
              content: [{ type: 'text', text: JSON.stringify(exchange.params['inputResponses']) }],
              structuredContent: objectOf(ODD_NAMES, (name) => name),
            })
          : exchange.result({
              resultType: 'input_required',
              inputRequests: objectOf(ODD_NAMES, (name) => ({
                method: 'elicitation/create',
                params: {
                  mode: 'form',
                  message: `About ${JSON.stringify(name)}`,
                  requestedSchema: {
                    type: 'object',
                    properties: objectOf(ODD_NAMES, () => ({ type: 'string' })),
                  },
                },
              })),
            }),
    }),
  },
  {
    path: '/text/odd-characters',
    what: 'control characters, overrides of direction, escape sequences and very long words in every text',
    handle: modern({
      'server/discover': (exchange) =>
        exchange.result({
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          instructions: ODD_TEXT,
          ...CACHE,
          _meta: { [INFO_KEY]: { name: ODD_TEXT, version: ODD_TEXT } },
        }),
      'tools/list': (exchange) =>
        exchange.result({
          resultType: 'complete',
          tools: [{ name: 'odd', title: ODD_TEXT, description: ODD_TEXT, inputSchema: { type: 'object' } }],
          ...CACHE,
        }),
      'tools/call': (exchange) =>
        exchange.result({ resultType: 'complete', content: [{ type: 'text', text: ODD_TEXT }] }),
    }),
  },
  {
    path: '/text/turned',
    what: 'names that pretend to be others where an override of direction is obeyed',
    handle: modern({
      'server/discover': (exchange) =>
        exchange.result({
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          ...CACHE,
          _meta: { [INFO_KEY]: { name: TURNED_NAME, version: '1' } },
        }),
      'tools/list': (exchange) =>
        exchange.result({
          resultType: 'complete',
          tools: [{ name: TURNED_NAME, description: TURNED_NAME, inputSchema: { type: 'object' } }],
          ...CACHE,
        }),
      'tools/call': (exchange) =>
        exchange.result({ resultType: 'complete', content: [{ type: 'text', text: TURNED_NAME }] }),
    }),
  },
];
