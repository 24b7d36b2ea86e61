import { CACHE, complete, dual, type HostileCase } from '../script.ts';

type Json = Record<string, unknown>;

/** Tools by name, whose input schema is difficult: a value or JSON text. Built from the address of the server. */
const schemas = (
  name: string,
  what: string,
  build: (origin: string) => Record<string, Json | string>,
): HostileCase => ({
  path: `/schema/${name}`,
  what: `input schemas: ${what}`,
  handle: dual({
    'tools/list': (exchange) => {
      // Put together as text, because JSON.stringify gives up on deep nesting.
      const tools = Object.entries(build(exchange.url.origin)).map(([tool, schema]) => {
        const inputSchema = typeof schema === 'string' ? schema : JSON.stringify(schema);
        return `{"name":${JSON.stringify(tool)},"inputSchema":${inputSchema}}`;
      });
      const rest = JSON.stringify(complete(CACHE)).slice(1);
      exchange.result(`{"tools":[${tools.join(',')}],${rest}`);
    },
  }),
});

function nested(depth: number): string {
  const [open, close] = ['{"type":"object","properties":{"a":', '},"required":["a"]}'];
  return `${open.repeat(depth)}{"type":"string"}${close.repeat(depth)}`;
}

export const schemaCases: readonly HostileCase[] = [
  schemas('remote-ref', 'references to /__canary of this server, which nobody may fetch', (origin) => ({
    remote_ref: { type: 'object', properties: { a: { $ref: `${origin}/__canary/a.json` } } },
    remote_id: { $id: `${origin}/__canary/b.json`, type: 'object', properties: { a: { $ref: 'c.json' } } },
    remote_schema: { $schema: `${origin}/__canary/dialect.json`, type: 'object' },
    remote_dynamic: { type: 'object', properties: { a: { $dynamicRef: `${origin}/__canary/d.json#node` } } },
  })),
  schemas('references', 'definitions at the root and inside a property, escaped pointers, recursion', () => ({
    at_root: {
      type: 'object',
      $defs: {
        Q: {
          type: 'object',
          properties: { query: { type: 'string' }, limit: { type: 'integer', default: 20 } },
        },
      },
      properties: { query_model: { $ref: '#/$defs/Q', description: 'Beside the reference.' } },
      required: ['query_model'],
    },
    inside: {
      type: 'object',
      properties: { a: { $defs: { N: { type: 'integer' } }, $ref: '#/properties/a/$defs/N' } },
    },
    escaped: {
      type: 'object',
      $defs: { 'a/b~c d': { type: 'boolean' } },
      properties: { x: { $ref: '#/$defs/a~1b~0c%20d' } },
    },
    recursive: {
      type: 'object',
      $defs: {
        Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, value: { type: 'string' } } },
      },
      properties: { root: { $ref: '#/$defs/Node' } },
      required: ['root'],
    },
    endless: {
      type: 'object',
      $defs: { A: { $ref: '#/$defs/A' } },
      properties: { a: { $ref: '#/$defs/A' } },
      required: ['a'],
    },
    dangling: { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } },
  })),
  schemas('expensive', 'a pattern that backtracks for ever and references that fan out to 2^20', () => ({
    slow_pattern: {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' } },
      required: ['a'],
    },
    fan_out: {
      type: 'object',
      $defs: Object.fromEntries(
        Array.from({ length: 20 }, (_, level) => [
          `L${level}`,
          level === 19
            ? { type: 'object' }
            : { allOf: [{ $ref: `#/$defs/L${level + 1}` }, { $ref: `#/$defs/L${level + 1}` }] },
        ]),
      ),
      allOf: [{ $ref: '#/$defs/L0' }],
    },
  })),
  schemas('large', '10 000 properties, 5000 levels', () => ({
    wide: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
      ),
    },
    deep: nested(5000),
  })),
  schemas('dialects', 'draft-07, 2019-09, unknown dialects, broken keywords', () => ({
    draft_07: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { N: { type: 'integer' } },
      properties: { n: { $ref: '#/definitions/N' } },
    },
    draft_2019: { $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'object' },
    unknown: { $schema: 'https://schema.example/mine', type: 'object' },
    broken_type: { type: 'object', properties: { a: { type: 'text' } } },
    broken_required: { type: 'object', required: 'a' },
    broken_pattern: { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
    always_false: { type: 'object', properties: { a: false as unknown as Json }, required: ['a'] },
  })),
  schemas('odd-defaults', 'defaults of the wrong type, beyond 2^53 and called __proto__', () => ({
    wrong_default: {
      type: 'object',
      properties: { n: { type: 'integer', default: 'seven' } },
      required: ['n'],
    },
    nullable: {
      type: 'object',
      properties: { d: { type: ['string', 'null'], default: null }, s: { type: 'string' } },
      required: ['d', 's'],
    },
    prototype: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string","default":"x"}},"required":["__proto__"]}',
    ) as Json,
  })),
  schemas('header-params', 'sound and broken x-mcp-header annotations', () => ({
    sound: {
      type: 'object',
      properties: {
        owner: { type: 'string', 'x-mcp-header': 'Owner' },
        n: { type: 'integer', 'x-mcp-header': 'Count' },
      },
    },
    bad_name: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'Bad Header' } } },
    twice: {
      type: 'object',
      properties: {
        a: { type: 'string', 'x-mcp-header': 'Same' },
        b: { type: 'string', 'x-mcp-header': 'same' },
      },
    },
    on_object: { type: 'object', properties: { a: { type: 'object', 'x-mcp-header': 'Obj' } } },
  })),
];
