import { describe, expect, test } from 'vitest';
import type { Era } from '../protocol/revisions.ts';
import { readDeclared, readDeclaredFromResponse, type Declared } from './declared.ts';

const META = 'io.modelcontextprotocol/serverInfo';

function read(result: unknown, era: Era = 'modern'): Declared {
  const declared = readDeclared(typeof result === 'string' ? result : JSON.stringify(result), era);
  if (!declared.ok) throw new Error(declared.message);
  return declared.value;
}

const info = { name: 'acme', version: '1.4.0' };
const modern = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  ttlMs: 3600000,
  cacheScope: 'public',
  _meta: { [META]: info },
};
const legacy = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: info };

test('a correct discover result has no findings', () => {
  expect(read(modern)).toMatchObject({
    serverInfo: info,
    serverInfoFrom: '_meta',
    supportedVersions: ['2026-07-28'],
    ttlMs: 3600000,
    cacheScope: 'public',
    findings: [],
  });
});

test('a correct initialize result has no findings', () => {
  expect(read({ ...legacy, instructions: 'Read first.' }, 'legacy')).toMatchObject({
    serverInfo: info,
    serverInfoFrom: 'serverInfo',
    protocolVersion: '2025-11-25',
    instructions: 'Read first.',
    findings: [],
  });
});

describe('who the server is', () => {
  test('beside the result in the modern era is read, with a finding', () => {
    const declared = read({ ...modern, _meta: undefined, serverInfo: info });
    expect(declared).toMatchObject({ serverInfo: info, serverInfoFrom: 'serverInfo' });
    expect(declared.findings).toEqual([expect.stringContaining('stands beside the result')]);
  });

  test('in both places alike is one fact', () => {
    const declared = read({ ...modern, serverInfo: { version: '1.4.0', name: 'acme' } });
    expect(declared).toMatchObject({ serverInfo: info, serverInfoFrom: 'both', findings: [] });
  });

  test('in both places, different, shows _meta and says so', () => {
    const declared = read({ ...modern, serverInfo: { name: 'other', version: '2' } });
    expect(declared).toMatchObject({ serverInfo: info, serverInfoFrom: 'both' });
    expect(declared.findings).toEqual([expect.stringContaining('differently')]);
  });

  test('in _meta of a legacy result is read', () => {
    const declared = read({ ...legacy, serverInfo: undefined, _meta: { [META]: info } }, 'legacy');
    expect(declared).toMatchObject({ serverInfo: info, serverInfoFrom: '_meta' });
  });

  test.each(['modern', 'legacy'] as const)('missing is a finding (%s)', (era) => {
    const declared = read(
      { ...(era === 'modern' ? { ...modern, _meta: {} } : { ...legacy, serverInfo: undefined }) },
      era,
    );
    expect(declared).toMatchObject({ serverInfo: null, serverInfoFrom: null });
    expect(declared.findings).toHaveLength(1);
  });

  test('with an empty name is kept, with a finding', () => {
    const declared = read({ ...legacy, serverInfo: { name: '', version: '1' } }, 'legacy');
    expect(declared.serverInfo?.name).toBe('');
    expect(declared.findings).toEqual(['serverInfo.name is empty']);
  });

  test('without name and version is kept, with findings', () => {
    const declared = read({ ...legacy, serverInfo: { title: 'Acme' } }, 'legacy');
    expect(declared.serverInfo).toMatchObject({ name: '', version: null, title: 'Acme' });
    expect(declared.findings).toHaveLength(2);
  });

  test.each([null, 'acme', [], 7])('given as %j is a finding', (value) => {
    const declared = read({ ...legacy, serverInfo: value }, 'legacy');
    expect(declared.serverInfo).toBeNull();
    expect(declared.findings[0]).toContain('serverInfo is');
  });

  test('keeps the members it does not know', () => {
    expect(read({ ...legacy, serverInfo: { ...info, build: 9 } }, 'legacy').serverInfo?.text).toContain(
      '"build":9',
    );
  });
});

describe('capabilities', () => {
  const paths = (declared: Declared) => declared.capabilities.map((node) => node.path.join('.'));

  test('are a flat list, parents first, unknown ones included', () => {
    const capabilities = {
      tools: { listChanged: true },
      'acme/thing': { a: { b: 1 } },
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    };
    expect(paths(read({ ...modern, capabilities }))).toEqual([
      'tools',
      'tools.listChanged',
      'acme/thing',
      'acme/thing.a',
      'acme/thing.a.b',
      'extensions',
      'extensions.io.modelcontextprotocol/tasks',
    ]);
  });

  test('keep digits and white space of their values', () => {
    const text = '{"capabilities":{"x":{"n": 9007199254740993, "f":1.0}}}';
    expect(read(text).capabilities.map((node) => node.valueText)).toEqual([
      '{"n": 9007199254740993, "f":1.0}',
      '9007199254740993',
      '1.0',
    ]);
  });

  test('named like members of the language are data', () => {
    const declared = read('{"capabilities":{"__proto__":{"polluted":true},"constructor":{},"":{}}}');
    expect(paths(declared)).toEqual(['__proto__', '__proto__.polluted', 'constructor', '']);
    expect({}).not.toHaveProperty('polluted');
  });

  test('twice under one key count once, with a finding', () => {
    const declared = read('{"capabilities":{"tools":{},"tools":{"listChanged":true}}}');
    expect(paths(declared)).toEqual(['tools', 'tools.listChanged']);
    expect(declared.findings).toContainEqual(expect.stringContaining('stands twice'));
  });

  test.each([
    [{ tools: true }, 'capability tools is true, not an object'],
    [{ tools: { listChanged: 'yes' } }, 'capability tools.listChanged is "yes", not true or false'],
    [{ resources: { subscribe: {} } }, 'capability resources.subscribe is {}, not true or false'],
    [{ extensions: { 'a.b/c': null } }, 'capability extensions.a.b/c is null, not an object'],
  ])('of the wrong type are a finding: %j', (capabilities, expected) => {
    expect(read({ ...modern, capabilities }).findings).toEqual([expect.stringContaining(expected)]);
  });

  test.each([undefined, null, [], 'tools'])('given as %j are a finding', (capabilities) => {
    const declared = read({ ...modern, capabilities });
    expect(declared.capabilities).toEqual([]);
    expect(declared.findings).toHaveLength(1);
  });

  test('nested without end cost no stack, and stay whole in the text of what holds them', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const declared = read(`{"capabilities":{"x":${deep}}}`);
    expect(declared.capabilities).toHaveLength(8);
    expect(declared.capabilities[0]?.valueText).toBe(deep);
  });

  test('in any number are cut, with a finding', () => {
    const capabilities = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`c${at}`, {}]));
    const declared = read({ ...modern, capabilities });
    expect(declared.capabilities).toHaveLength(2000);
    expect(declared.findings).toEqual([expect.stringContaining('first 2000')]);
  });
});

describe('facts of a discover result', () => {
  test.each([
    ['supportedVersions', undefined, 'no supportedVersions'],
    ['supportedVersions', '2026-07-28', 'supportedVersions is a string, not an array'],
    ['supportedVersions', [], 'names no version'],
    ['supportedVersions', ['2026-07-28', 7], 'entries that are not strings'],
    ['ttlMs', undefined, 'no ttlMs'],
    ['ttlMs', '60', 'ttlMs is not a whole number'],
    ['ttlMs', -1, 'ttlMs is not a whole number'],
    ['ttlMs', 1.5, 'ttlMs is not a whole number'],
    ['cacheScope', undefined, 'no cacheScope'],
    ['cacheScope', 'shared', 'cacheScope is "shared"'],
    ['cacheScope', 7, 'cacheScope is a number, not a string'],
    ['resultType', undefined, 'no resultType'],
    ['resultType', 'input_required', 'resultType is "input_required"'],
    ['instructions', {}, 'instructions is an object, not a string'],
  ])('%s as %j is a finding', (key, value, expected) => {
    expect(read({ ...modern, [key]: value }).findings).toEqual([expect.stringContaining(expected)]);
  });

  test('keep the strings of a mixed list of versions', () => {
    expect(read({ ...modern, supportedVersions: [null, '2026-07-28'] }).supportedVersions).toEqual([
      '2026-07-28',
    ]);
  });

  test('keep their raw text', () => {
    expect(read('{"ttlMs":60.0}').members.get('ttlMs')).toBe('60.0');
  });

  test('are not demanded of an initialize result', () => {
    expect(read(legacy, 'legacy').findings).toEqual([]);
    expect(read({ ...legacy, protocolVersion: undefined }, 'legacy').findings).toHaveLength(1);
    expect(read({ ...legacy, protocolVersion: 7 }, 'legacy').findings).toEqual([
      'protocolVersion is a number, not a string',
    ]);
  });
});

test.each([
  ['not json', 'not-json'],
  ['', 'not-json'],
  ['null', 'not-object'],
  ['[]', 'not-object'],
  ['"x"', 'not-object'],
])('%j fails with %s', (text, code) => {
  expect(readDeclared(text, 'modern')).toMatchObject({ ok: false, code });
});

describe('a whole response', () => {
  test('is read by its result', () => {
    const response = `{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(modern)}}`;
    expect(readDeclaredFromResponse(response, 'modern')).toMatchObject({
      ok: true,
      value: { serverInfo: info },
    });
  });

  test.each(['{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}', '[]', '7'])(
    'without one fails: %s',
    (text) => {
      expect(readDeclaredFromResponse(text, 'modern')).toMatchObject({ ok: false, code: 'not-object' });
    },
  );
});
