import { CACHE, complete, type HostileCase, modern } from '../script.ts';

/** Input schemas as generators write them, and what people reported of forms made from them. The arguments are recorded as they came. */
const tools: Record<string, unknown> = {
  every_kind: {
    type: 'object',
    properties: {
      service: {
        type: 'string',
        title: 'Service',
        description: 'The service to ship.',
        minLength: 2,
        maxLength: 40,
      },
      notes: { type: 'string', format: 'markdown', description: 'What changed.' },
      replicas: { type: 'integer', minimum: 1, maximum: 10, default: 3 },
      share: { type: 'number', multipleOf: 0.1, examples: [0.5, 1] },
      dry_run: { type: 'boolean' },
      approve: { type: 'boolean' },
      region: {
        oneOf: [
          { const: 'eu', title: 'Europe' },
          { const: 'us', title: 'United States' },
        ],
      },
      kind: { const: 'release' },
      zones: { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
      tags: { type: 'array', items: { type: 'string' } },
      span: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false },
      target: {
        type: 'object',
        title: 'Target',
        properties: {
          host: { type: 'string', format: 'hostname' },
          port: { type: 'integer', default: 443 },
          at: { type: 'string', format: 'date-time' },
        },
        required: ['host'],
      },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      owner: { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }], default: null },
      limit: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      old_name: { type: 'string', deprecated: true },
      id: { type: 'string', readOnly: true },
      anything: {},
    },
    required: ['service', 'approve', 'kind', 'target'],
    if: { properties: { dry_run: { const: true } }, required: ['dry_run'] },
    then: { required: ['notes'] },
  },
  elsewhere: {
    type: 'object',
    properties: { e: { $ref: 'https://schema.example/x.json' }, s: { type: 'string' } },
  },
  untouched: {
    type: 'object',
    properties: {
      a: { type: 'string' },
      n: { type: 'integer' },
      arr: { type: 'array' },
      obj: { type: 'object' },
      s: { type: 'string' },
      d: { type: ['string', 'null'], default: null },
    },
    required: ['s'],
  },
  contact: {
    type: 'object',
    oneOf: [
      {
        properties: { kind: { const: 'email' }, address: { type: 'string' } },
        required: ['kind', 'address'],
      },
      { properties: { kind: { const: 'sms' }, phone: { type: 'string' } }, required: ['kind', 'phone'] },
    ],
  },
  shape: {
    type: 'object',
    properties: {
      shape: {
        oneOf: [
          {
            type: 'object',
            title: 'Circle',
            properties: { kind: { const: 'circle' }, r: { type: 'number' } },
            required: ['kind', 'r'],
          },
          {
            type: 'object',
            title: 'Square',
            properties: { kind: { const: 'square' }, side: { type: 'number' } },
            required: ['kind', 'side'],
            additionalProperties: false,
          },
        ],
      },
    },
    required: ['shape'],
  },
  conditions: {
    type: 'object',
    properties: { country: { enum: ['US', 'CA'] }, zip: { type: 'string' } },
    required: ['country'],
    if: { properties: { country: { const: 'US' } } },
    then: { required: ['zip'] },
    else: { properties: { postal: { type: 'string' } }, required: ['postal'] },
  },
  tree: {
    type: 'object',
    $defs: {
      Node: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/$defs/Node' } },
        },
        required: ['name'],
      },
    },
    properties: { root: { $ref: '#/$defs/Node' } },
    required: ['root'],
  },
  many_options: {
    type: 'object',
    properties: { e: { enum: Array.from({ length: 10_000 }, (_, index) => `v${index}`) } },
  },
  seeded: {
    type: 'object',
    properties: {
      limit: { type: 'integer', default: 20 },
      tags: { type: 'array', items: { type: 'string' }, default: ['a'] },
      ok: { type: 'boolean', default: true },
      no: { type: 'boolean' },
    },
    required: ['ok', 'no'],
  },
  formats: {
    type: 'object',
    properties: {
      email: { type: 'string', format: 'email' },
      when: { type: 'string', format: 'date-time' },
      code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]+$' },
    },
  },
};

export const formCases: readonly HostileCase[] = [
  {
    path: '/forms',
    what: 'input schemas of every kind, for forms',
    handle: modern({
      'tools/list': (exchange) => {
        const listed = Object.entries(tools).map(([name, inputSchema]) => ({ name, inputSchema }));
        exchange.result(complete({ tools: listed, ...CACHE }));
      },
    }),
  },
];
