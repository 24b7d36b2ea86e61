import type { Exchange } from '../exchange.ts';
import { CACHE, complete, type Handler, type HostileCase, modern, PONG, TOOL } from '../script.ts';

const page = (exchange: Exchange, tools: unknown, more: Record<string, unknown> = {}) =>
  exchange.result(complete({ tools, ...more, ...CACHE }));

const tool = (name: string) => ({ ...TOOL, name });

const hasCursor = ({ params }: Exchange) => Object.hasOwn(params, 'cursor');

const listing = (name: string, what: string, handle: Handler): HostileCase => ({
  path: `/list/${name}`,
  what: `tools/list: ${what}`,
  handle: modern({ 'tools/list': handle }),
});

/** A tool whose one argument goes into the header of this name. */
const routed = (header: string) => ({
  ...tool('routed'),
  inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': header } } },
});

/** Numbered entries, one page. */
const many = (count: number, entry: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => entry(index));

/** A tool of an ordinary size; a changed one wants one argument more. */
const ordinary = (index: number, changed: boolean) => ({
  name: `tool_${index}`,
  title: `Tool number ${index}`,
  description: `Does what tool number ${index} does, and says so in a sentence of an ordinary length.`,
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
    required: changed ? ['query', 'limit'] : ['query'],
  },
});

export const listCases: readonly HostileCase[] = [
  listing('ten-thousand', '10 000 tools of an ordinary size', (exchange) =>
    page(
      exchange,
      many(10_000, (index) => ordinary(index, false)),
    ),
  ),
  listing('ten-thousand-changed', 'the same, of which every hundredth wants one argument more', (exchange) =>
    page(
      exchange,
      many(10_000, (index) => ordinary(index, index % 100 === 0)),
    ),
  ),
  {
    path: '/list/offered',
    what: 'resources, templates and prompts: 10 000 of the first, broken ones among the others; a page at a time of the last',
    handle: modern({
      'server/discover': (exchange) =>
        exchange.result(
          complete({
            supportedVersions: ['2026-07-28'],
            capabilities: { resources: {}, prompts: {} },
            ...CACHE,
          }),
        ),
      'resources/list': (exchange) =>
        exchange.result(
          complete({
            resources: many(10_000, (index) => ({ uri: `pile://${index}`, name: `thing ${index}` })),
            ...CACHE,
          }),
        ),
      'resources/templates/list': (exchange) =>
        exchange.result(
          complete({
            resourceTemplates: [
              { uriTemplate: 'pile://{constructor}{?q}', name: 'good' },
              { uriTemplate: 'pile://{unclosed', name: 'open' },
              { name: 'nameless' },
              null,
            ],
            ...CACHE,
          }),
        ),
      'resources/read': (exchange) =>
        exchange.result(
          complete({ contents: [{ uri: exchange.params['uri'], text: '<b onclick=1>' }], ...CACHE }),
        ),
      'prompts/list': (exchange) => {
        const number = Number(exchange.params['cursor'] ?? 1);
        const next = number < 4 && { nextCursor: String(number + 1) };
        exchange.result(complete({ prompts: [{ name: `prompt_${number}` }, 7], ...next, ...CACHE }));
      },
    }),
  },
  {
    path: '/list/header-renamed',
    what: 'the header that a tool wants is another once its tools have been listed; a call without it gets -32020',
    handle: modern({
      'tools/list': (exchange) => page(exchange, [routed(exchange.count === 1 ? 'Zone' : 'Region')]),
      'tools/call': (exchange) => {
        const region = exchange.req.headers['mcp-param-region'];
        if (typeof region === 'string') exchange.result(complete(PONG));
        else exchange.error(-32020, 'Header mismatch: Mcp-Param-Region is missing', { status: 400 });
      },
    }),
  },
  listing(
    'broken',
    'sound entries between broken ones: null, no schema, annotations as array, no name, text',
    (exchange) =>
      page(exchange, [
        tool('good_first'),
        null,
        { name: 'no_schema', description: 'Has no inputSchema.' },
        { ...tool('annotations_array'), annotations: [] },
        { ...tool('root_any_of'), inputSchema: { anyOf: [{ type: 'object' }, { type: 'object' }] } },
        { ...tool('output_array'), outputSchema: { type: 'array' } },
        { description: 'No name.', inputSchema: { type: 'object' } },
        'just text',
        { ...tool('schema_is_text'), inputSchema: 'object' },
        { ...tool('number_title'), title: 7 },
        { name: 42, inputSchema: { type: 'object' } },
        tool('good_last'),
      ]),
  ),
  listing('duplicates', 'two tools of one name with different schemas', (exchange) =>
    page(exchange, [
      { ...tool('get_temp'), inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
      tool('get_time'),
      { ...tool('get_temp'), inputSchema: { type: 'object', properties: { zip: { type: 'integer' } } } },
    ]),
  ),
  listing('not-array', 'tools is an object', (exchange) => page(exchange, { ping: TOOL })),
  listing('no-tools', 'a result without tools', (exchange) => page(exchange, undefined)),
  listing('empty', 'no tools', (exchange) => page(exchange, [])),
  listing('thousand', '1000 tools on one page', (exchange) =>
    page(
      exchange,
      Array.from({ length: 1000 }, (_, index) => tool(`tool_${index}`)),
    ),
  ),
  listing('error', 'an error', (exchange) => exchange.error(-32603, 'The list is on fire')),
  listing('error-second-time', 'a list, then an error, then another list', (exchange) =>
    exchange.count === 2
      ? exchange.error(-32603, 'The list is on fire')
      : page(exchange, [tool(exchange.count === 1 ? 'ping' : 'ping_again')]),
  ),
  listing('error-page-2', 'a page, then an error', (exchange) =>
    hasCursor(exchange)
      ? exchange.error(-32603, 'The second page is on fire')
      : page(exchange, [tool('on_page_1')], { nextCursor: 'two' }),
  ),
  listing('error-page-2-once', 'a page, then an error, and at the second attempt the page', (exchange) =>
    !hasCursor(exchange)
      ? page(exchange, [tool('on_page_1')], { nextCursor: 'two' })
      : exchange.count === 2
        ? exchange.error(-32603, 'The second page is on fire')
        : page(exchange, [tool('on_page_2')]),
  ),
  listing('cursor-empty', 'two pages; the cursor of the second is the empty string', (exchange) =>
    hasCursor(exchange)
      ? page(exchange, [tool('on_page_2')])
      : page(exchange, [tool('on_page_1')], { nextCursor: '' }),
  ),
  listing('cursor-repeated', 'every page names the same next cursor', (exchange) =>
    page(exchange, [tool(`tool_${exchange.count}`)], { nextCursor: 'again' }),
  ),
  listing('cursor-cycle', 'the cursors go a, b, a, b, for ever', (exchange) =>
    page(exchange, [tool(`tool_${exchange.count}`)], {
      nextCursor: exchange.params['cursor'] === 'a' ? 'b' : 'a',
    }),
  ),
  listing('cursor-endless', 'always a fresh cursor', (exchange) =>
    page(exchange, [tool(`tool_${exchange.count}`)], { nextCursor: `page-${exchange.count}` }),
  ),
  listing('cursor-null', 'the next cursor is null', (exchange) =>
    page(exchange, [TOOL], { nextCursor: null }),
  ),
  listing('cursor-number', 'the next cursor is a number', (exchange) =>
    page(exchange, [TOOL], { nextCursor: 2 }),
  ),
  listing(
    'cursor-odd',
    'two pages; the cursor has quotes, a line feed, an astral character and a lone surrogate',
    (exchange) =>
      hasCursor(exchange)
        ? page(exchange, [tool(exchange.params['cursor'] === ODD_CURSOR ? 'cursor_kept' : 'cursor_changed')])
        : page(exchange, [tool('on_page_1')], { nextCursor: ODD_CURSOR }),
  ),
  listing('input-required', 'input_required, which no list may be', (exchange) =>
    exchange.result({ resultType: 'input_required', requestState: 's' }),
  ),
];

/** A cursor that has to come back as it was sent. */
export const ODD_CURSOR = ' "\n\\\u{1F600}\uD800 ';
