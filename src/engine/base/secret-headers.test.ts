import { expect, test } from 'vitest';
import { isSecretHeader, looksSecret } from './secret-headers.ts';

test.each([
  ...['Authorization', 'Proxy-Authorization', 'X-Authorization', 'X-Auth', 'X-OAuth2', 'Authentication'],
  ...['Cookie', 'Set-Cookie', 'X-Cookie', 'Session', 'X-Session-Id', 'sid', 'PHPSESSION'],
  ...['X-Api-Key', 'api-key', 'apikey', 'api_key', 'xApiKey', 'X-ApiKey', 'x-functions-key', 'X-Access-Key'],
  ...['Ocp-Apim-Subscription-Key', 'x-goog-api-key', 'X-RapidAPI-Key', 'X-Master-Key', 'Key', 'accesskey'],
  ...['X-Auth-Token', 'Token', 'PRIVATE-TOKEN', 'X-Amz-Security-Token', 'X-CSRF-Token', 'access_token'],
  ...['X-Signature', 'Signature', 'X-Hub-Signature-256', 'X-Sig', 'X-Shopify-Hmac-Sha256'],
  ...['X-PAT', 'pat', 'X-JWT', 'DPoP', 'X-OTP', 'X-Password', 'X-Passwd', 'X-Pwd', 'X-User-Credentials'],
  ...['CF-Access-Client-Secret', 'client-assertion', 'X-Secret', 'Bearer', ' authorization '],
])('%s looks secret', (name) => {
  expect(looksSecret(name)).toBe(true);
});

test.each([
  ...[
    '',
    'Accept',
    'Content-Type',
    'X-Request-Id',
    'x-correlation-id',
    'traceparent',
    'tracestate',
    'User-Agent',
  ],
  ...['Mcp-Session-Id', 'mcp-protocol-version', 'Mcp-Param-Api-Key', 'MCP-Method', 'Last-Event-ID'],
  ...['X-Tenant', 'X-Client-Id', 'X-Author', 'X-Path', 'X-Pattern', 'X-Passenger', 'X-Monkey', 'X-Keyboard'],
  ...[
    'Idempotency-Key',
    'X-Idempotency-Key',
    'X-Cache-Key',
    'Surrogate-Key',
    'X-Spatial',
    'X-Design',
    'X-Region',
  ],
  ...['Access-Control-Allow-Credentials', 'WWW-Authenticate', 'Proxy-Authenticate', 'Sec-WebSocket-Key'],
])('%s is ordinary', (name) => {
  expect(looksSecret(name)).toBe(false);
});

test('what a person said of a header counts, not its name', () => {
  const marks = new Map([
    ['x-tenant', true],
    ['x-api-key', false],
  ]);
  expect(isSecretHeader('X-Tenant', marks)).toBe(true);
  expect(isSecretHeader('X-Api-Key', marks)).toBe(false);
  expect(isSecretHeader('Authorization', marks)).toBe(true);
});
