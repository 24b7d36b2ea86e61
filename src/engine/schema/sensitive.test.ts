import { describe, expect, test } from 'vitest';
import { sensitiveProperties } from './sensitive.ts';

const of = (key: string, schema: object) =>
  sensitiveProperties(
    JSON.stringify({ type: 'object', properties: { [key]: { type: 'string', ...schema } } }),
  );

describe('looks like a secret', () => {
  test.each<[key: string, schema: object, what: RegExp]>([
    ['password', {}, /password/],
    ['userPassword', {}, /password/],
    ['db_passwd', {}, /password/],
    ['p', { title: 'Passphrase' }, /password/],
    ['x', { format: 'password' }, /password/],
    ['apiKey', {}, /token or key/],
    ['API_KEY', {}, /token or key/],
    ['githubAccessToken', {}, /token/],
    ['token', {}, /token/],
    ['value', { title: 'Bearer token' }, /token/],
    ['client_secret', {}, /secret/],
    ['secret', {}, /secret/],
    ['private-key', {}, /secret key/],
    ['otp', {}, /one-time/],
    ['cardNumber', {}, /card/],
    ['n', { title: 'Credit card' }, /card/],
    ['cvv', { type: 'integer' }, /card/],
    ['ssn', {}, /identity/],
    ['value', { description: 'Enter your API key to go on' }, /token or key/],
    ['phrase', { title: 'Seed phrase' }, /recovery/],
  ])('%s %j', (key, schema, what) => {
    expect(of(key, schema)).toEqual([{ key, what: expect.stringMatching(what) as string }]);
  });
});

describe('does not', () => {
  test.each<[key: string, schema: object]>([
    ['name', {}],
    ['max_tokens', { type: 'integer' }],
    ['token_count', { type: 'integer' }],
    ['tokenizer', {}],
    ['keyboard', {}],
    ['secretary', {}],
    ['pinned', { type: 'boolean' }],
    ['remember_password', { type: 'boolean' }],
    ['cardinality', {}],
    ['discard', {}],
    ['passport', {}],
    ['key', {}],
    ['postal_code', { title: 'Postcode' }],
    ['note', { description: 'Anything but a password' }],
  ])('%s %j', (key, schema) => {
    expect(of(key, schema)).toEqual([]);
  });

  test.each(['{', '[]', '{"properties":[]}', '{"properties":{"password":true}}'])('%s', (text) => {
    expect(() => sensitiveProperties(text)).not.toThrow();
  });
});
