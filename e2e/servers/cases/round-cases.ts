import type { Exchange } from '../exchange.ts';
import { complete, type Handler, type HostileCase, modern, PONG } from '../script.ts';

type Json = Record<string, unknown>;

/** A state with everything that a careless client would trim, escape or normalise. */
export const ODD_STATE = ' a\u0000\u{1F600}"\\ \r\n e\u0301 ';

/** Characters of the large state. */
export const LARGE_STATE_LENGTH = 200_000;

const form = (message: string, more: Json = {}): Json => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    ...more,
  },
});

const page = (url: string): Json => ({
  method: 'elicitation/create',
  params: { mode: 'url', message: `Open ${url}`, url },
});

const ask = (exchange: Exchange, members: Json) =>
  exchange.result({ resultType: 'input_required', ...members });

const say = (exchange: Exchange, message: string) =>
  exchange.result(complete({ content: [{ type: 'text', text: message }] }));

const calling = (name: string, what: string, handle: Handler): HostileCase => ({
  path: `/rounds/${name}`,
  what: `tools/call: ${what}`,
  handle: modern({ 'tools/call': handle }),
});

/** Asks with the state, then says whether the state came back as it was sent. */
const echoed = (state: string): Handler =>
  function (exchange) {
    const { params } = exchange;
    if (!('inputResponses' in params))
      return ask(exchange, { inputRequests: { q: form('Ready?') }, requestState: state });
    return say(exchange, params['requestState'] === state ? 'state kept' : 'state changed');
  };

const asksOnce =
  (members: Json): Handler =>
  (exchange) =>
    'inputResponses' in exchange.params || 'requestState' in exchange.params
      ? say(exchange, JSON.stringify(exchange.params))
      : ask(exchange, members);

const schema = (properties: Json, more: Json = {}): Json => ({
  requestedSchema: { type: 'object', properties, ...more },
});

export const roundCases: readonly HostileCase[] = [
  calling(
    'form-defaults',
    'a form with defaults, falsy ones too',
    asksOnce({
      inputRequests: {
        form: form(
          'How?',
          schema(
            {
              level: { type: 'string', enum: ['low', 'high'], default: 'low' },
              count: { type: 'integer', default: 0 },
              dry: { type: 'boolean', default: false },
              note: { type: 'string', default: '' },
              name: { type: 'string' },
            },
            { required: ['level'] },
          ),
        ),
      },
    }),
  ),
  calling(
    'form-secrets',
    'a form that asks for a password and a card number',
    asksOnce({
      inputRequests: {
        login: form(
          'Sign in',
          schema({
            name: { type: 'string' },
            password: { type: 'string' },
            cardNumber: { type: 'string' },
          }),
        ),
      },
    }),
  ),
  calling(
    'form-outside',
    'forms whose schema is not of the flat subset, and one that is no form',
    asksOnce({
      inputRequests: {
        odd: form(
          'Where?',
          schema({
            address: { type: 'object', properties: { street: { type: 'string' } } },
            city: { type: 'string' },
            size: { type: 'integer', minimum: 3, maximum: 1 },
          }),
        ),
        none: form('What?', { requestedSchema: { type: 'string' } }),
      },
    }),
  ),
  calling('state-odd', 'a state with spaces, controls, astral and combining characters', echoed(ODD_STATE)),
  calling('state-empty', 'a state that is the empty string, and present', echoed('')),
  calling(
    'state-large',
    `a state of ${LARGE_STATE_LENGTH} characters`,
    echoed('s'.repeat(LARGE_STATE_LENGTH)),
  ),
  calling('state-absent', 'asks without a state, and says whether one was sent', (exchange) =>
    'inputResponses' in exchange.params
      ? say(exchange, 'requestState' in exchange.params ? 'state invented' : 'no state')
      : ask(exchange, { inputRequests: { q: form('Ready?') } }),
  ),
  calling(
    'state-number',
    'a state that is a number',
    asksOnce({ requestState: 7, inputRequests: { q: form('Ready?') } }),
  ),
  calling('state-only', 'a state and no question, `arguments.times` times (default 1)', (exchange) => {
    const times = (exchange.params['arguments'] as { times?: number } | undefined)?.times ?? 1;
    const seen = Number(exchange.params['requestState'] ?? 0);
    return seen >= times
      ? say(exchange, `echoed ${seen} times`)
      : ask(exchange, { requestState: String(seen + 1) });
  }),
  calling('state-only-for-ever', 'a fresh state and no question, for ever', (exchange) =>
    ask(exchange, { requestState: `s${exchange.count}` }),
  ),
  calling('asks-for-ever', 'the same key with a fresh state, for ever', (exchange) =>
    ask(exchange, {
      inputRequests: { q: form(`Question ${exchange.count}?`) },
      requestState: `s${exchange.count}`,
    }),
  ),
  calling('asks-nothing', 'an empty map of input requests and no state', asksOnce({ inputRequests: {} })),
  calling(
    'empty-map',
    'an empty map of input requests, with a state',
    asksOnce({ inputRequests: {}, requestState: 's' }),
  ),
  calling('neither', 'input_required with neither member', (exchange) => ask(exchange, {})),
  calling(
    'both',
    'content and input requests in one result',
    asksOnce({ ...PONG, inputRequests: { q: form('Ready?') }, requestState: 's' }),
  ),
  calling(
    'requests-array',
    'input requests as an array',
    asksOnce({ inputRequests: [form('Ready?')], requestState: 's' }),
  ),
  calling('type-missing', 'a result without resultType', (exchange) => exchange.result(PONG)),
  calling('type-unknown', 'a result of type com.example/later', (exchange) =>
    exchange.result({ resultType: 'com.example/later', ticket: 5 }),
  ),
  calling('type-missing-asks', 'input requests without resultType', (exchange) =>
    exchange.result({ inputRequests: { q: form('Ready?') }, requestState: 's' }),
  ),
  calling('complete-empty', 'asks once, then complete with no content', (exchange) =>
    'inputResponses' in exchange.params
      ? exchange.result({ resultType: 'complete', content: [] })
      : ask(exchange, { inputRequests: { q: form('Ready?') }, requestState: 's' }),
  ),
  calling('complete-bare', 'asks once, then complete without the member content', (exchange) =>
    'inputResponses' in exchange.params
      ? exchange.result({ resultType: 'complete' })
      : ask(exchange, { inputRequests: { q: form('Ready?') }, requestState: 's' }),
  ),
  calling(
    'unknown-method',
    'an input request of a method nobody knows',
    asksOnce({
      inputRequests: { x: { method: 'com.example/approval', params: {} }, q: form('Ready?') },
      requestState: 's',
    }),
  ),
  calling(
    'no-method',
    'input requests without method, without params, and null',
    asksOnce({
      inputRequests: { x: { params: {} }, y: { method: 'elicitation/create' }, z: null },
      requestState: 's',
    }),
  ),
  calling('error-then-ok', 'an error at the second request, complete at the third', (exchange) =>
    exchange.count === 1
      ? ask(exchange, { inputRequests: { q: form('Ready?') }, requestState: 's' })
      : exchange.count === 2
        ? exchange.error(-32602, 'q is missing')
        : say(exchange, 'well then'),
  ),
  calling('strict', 'refuses answers with members that do not belong there', (exchange) => {
    const responses = exchange.params['inputResponses'] as Json | undefined;
    if (responses === undefined)
      return ask(exchange, { inputRequests: { q: form('Ready?') }, requestState: 's' });
    const extra = Object.keys((responses['q'] ?? {}) as Json).filter(
      (key) => key !== 'action' && key !== 'content',
    );
    return extra.length > 0
      ? exchange.error(-32602, `Unknown members: ${extra.join(', ')}`)
      : say(exchange, 'clean');
  }),
  calling(
    'urls',
    'pages that must not be opened, or only with care',
    asksOnce({
      inputRequests: {
        lookalike: page('https://login.example.com.evil.example/x'),
        punycode: page('https://xn--pple-43d.com/'),
        script: page('javascript:window.__owned=1'),
        data: page('data:text/html,<script>alert(1)</script>'),
        file: page('file:///etc/passwd'),
        user: page('https://user:secret@example.com/'),
        relative: page('/sign-in'),
        empty: page(''),
      },
      requestState: 's',
    }),
  ),
  calling(
    'odd-forms',
    'forms without fields, without schema, with a nested schema, with optional fields only',
    asksOnce({
      inputRequests: {
        no_fields: form('Nothing to fill in', { requestedSchema: { type: 'object', properties: {} } }),
        no_schema: { method: 'elicitation/create', params: { message: 'No schema' } },
        nested: form('Nested', {
          requestedSchema: {
            type: 'object',
            properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
          },
        }),
        optional: form('Optional', {
          requestedSchema: { type: 'object', properties: { note: { type: 'string' } } },
        }),
        mode_unknown: form('Mode', { mode: 'voice' }),
      },
      requestState: 's',
    }),
  ),
  calling('other-name', 'says which name and arguments it was called with, after one round', (exchange) =>
    'inputResponses' in exchange.params
      ? say(exchange, JSON.stringify([exchange.params['name'], exchange.params['arguments']]))
      : ask(exchange, { inputRequests: { q: form('Ready?') }, requestState: 's' }),
  ),
  calling('id-reused', 'says after one round whether the id of the first request was used again', idReused()),
  calling(
    'many',
    '200 input requests in one round',
    asksOnce({
      inputRequests: Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`q${index}`, form(`Question ${index}?`)]),
      ),
      requestState: 's',
    }),
  ),
];

function idReused(): Handler {
  // The first id travels in the state, so that the server remembers nothing.
  return (exchange) => {
    const state = exchange.params['requestState'];
    if (typeof state !== 'string') {
      return ask(exchange, {
        inputRequests: { q: form('Ready?') },
        requestState: JSON.stringify(exchange.id),
      });
    }
    return say(exchange, state === JSON.stringify(exchange.id) ? 'id reused' : 'fresh id');
  };
}
