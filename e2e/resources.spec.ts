// Resources and templates: listed, read, expanded, suggested; the cache hints of the modern era.
import { expect, test } from './fixtures.ts';
import { RecordingFiles } from './pages/recording.ts';
import { watchResponsiveness } from './pages/responsiveness.ts';

test.describe('the list of resources', () => {
  test('is asked for when somebody looks, and counted in the navigation', async ({ app, sdk }) => {
    sdk.become({ catalogue: true });
    await app.connectTo(sdk.url);
    const asked = () => sdk.seen.filter(({ body }) => body.includes('"resources/list"')).length;
    expect(asked()).toBe(0);
    await expect(app.link('Resources')).toHaveAccessibleDescription('');
    await app.open('Resources');
    await expect(app.resources.items).toHaveCount(4);
    expect(asked()).toBe(1);
    await expect(app.link('Resources')).toHaveAccessibleDescription('4 resources');
    // Looked at again it is not asked for again; Refresh does.
    await app.open('Tools');
    await app.open('Resources');
    expect(asked()).toBe(1);
    await app.resources.refreshButton.click();
    await app.idle();
    expect(asked()).toBe(2);
    await app.resources.filter.fill('CHART');
    await expect(app.resources.items).toHaveCount(1);
  });

  test('is not asked for where the server declares none, but on request', async ({ app, sdk, troubles }) => {
    sdk.become({ capabilities: { tools: {} } });
    await app.connectTo(sdk.url);
    await app.open('Resources');
    await expect(app.resources.pane).toContainText('This server declares no resources');
    expect(sdk.seen.filter(({ body }) => body.includes('"resources/'))).toEqual([]);
    troubles.expectConsole(/status of 404/);
    await app.resources.pane.getByRole('button', { name: 'List anyway' }).click();
    await expect(app.resources.pane).toContainText('−32601');
  });

  test('of 10 000 stays smooth; broken templates are shown with the reason', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/list/offered'));
    await app.open('Resources');
    await expect(app.resources.pane).toContainText('10,000');
    const slowest = await watchResponsiveness(app.page);
    await app.resources.filter.fill('thing 9876');
    await expect(app.resources.items).toHaveCount(1);
    await app.resources.choose('pile://9876');
    await app.resources.action.click();
    await expect(app.resources.result).toContainText('<b onclick=1>');
    expect(await slowest()).toBeLessThan(2_000);
    await app.resources.showTemplates();
    await expect(app.templates.pane).toContainText('4, 2 broken');
    await app.templates.choose('resourceTemplates[2]');
    await expect(app.page.getByRole('group', { name: 'What is broken' })).toContainText(
      'uriTemplate is missing',
    );
    await expect(app.templates.action).toBeDisabled();
    await app.templates.choose('pile://{unclosed');
    await expect(app.page.getByText('Not a URI template: The { at 7 is never closed')).toBeVisible();
    await expect(app.templates.action).toBeDisabled();
    // Nothing is read from a prototype.
    await app.templates.choose('pile://{constructor}');
    await expect(app.templates.uri).toHaveText('pile://');
    await app.templates.field('constructor').fill('a b');
    await expect(app.templates.uri).toHaveText('pile://a%20b');
  });
});

for (const version of ['2026-07-28', '2025-11-25']) {
  test(`a resource is read, whatever it holds, and nothing in it runs: ${version}`, async ({ app, sdk }) => {
    sdk.become({ catalogue: true });
    await app.connectTo(sdk.url, { version });
    await app.open('Resources');
    await app.resources.choose('harbour://page');
    await expect(app.resources.uri).toHaveText('harbour://page');
    await app.resources.action.click();
    await expect(app.resources.result).toContainText('<script>document.title = "run"</script>');
    await expect(app.page).toHaveTitle('Resources · Roundtrip');
    await expect(app.resources.result.locator('img')).toHaveCount(0);
    await app.resources.showRaw();
    await expect(app.resources.result).toContainText('"mimeType"');
    await app.resources.choose('harbour://chart');
    await app.resources.action.click();
    await expect(app.resources.result.getByRole('img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    await app.resources.choose('harbour://folder');
    await app.resources.action.click();
    for (const part of ['harbour://folder/a', 'harbour://folder/b', 'harbour://folder/c'])
      await expect(app.resources.result).toContainText(part);
    await expect(app.resources.result).toContainText('application/octet-stream, 3 B');
    if (version === '2026-07-28')
      expect(sdk.seen.at(-1)?.headers).toMatchObject({
        'mcp-method': 'resources/read',
        'mcp-name': 'harbour://folder',
      });
  });

  test(`a template shows the URI it makes, and is held back while a part is missing: ${version}`, async ({
    app,
    sdk,
  }) => {
    sdk.become({ catalogue: true });
    await app.connectTo(sdk.url, { version });
    await app.open('Resources');
    await app.resources.showTemplates();
    await app.templates.choose('harbour://berths');
    await expect(app.templates.action).toBeDisabled();
    await expect(app.templates.action).toHaveAccessibleDescription('Required: pier, number');
    // By keyboard alone: what the server suggests, then the next field with what is filled in.
    await app.templates.field('pier').press('n');
    await expect(app.templates.suggestions('pier')).toHaveText(['north', 'north-east']);
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('Enter');
    await expect(app.templates.field('pier')).toHaveValue('north-east');
    await expect(app.templates.uri).toHaveText('harbour://berths/north-east/');
    await app.page.keyboard.press('Tab');
    await app.templates.field('number').focus();
    await app.page.keyboard.press('ArrowDown');
    await expect(app.templates.suggestions('number')).toHaveText(['10', '11']);
    await app.page.keyboard.press('Escape');
    await expect(app.templates.suggestions('number')).toHaveCount(0);
    await app.templates.field('number').fill('ü/1');
    await app.templates.field('tide').fill('high water');
    await app.page.keyboard.press('Escape');
    const uri = 'harbour://berths/north-east/%C3%BC%2F1?tide=high%20water';
    await expect(app.templates.uri).toHaveText(uri);
    await app.templates.action.click();
    await expect(app.templates.result).toContainText(`Berth at ${uri}`);
    const read = sdk.seen.filter(({ body }) => body.includes('"resources/read"')).at(-1);
    expect(JSON.parse(read?.body ?? '')).toMatchObject({ params: { uri } });
  });
}

test('suggestions: one question for what was typed in one go, and an old answer is dropped', async ({
  app,
  sdk,
}) => {
  sdk.become({ catalogue: true });
  await app.connectTo(sdk.url);
  await app.open('Resources');
  await app.resources.showTemplates();
  await app.templates.choose('harbour://berths');
  await app.templates.field('pier').pressSequentially('south');
  await expect(app.templates.suggestions('pier')).toHaveText(['south']);
  const asked = sdk.seen.filter(({ body }) => body.includes('completion/complete'));
  expect(asked.length).toBeLessThan(5);
  expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({
    params: { ref: { type: 'ref/resource' }, argument: { name: 'pier', value: 'south' } },
  });
});

test('where no completion is declared nothing is asked', async ({ app, everything, sdk }) => {
  sdk.become({});
  await app.connectTo(everything.url);
  await app.open('Resources');
  await expect(app.resources.items.first()).toBeVisible();
  await app.connectTo(sdk.url);
  await app.open('Prompts');
  await app.prompts.field('ship').fill('Nina');
  await app.idle();
  expect(sdk.seen.filter(({ body }) => body.includes('completion/complete'))).toEqual([]);
});

test('a real legacy server: resources, templates and its own completion', async ({ app, everything }) => {
  await app.connectTo(everything.url);
  await app.open('Resources');
  await app.resources.items.first().click();
  await app.resources.action.click();
  await expect(app.resources.result.getByText('complete', { exact: true })).toBeVisible();
  await app.resources.showTemplates();
  await app.templates.items.first().click();
  const uri = (await app.templates.uri.textContent()) ?? '';
  await app.templates.field('resourceId').fill('1');
  await app.idle();
  await app.page.keyboard.press('Escape');
  await expect(app.templates.uri).toHaveText(`${uri}1`);
  await app.templates.action.click();
  await expect(app.templates.result.getByText('complete', { exact: true })).toBeVisible();
});

test('how long a list and a resource may be kept is said; a retried read is not to be kept', async ({
  app,
}) => {
  await app.connectToDemo();
  await app.open('Resources');
  await expect(app.resources.pane).toContainText(/fresh\s*for \d+ (s|min), public/);
  await app.resources.choose('acme://services');
  await app.resources.action.click();
  await expect(app.resources.result).toContainText(/fresh\s*for \d s, private/);
  await app.resources.choose('acme://audit-log');
  await app.resources.action.click();
  await expect(app.resources.result).toContainText(
    'Not to be kept: it answers a request that was asked for input',
  );
});

test('a resource that asks for input is answered in Rounds', async ({ app }) => {
  await app.connectToDemo();
  await app.manual.click();
  await app.open('Resources');
  await app.resources.choose('acme://audit-log');
  await app.resources.action.click();
  await expect(app.resources.result).toContainText('The server asks for 1 input');
  await app.resources.result.getByRole('link', { name: 'Answer in Rounds' }).click();
  await app.idle();
  await app.page.getByRole('textbox', { name: 'Purpose' }).fill('because');
  await app.page.getByRole('button', { name: 'Send round' }).click();
  await app.open('Resources');
  await expect(app.resources.result).toContainText('Read for: because');
  await expect(app.resources.result).toContainText('2 rounds');
});

test('what no list names is read by its URI, or by way of a link in a result', async ({ app, sdk }) => {
  sdk.become({ catalogue: true });
  await app.connectTo(sdk.url);
  await app.open('Prompts');
  await app.prompts.choose('voyage');
  await app.prompts.field('pier').fill('south');
  await app.prompts.field('berth').fill('20');
  await app.page.keyboard.press('Escape');
  await app.prompts.action.click();
  await app.prompts.result.getByRole('link', { name: 'Read it as a resource' }).click();
  const uri = app.page.getByRole('textbox', { name: 'URI', exact: true });
  await expect(uri).toHaveValue('harbour://chart');
  await app.resources.action.click();
  await expect(app.resources.result.getByRole('img')).toBeVisible();
  // The URI goes out as typed, and a server that does not know it says so.
  await uri.fill('harbour://no%20where/{x}?ü');
  await uri.press('Enter');
  await expect(app.resources.result).toContainText(/−3260[02]|−32002/);
  const read = sdk.seen.findLast(({ body }) => body.includes('"resources/read"'));
  expect(JSON.parse(read?.body ?? '')).toMatchObject({ params: { uri: 'harbour://no%20where/{x}?ü' } });
  expect(read?.headers['mcp-name']).toBe(`=?base64?${btoa('harbour://no%20where/{x}?\u00c3\u00bc')}?=`);
});

test('a recording from a file shows what was listed and read, and asks for nothing', async ({
  app,
  sdk,
}, info) => {
  sdk.become({ catalogue: true });
  await app.connectTo(sdk.url);
  await app.open('Resources');
  await app.resources.choose('harbour://folder');
  await app.resources.action.click();
  await expect(app.resources.result).toContainText('harbour://folder/a');
  await app.resources.showTemplates();
  await app.templates.field('pier').press('s');
  await expect(app.templates.suggestions('pier')).toHaveText(['south']);
  await app.open('Wire log');
  const files = new RecordingFiles(app.page);
  const path = info.outputPath('resources.roundtrip.jsonl');
  await files.export(path);
  await app.disconnectButton.click();
  await app.settled(/^Not connected/);
  sdk.seen.length = 0;
  await files.import(path);
  await app.settled(/recording of/);
  await app.open('Resources');
  await expect(app.resources.items).toHaveCount(4);
  await app.resources.choose('harbour://folder');
  await expect(app.resources.result).toContainText('harbour://folder/a');
  await expect(app.resources.action).toBeDisabled();
  await expect(app.resources.refreshButton).toBeDisabled();
  await app.open('Prompts');
  expect(sdk.seen).toEqual([]);
});
