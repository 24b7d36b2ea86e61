// A tool that wants arguments repeated in headers: what goes out, what is left out, and what to do when it has changed.
import type { SeenRequest } from './servers/recorder.ts';
import { expect, test } from './fixtures.ts';

const calls = (seen: readonly SeenRequest[]) =>
  seen.filter(({ method, body }) => method === 'POST' && body.includes('"tools/call"'));
const mirrored = (request: SeenRequest | undefined) =>
  Object.fromEntries(
    Object.entries(request?.headers ?? {}).filter(([name]) => name.startsWith('mcp-param-')),
  );

test('headers follow the arguments, are shown before they are sent, and the server agrees', async ({
  app,
  sdk,
}) => {
  sdk.become({ headerParams: true });
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.choose('routed');
  await app.tools.editor.write('{"region":"zürich","count":42}');
  await expect(app.tools.mirrored.getByRole('listitem')).toHaveText([
    /^Mcp-Param-Region: =\?base64\?esO8cmljaA==\?=\s*stands for "zürich"$/,
    /^Mcp-Param-Count: 42$/,
  ]);
  await app.tools.callButton.click();
  await expect(app.tools.result).toContainText('Routed to zürich.');
  expect(mirrored(calls(sdk.seen).at(-1))).toEqual({
    'mcp-param-region': '=?base64?esO8cmljaA==?=',
    'mcp-param-count': '42',
  });
  await app.tools.call('routed', '{"region":"us-west1"}');
  await expect(app.tools.result).toContainText('Routed to us-west1.');
  expect(mirrored(calls(sdk.seen).at(-1))).toEqual({ 'mcp-param-region': 'us-west1' });
});

test('an earlier revision knows no such headers', async ({ app, sdk, hostile }) => {
  sdk.become({ headerParams: true });
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.open('Tools');
  await app.tools.call('routed', '{"region":"us-west1"}');
  await expect(app.tools.result).toContainText('Routed to us-west1.');
  await expect(app.tools.mirrored).toBeHidden();
  expect(mirrored(calls(sdk.seen).at(-1))).toEqual({});
  await app.connectTo(hostile.url('/schema/header-params'), { version: '2025-11-25' });
  await app.open('Tools');
  await expect(app.tools.items).toHaveCount(4);
  await expect(app.tools.listPane).not.toContainText('left out');
  await app.tools.call('bad_name', '{}');
  await expect(app.tools.result).toContainText('pong');
});

test('a tool with a wrong annotation is left out with the reason, and hides no other', async ({
  app,
  hostile,
}) => {
  const url = '/schema/header-params';
  await app.connectTo(hostile.url(url));
  await app.open('Tools');
  await expect(app.tools.items).toHaveCount(4);
  await expect(app.tools.listPane).toContainText('4, 3 left out');
  for (const [name, path, reason] of [
    ['bad_name', 'tools[1].inputSchema.properties.a', '"Bad Header" is no header name'],
    ['twice', 'tools[2].inputSchema.properties.b', 'taken by properties.a'],
    ['on_object', 'tools[3].inputSchema.properties.a', 'the type is "object"'],
  ] as const) {
    await app.tools.choose(name);
    await expect(app.tools.leftOut).toContainText(path);
    await expect(app.tools.leftOut).toContainText(reason);
    await expect(app.tools.callButton).toBeDisabled();
  }
  await app.tools.choose('twice');
  await app.tools.editor.write('{"a":"x","b":"y"}');
  await app.tools.anywayButton.click();
  await expect(app.tools.result).toContainText('pong');
  expect(mirrored(calls(hostile.seenAt(url)).at(-1))).toEqual({ 'mcp-param-same': 'x' });
  await app.tools.call('sound', '{"owner":""}');
  await expect(app.tools.result).toContainText('pong');
  expect(mirrored(calls(hostile.seenAt(url)).at(-1))).toEqual({ 'mcp-param-owner': '' });
});

test('a header that has changed: list again and retry', async ({ app, hostile }) => {
  const url = '/list/header-renamed';
  await app.connectTo(hostile.url(url));
  await app.open('Tools');
  await app.tools.call('routed', '{"region":"us"}');
  await expect(app.tools.result).toContainText('Mcp-Param-Region is missing');
  await app.tools.result.getByRole('button', { name: 'List again and retry' }).click();
  await expect(app.tools.result).toContainText('pong');
  const sent = calls(hostile.seenAt(url));
  expect(sent.map(mirrored)).toEqual([{ 'mcp-param-zone': 'us' }, { 'mcp-param-region': 'us' }]);
});

test('in Rounds they go with every request, and follow an edited body', async ({ app, sdk }) => {
  sdk.become({ headerParams: true });
  await app.connectTo(sdk.url);
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('routed_trip', '{"region":"bern"}');
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
  await expect(app.rounds.next.getByRole('list', { name: 'Headers from arguments' })).toContainText(
    'Mcp-Param-Region: bern',
  );
  await app.rounds.editRaw((await app.rounds.nextText()).replace('"bern"', '"köln"'));
  const values = app.rounds.next.getByRole('textbox', { name: 'Header value' });
  await expect(values.last()).toHaveValue('=?base64?a8O2bG4=?=');
  await app.rounds.sendButton.click();
  await expect(app.rounds.round(2).region).toContainText('complete');
  expect(calls(sdk.seen).map(mirrored)).toEqual([
    { 'mcp-param-region': 'bern' },
    { 'mcp-param-region': '=?base64?a8O2bG4=?=' },
  ]);
});

test('a header that the preflight refuses is named as what the tool needs', async ({ app, hostile }) => {
  const url = '/cors/no-parameter-headers';
  await app.connectTo(hostile.url(url));
  await app.open('Tools');
  await app.tools.call('ping', '{"region":"us"}');
  await expect(app.tools.result).toContainText('This tool needs Mcp-Param-Region');
  await expect(app.tools.result).toContainText('Access-Control-Allow-Headers');
  expect(calls(hostile.seenAt(url))).toEqual([]);
  // Without the argument nothing is repeated, and the call gets through.
  await app.tools.call('ping', '{}');
  await expect(app.tools.result).toContainText('pong');
});

test('the demo has a tool to try it with, nested arguments among them', async ({ app }) => {
  await app.connectToDemo();
  await app.open('Tools');
  await app.tools.choose('tail_logs');
  await app.tools.editor.write('{"environment":"staging","lines":2,"filter":{"text":"request 2"}}');
  await expect(app.tools.mirrored.getByRole('listitem')).toHaveText([
    'Mcp-Param-Environment: staging',
    'Mcp-Param-Lines: 2',
    'Mcp-Param-Filter-Text: request 2',
  ]);
  await app.tools.callButton.click();
  await expect(app.tools.result).toContainText('staging request 2 answered');
});
