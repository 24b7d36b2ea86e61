import { describe, expect, test } from 'vitest';
import { readDraft, readLink } from './draft.ts';

describe('a draft that was kept', () => {
  test('comes back whole', () => {
    const draft = {
      url: 'https://host/mcp',
      version: 'other',
      otherVersion: '2024-11-05',
      headers: [{ name: 'X-Team', value: 'red', lost: false }],
      seconds: '5',
      link: '?url=x',
    };
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  });

  test.each([[null], [''], ['nonsense'], ['1'], ['null']])('%s is no draft', (text) => {
    expect(readDraft(text)).toBeNull();
  });

  test('fields of another shape are left at their defaults', () => {
    expect(readDraft('{"url":1,"headers":[null,{"name":2}],"seconds":{}}')).toEqual({
      url: '',
      version: 'auto',
      otherVersion: '',
      headers: [{ name: '', value: '', lost: false }],
      seconds: '60',
      link: '',
    });
  });
});

describe('a deep link', () => {
  test.each([
    ['?url=https%3A%2F%2Fhost%2Fmcp', { url: 'https://host/mcp', version: null }],
    ['?url=https://host/mcp&version=2025-11-25', { url: 'https://host/mcp', version: '2025-11-25' }],
    ['?url=https://host/mcp&Authorization=secret', { url: 'https://host/mcp', version: null }],
    ['?version=2025-11-25', null],
    ['', null],
  ])('%s', (query, filled) => expect(readLink(query)).toEqual(filled));
});
