import { describe, expect, test, vi } from 'vitest';
import { NO_SETTINGS } from '../engine/capabilities/profile.ts';
import { createMemoryStore } from '../engine/store/memory.ts';
import { keptSetting } from './settings.ts';
import { capabilitiesProblem, ProfileChoice } from './profile-setting.svelte.ts';

const clientInfo = { name: 'roundtrip', version: '0.0.0' };
const names = (setting: ProfileChoice) => setting.options.map(({ name }) => name);
const begin = () => new ProfileChoice(createMemoryStore(), clientInfo);

describe('raw capabilities', () => {
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
  test.each([
    ['answers', 'What Roundtrip can answer', 'answers'],
    ['everything', 'Everything', 'everything'],
    ['nothing', 'Nothing', 'nothing'],
    ['go-sdk', 'Go SDK default', 'go-sdk'],
    ['typescript-sdk', 'TypeScript SDK default', 'nothing'],
  ])('%s is there by itself', (id, name, rule) => {
    const setting = begin();
    setting.choose(id);
    expect(setting.profile).toEqual({
      name,
      rule,
      clientInfo,
      settings: NO_SETTINGS,
      capabilitiesText: null,
    });
  });

  test('that is not there is not chosen', () => {
    const setting = begin();
    setting.choose('of another browser');
    expect(setting.choice).toBe('answers');
  });

  test('that is built in stays as it is: a copy is made, chosen and changed', () => {
    const setting = begin();
    setting.change({ clientInfo: { name: 'me', version: '2' } });
    expect(setting.profile).toMatchObject({
      name: 'What Roundtrip can answer, changed',
      clientInfo: { name: 'me', version: '2' },
    });
    setting.change({ name: 'Mine' });
    expect(names(setting).slice(5)).toEqual(['Mine']);
    setting.choose('answers');
    expect(setting.profile.clientInfo).toEqual(clientInfo);
  });

  test('has a name of its own', () => {
    const setting = begin();
    setting.change({ rawText: '{}' });
    setting.choose('answers');
    setting.change({ rawText: '{}' });
    expect(names(setting).slice(5)).toEqual([
      'What Roundtrip can answer, changed',
      'What Roundtrip can answer, changed 2',
    ]);
  });

  test('that a person made can be taken away, one that is built in can not', () => {
    const setting = begin();
    setting.remove();
    setting.change({ name: 'Mine' });
    setting.remove();
    expect([setting.choice, names(setting).length]).toEqual(['answers', 5]);
  });

  test('declares raw JSON as typed, never what can not be read, and says why', () => {
    const setting = begin();
    setting.change({ rawText: '{ "roots":{} }' });
    expect(setting.profile.capabilitiesText).toBe('{ "roots":{} }');
    setting.change({ rawText: '{' });
    expect(setting.problem).toContain('Not JSON');
    expect(setting.profile.capabilitiesText).toBeNull();
    setting.choose('nothing');
    expect(setting.problem).toBeNull();
  });

  test('survives a reload, with every profile that was made', async () => {
    const store = createMemoryStore();
    const before = new ProfileChoice(store, clientInfo);
    const settings = {
      switches: { 'sampling.tools': false },
      extensions: [{ id: 'a/b', settingsText: '{}' }],
      experimentalText: '{"x":{}}',
    };
    before.add({
      name: 'Mine',
      clientInfo: { name: 'n', version: '1', title: 't' },
      rule: 'go-sdk',
      settings,
      rawText: null,
    });
    before.add({ name: 'Other', clientInfo, rule: 'nothing', settings: NO_SETTINGS, rawText: '{"x":1}' });
    before.choose(before.options[5]?.id ?? '');
    await vi.waitFor(async () => {
      const after = new ProfileChoice(store, clientInfo);
      await after.load();
      expect(names(after).slice(5)).toEqual(['Mine', 'Other']);
      expect(after.profile).toEqual(before.profile);
      expect(after.profile.settings).toEqual(settings);
    });
  });

  test.each([
    [{ choice: 'nothing', ownText: '{}' }, 'Nothing', null],
    [{ choice: 'own', ownText: '{"x":1}' }, 'Own JSON', '{"x":1}'],
    [{ choice: 'gone', saved: [] }, 'What Roundtrip can answer', null],
    [
      { choice: 'a', saved: [{ id: 'a', draft: { name: 'No settings' } }, 7] },
      'What Roundtrip can answer',
      null,
    ],
    ['nonsense', 'What Roundtrip can answer', null],
  ])('kept as %j is %s', async (kept, name, capabilitiesText) => {
    const store = createMemoryStore();
    await keptSetting(store, 'client profile', () => undefined).save(kept as never);
    const setting = new ProfileChoice(store, clientInfo);
    await setting.load();
    expect(setting.profile).toMatchObject({ name, capabilitiesText });
  });

  test('that a person changes while the kept one is read stays changed', async () => {
    const store = createMemoryStore();
    const before = new ProfileChoice(store, clientInfo);
    before.choose('everything');
    await Promise.resolve();
    const after = new ProfileChoice(store, clientInfo);
    const loading = after.load();
    after.choose('nothing');
    await loading;
    expect(after.choice).toBe('nothing');
  });
});
