import { describe, expect, test } from 'vitest';
import { keepText } from '../base/body.ts';
import type { ListingView } from './listings.ts';
import { readPrompts } from './prompts.ts';
import { readResources, readTemplates } from './resources.ts';

function listing(method: string, ...results: readonly string[]): ListingView {
  return {
    listing: 1,
    connection: 1,
    method,
    at: 0,
    pages: results.map((result, index) => ({
      page: index + 1,
      exchange: index + 1,
      result: keepText(`{"jsonrpc":"2.0","id":1,"result":${result}}`),
      receivedAt: 1000 + index,
    })),
    ended: { how: 'complete' },
    findings: [],
  };
}

const resources = (list: string) => readResources(listing('resources/list', `{"resources":${list}}`));
const templates = (list: string) =>
  readTemplates(listing('resources/templates/list', `{"resourceTemplates":${list}}`));
const prompts = (list: string) => readPrompts(listing('prompts/list', `{"prompts":${list}}`));

describe('resources', () => {
  test('are named by their URI and keep what was said of them', async () => {
    const { entries } = await resources(
      '[{"uri":"a:1","name":"one","title":"T","size":1e3,"mimeType":"text/plain","annotations":{"audience":["user"],"priority":0.8,"lastModified":"2025"}},{"uri":"a:1","name":"again"}]',
    );
    expect(entries).toMatchObject([
      {
        key: 'a:1',
        name: 'one',
        title: 'T',
        size: '1e3',
        mimeType: 'text/plain',
        annotations: { audience: ['user'], priority: '0.8', lastModified: '2025' },
        problems: [],
        twin: { nth: 1, of: 2 },
      },
      { twin: { nth: 2, of: 2 } },
    ]);
  });

  test.each([
    ['null', 'resources[0]', 'Is null, not an object'],
    ['{"name":"a"}', 'resources[0].uri', 'uri is missing'],
    ['{"uri":7,"name":"a"}', 'resources[0].uri', 'uri is a number, not a string'],
    ['{"uri":"a:b"}', 'resources[0].name', 'name is missing'],
    ['{"uri":"a:b","name":"a","size":"1"}', 'resources[0].size', 'size is a string, not a number'],
    [
      '{"uri":"a:b","name":"a","annotations":[]}',
      'resources[0].annotations',
      'annotations is an array, not an object',
    ],
    [
      '{"uri":"a:b","name":"a","annotations":{"audience":"user"}}',
      'resources[0].annotations.audience',
      'audience is a string, not an array',
    ],
  ])('%s is broken, and hides no other', async (text, path, reason) => {
    const { entries } = await resources(`[${text},{"uri":"good:","name":"good"}]`);
    expect(entries.map(({ problems }) => problems)).toEqual([[{ path, reason }], []]);
  });

  test('say, page by page, how long they may be kept', async () => {
    const { hints } = await readResources(
      listing(
        'resources/list',
        '{"resources":[],"ttlMs":5000,"cacheScope":"public"}',
        '{"resources":[],"ttlMs":"1","cacheScope":1}',
      ),
    );
    expect(hints).toEqual([
      { page: 1, ttlMs: 5000, cacheScope: 'public', receivedAt: 1000 },
      { page: 2, ttlMs: null, cacheScope: null, receivedAt: 1001 },
    ]);
  });
});

test('templates are named by the template', async () => {
  const { entries, failedPages } = await templates('[{"uriTemplate":"a://{b}","name":"b"},{"name":"c"}]');
  expect(failedPages).toEqual([]);
  expect(entries.map(({ key, problems }) => [key, problems.length])).toEqual([
    ['a://{b}', 0],
    ['', 1],
  ]);
});

describe('prompts', () => {
  test('have arguments, each once', async () => {
    const { entries } = await prompts(
      '[{"name":"p","arguments":[{"name":"a","required":true,"title":"A"},{"name":"__proto__","description":"d"}]},{"name":"bare"}]',
    );
    expect(entries.map((entry) => entry.arguments)).toEqual([
      [
        { name: 'a', title: 'A', description: null, required: true },
        { name: '__proto__', title: null, description: 'd', required: false },
      ],
      [],
    ]);
  });

  test.each([
    ['{"name":"p","arguments":{}}', 'prompts[0].arguments', 'arguments is an object, not an array'],
    ['{"name":"p","arguments":[3]}', 'prompts[0].arguments[0]', 'Is a number, not an object'],
    ['{"name":"p","arguments":[{}]}', 'prompts[0].arguments[0].name', 'name is missing'],
    [
      '{"name":"p","arguments":[{"name":"a"},{"name":"a"}]}',
      'prompts[0].arguments[1].name',
      'A second argument is called a',
    ],
    [
      '{"name":"p","arguments":[{"name":"a","required":"yes"}]}',
      'prompts[0].arguments[0].required',
      'required is a string, not true or false',
    ],
  ])('%s is broken', async (text, path, reason) => {
    const { entries } = await prompts(`[${text}]`);
    expect(entries[0]).toMatchObject({ name: 'p', problems: [{ path, reason }] });
  });
});
