import { expect, test } from 'vitest';
import { modernSpeech } from './codec.ts';

const identity = { revision: '2026-07-28', clientInfo: () => '{}', capabilities: () => '{}' };
const KEY = '"io.modelcontextprotocol/logLevel"';

test.each([
  ['tools/call', 'debug', true],
  ['prompts/get', 'emergency', true],
  ['resources/read', 'info', true],
  ['tools/call', null, false],
  ['tools/list', 'debug', false],
  ['completion/complete', 'debug', false],
])('%s with the log level %s asks for log messages: %s', (method, level, asks) => {
  const text = modernSpeech({ ...identity, logLevel: () => level }).request('1', method, [], '1');
  expect(text.includes(`${KEY}:${JSON.stringify(level)}`)).toBe(asks);
  expect(text.includes(KEY)).toBe(asks);
});
