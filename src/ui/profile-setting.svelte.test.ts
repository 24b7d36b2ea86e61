import { describe, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../engine/store/memory.ts';
import { capabilitiesProblem, ProfileChoice } from './profile-setting.svelte.ts';

const clientInfo = { name: 'roundtrip', version: '0.0.0' };

describe('own capabilities', () => {
  test.each([
    ['{}', null],
    [' { "roots": {} } ', null],
    ['', 'Not JSON'],
    ['{roots}', 'Not JSON'],
    ['[]', 'JSON object'],
    ['null', 'JSON object'],
    ['"text"', 'JSON object'],
  ])('%s: %s', (text, problem) => {
    if (problem === null) expect(capabilitiesProblem(text)).toBeNull();
    else expect(capabilitiesProblem(text)).toContain(problem);
  });
});

describe('the profile', () => {
  test('declares what was chosen, as typed', () => {
    const setting = new ProfileChoice(createMemoryStore(), clientInfo);
    expect(setting.profile).toEqual({
      name: 'What Roundtrip can answer',
      clientInfo,
      capabilitiesText: null,
    });
    setting.choose('nothing');
    expect(setting.profile).toEqual({ name: 'Nothing', clientInfo, capabilitiesText: '{}' });
    setting.choose('own');
    setting.write('{ "roots":{} }');
    expect(setting.profile).toEqual({ name: 'Own JSON', clientInfo, capabilitiesText: '{ "roots":{} }' });
  });

  test('never declares what can not be read, and says why', () => {
    const setting = new ProfileChoice(createMemoryStore(), clientInfo);
    setting.choose('own');
    setting.write('{');
    expect(setting.problem).toContain('Not JSON');
    expect(setting.profile.capabilitiesText).toBeNull();
    setting.choose('nothing');
    expect(setting.problem).toBeNull();
  });

  test('survives a reload', async () => {
    const store = createMemoryStore();
    const before = new ProfileChoice(store, clientInfo);
    before.choose('own');
    before.write('{"x":1}');
    await vi.waitFor(async () => {
      const after = new ProfileChoice(store, clientInfo);
      await after.load();
      expect([after.choice, after.ownText]).toEqual(['own', '{"x":1}']);
    });
  });

  test('that a person changes while the kept one is read stays changed', async () => {
    const store = createMemoryStore();
    const before = new ProfileChoice(store, clientInfo);
    before.choose('own');
    await Promise.resolve();
    const after = new ProfileChoice(store, clientInfo);
    const loading = after.load();
    after.choose('nothing');
    await loading;
    expect(after.choice).toBe('nothing');
  });
});
