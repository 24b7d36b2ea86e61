// Who the client is, what it declares and what answers for it: chosen, changed on an open connection, and seen by real servers.
import { readFile } from 'node:fs/promises';
import type { SeenRequest } from './servers/recorder.ts';
import type { AppPage } from './pages/app.ts';
import { RecordingFiles } from './pages/recording.ts';
import { expect, test } from './fixtures.ts';

type Message = { method?: string; params?: Record<string, unknown> };
const messages = (seen: readonly SeenRequest[]): Message[] =>
  seen.flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body) as Message]));
const meta = (message: Message | undefined) => (message?.params?.['_meta'] ?? {}) as Record<string, unknown>;
const declared = (message: Message | undefined) =>
  meta(message)['io.modelcontextprotocol/clientCapabilities'];
const profileSelect = (app: AppPage) => app.page.getByRole('combobox', { name: 'Client profile' });
const position = (app: AppPage, group: string, name: string) =>
  app.page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true });

async function choose(app: AppPage, label: string): Promise<void> {
  await app.open('Client');
  await profileSelect(app).selectOption({ label });
  await app.idle();
}

async function answerSamplingBy(app: AppPage, kind: string): Promise<void> {
  await app.open('Client');
  await position(app, 'Sampling', kind).check();
}

test.describe('a profile', () => {
  test('chosen while connected goes with the next request, and the handshakes can be compared', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url);
    const before = sdk.seen.length;
    await choose(app, 'Nothing');
    expect(messages(sdk.seen.slice(before))[0]?.method).toBe('server/discover');
    await app.open('Tools');
    await app.tools.call('echo', '{"message":"good day"}');
    await expect(app.tools.result).toContainText('good day');
    for (const message of messages(sdk.seen.slice(before))) expect(declared(message)).toEqual({});
    await app.open('Handshake');
    await expect(app.handshake.differences.filter({ hasText: /sampling/ }).first()).toBeVisible();
  });

  test('chosen on a legacy connection needs a new handshake, says so and makes it', async ({ app, sdk }) => {
    await app.connectTo(sdk.url, { version: '2025-11-25' });
    const before = sdk.seen.length;
    await choose(app, 'Nothing');
    expect(sdk.seen).toHaveLength(before);
    await app.page.getByRole('button', { name: 'Handshake again with this profile' }).click();
    await app.idle();
    const again = messages(sdk.seen.slice(before)).find(({ method }) => method === 'initialize');
    expect(again?.params?.['capabilities']).toEqual({});
    await expect(app.page.getByRole('group', { name: 'The open connection' })).toBeHidden();
  });

  test('switched capability by capability is kept, shown before connecting, and chosen on Connect', async ({
    app,
    sdk,
  }) => {
    await app.page.goto('./');
    await app.open('Client');
    await position(app, 'elicitation.url', 'Off').check();
    await position(app, 'sampling.context', 'On').check();
    await app.page.getByRole('button', { name: 'Add extension' }).click();
    await app.page.getByRole('combobox', { name: 'Extension' }).fill('com.example/maps');
    await app.page.getByRole('textbox', { name: 'Extension settings' }).fill('{"tiles":9007199254740993}');
    await app.page.getByRole('textbox', { name: 'Profile name' }).fill('Maps client');
    await app.page.getByRole('button', { name: 'Who the client is' }).click();
    await app.page.getByRole('textbox', { name: 'Title' }).fill('Maps');
    await app.idle();
    const region = app.page.getByRole('region', { name: 'Client profile' });
    await expect(region).toContainText('9007199254740993');
    await expect(region).toContainText('legacy, in initialize');
    await app.page.reload();
    await app.open('Connect');
    await expect(profileSelect(app).locator('option:checked')).toHaveText('Maps client');
    await app.start(sdk.url);
    await app.settled(/^Connected/);
    const [first] = messages(sdk.seen);
    expect(declared(first)).toEqual({
      elicitation: { form: {} },
      sampling: { tools: {}, context: {} },
      roots: {},
      // Digits beyond a double are asserted on the text.
      extensions: { 'com.example/maps': { tiles: 9007199254740992 } },
    });
    expect(sdk.seen.some(({ body }) => body.includes('"tiles":9007199254740993'))).toBe(true);
    expect(meta(first)['io.modelcontextprotocol/clientInfo']).toMatchObject({ title: 'Maps' });
  });

  test('of a client that exists says what that client says', async ({ app, sdk }) => {
    await app.page.goto('./');
    await app.open('Client');
    await app.page.getByRole('button', { name: 'Real client' }).click();
    await app.page.getByRole('combobox', { name: 'Real client' }).selectOption('claude-code');
    await app.start(sdk.url, { version: '2025-06-18' });
    await app.settled(/^Connected/);
    const initialize = messages(sdk.seen).find(({ method }) => method === 'initialize');
    expect(initialize?.params).toMatchObject({
      capabilities: { roots: {} },
      clientInfo: { name: 'claude-code', title: 'Claude Code' },
    });
  });

  test('of the Go SDK follows the responders as that SDK follows its handlers', async ({ app, sdk }) => {
    await app.page.goto('./');
    await choose(app, 'Go SDK default');
    await answerSamplingBy(app, 'Off');
    await position(app, 'Elicitation', 'Off').check();
    await app.start(sdk.url);
    await app.settled(/^Connected/);
    expect(declared(messages(sdk.seen)[0])).toEqual({ roots: { listChanged: true } });
    const before = sdk.seen.length;
    await app.open('Client');
    await position(app, 'Elicitation', 'Ask me').check();
    await app.idle();
    expect(declared(messages(sdk.seen.slice(before))[0])).toEqual({
      elicitation: { form: {} },
      roots: { listChanged: true },
    });
  });
});

test('a capability that is missing is named, and the call goes again with it', async ({ app }) => {
  await app.connectToDemo();
  await choose(app, 'Nothing');
  await app.open('Tools');
  await app.tools.call('scan_workspace');
  const missing = app.page.getByRole('group', { name: 'Missing capabilities' });
  await expect(missing).toContainText('roots');
  await missing.getByRole('button', { name: 'Send again with it declared' }).click();
  await app.idle();
  await expect(app.rounds.round(2).region).toContainText('complete');
  // The server asks for what that call declared: nothing to complain about.
  await expect(app.page.getByRole('list', { name: 'Findings' })).toBeHidden();
});

test('what was not declared and is asked for is marked as a violation, and can be answered', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/rounds/complete-empty'));
  await choose(app, 'Nothing');
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('ping');
  await app.open('Rounds');
  await expect(app.rounds.round(1).input('q').group).toContainText('not declared');
  await expect(app.page.getByRole('list', { name: 'Findings' })).toContainText(
    'asks for elicitation (q), which the client did not declare',
  );
  await app.rounds.round(1).input('q').answer('{"action":"accept","content":{"ok":true}}');
  await app.idle();
  await app.rounds.sendButton.click();
  await expect(app.rounds.round(2).region).toContainText('complete');
});

test('roots that change are told to a legacy server, where that was declared and something changed', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  const told = () => messages(sdk.seen).filter(({ method }) => method === 'notifications/roots/list_changed');
  await app.open('Client');
  await app.page.getByRole('button', { name: 'Add root' }).click();
  await app.page.getByRole('textbox', { name: 'Root URI' }).fill('https://example.com/repo');
  await app.page.getByRole('textbox', { name: 'Root name' }).focus();
  await expect(
    app.page.getByText('The specification wants a file:// URI; it is sent all the same'),
  ).toBeVisible();
  await expect.poll(() => told().length).toBe(1);
  // Looking changes nothing.
  await app.page.getByRole('textbox', { name: 'Root URI' }).focus();
  await app.page.getByRole('textbox', { name: 'Root name' }).focus();
  await app.open('Tools');
  await app.tools.call('ask_many');
  // This server takes no other scheme, and says so; it was sent all the same.
  await expect(app.tools.result).toContainText('must start with');
  expect(sdk.seen.some(({ body }) => body.includes('https://example.com/repo'))).toBe(true);
  expect(told()).toHaveLength(1);

  await app.open('Client');
  await position(app, 'roots.listChanged', 'Off').check();
  await app.page.getByRole('button', { name: 'Handshake again with this profile' }).click();
  await app.idle();
  await app.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"good day"}');
  await expect(app.tools.result).toContainText('good day');
  expect(told()).toHaveLength(1);
});

test.describe('sampling', () => {
  test('is said back', async ({ app }) => {
    await app.connectToDemo();
    await answerSamplingBy(app, 'Echo');
    await app.open('Tools');
    await app.tools.call('draft_release_notes', '{"release":"r-4821"}');
    await expect(app.tools.result).toContainText('Notes for r-4821: One line of release notes for r-4821');
  });

  test('follows a script, turn by turn, uses of tools among them', async ({ app }) => {
    await app.connectToDemo();
    await answerSamplingBy(app, 'Script');
    const use = (name: string) =>
      JSON.stringify({
        role: 'assistant',
        model: 'scripted',
        stopReason: 'toolUse',
        content: [{ type: 'tool_use', id: `call_${name}`, name, input: { service: 'checkout-api' } }],
      });
    const script = app.page.getByRole('textbox', { name: 'Script of answers' });
    await script.fill(`[${use('error_rate')}, ${use('last_deploy')}, "Roll back."]`);
    await app.open('Tools');
    await app.tools.call('triage_incident');
    await expect(app.tools.result).toContainText('The model says: Roll back.');
    await app.open('Rounds');
    await expect(app.rounds.round(4).region).toContainText('complete');
    expect(await app.rounds.round(3).raw('Raw result')).toContain('r-4821, since 12 minutes');
  });

  test('by hand: the request as a person reads it, an answer block by block', async ({ app }) => {
    await app.connectToDemo();
    await app.manual.click();
    await app.open('Tools');
    await app.tools.call('triage_incident');
    await app.open('Rounds');
    const first = app.rounds.round(1).input('model').group;
    const asked = first.getByRole('group', { name: 'What the model is asked' });
    await expect(asked).toContainText('checkout-api is failing. What should we do?');
    await expect(asked).toContainText('You are on call.');
    await expect(asked).toContainText('error_rate, last_deploy');
    await expect(first).toContainText('Integrate directly with LLM provider APIs');
    await first.getByRole('button', { name: 'Add tool use' }).click();
    await first.getByRole('textbox', { name: 'Block 2 input' }).fill('{"service":"search"}');
    await first.getByRole('combobox', { name: 'Stop reason' }).fill('toolUse');
    await first.getByRole('button', { name: 'Add tool use' }).click();
    await first.getByRole('combobox', { name: 'Block 3 tool' }).fill('last_deploy');
    await first.getByRole('button', { name: 'Remove block 1' }).click();
    await app.idle();
    await expect(first).toContainText('valid');
    await app.rounds.sendButton.click();
    const second = app.rounds.round(2).input('model').group;
    const history = second.getByRole('group', { name: 'What the model is asked' });
    await expect(history).toContainText('tool use');
    await expect(history).toContainText('14.2 %');
    await second.getByRole('textbox', { name: 'Text', exact: true }).fill('Roll it back.');
    await second.getByRole('textbox', { name: 'Model', exact: true }).fill('a person');
    await app.idle();
    await app.rounds.sendButton.click();
    expect(await app.rounds.round(3).raw('Raw result')).toContain('The model says: Roll it back.');
    expect(await app.rounds.round(3).raw('Raw request')).toContain('"model": "a person"');
  });

  test('is asked of a chat endpoint, whose key is in nothing that is shown or saved', async ({
    app,
    page,
    troubles,
  }) => {
    let fails = true;
    const asked: { key: string | undefined; body: string }[] = [];
    troubles.expectHost('chat.example');
    troubles.expectConsole(/401.*chat\.example/);
    await page.route('https://chat.example/v1/chat/completions', (route) => {
      const request = route.request();
      asked.push({ key: request.headers()['authorization'], body: request.postData() ?? '' });
      return fails
        ? route.fulfill({ status: 401, json: { error: { message: 'Incorrect key sk-very-secret' } } })
        : route.fulfill({
            json: { model: 'small-1', choices: [{ message: { content: 'Faster.' }, finish_reason: 'stop' }] },
          });
    });
    await app.connectToDemo();
    await answerSamplingBy(app, 'Chat endpoint');
    await page
      .getByRole('textbox', { name: 'Endpoint URL' })
      .fill('https://chat.example/v1/chat/completions');
    await page.getByRole('textbox', { name: 'Model' }).fill('small');
    await page.getByRole('textbox', { name: 'Key' }).fill('sk-very-secret');
    await app.open('Tools');
    await app.tools.call('draft_release_notes', '{"release":"r-4821"}');
    await app.open('Rounds');
    const why = page.getByText('No answer for notes: The chat endpoint answered 401: Incorrect key ‹key›');
    await expect(why).toBeVisible();
    await app.open('Tools');
    await expect(app.tools.result.getByText('No answer for notes')).toBeVisible();
    await app.tools.result.getByRole('link', { name: 'Branch in Rounds to answer by hand' }).click();
    await app.rounds.round(1).region.getByRole('button', { name: 'Branch from here' }).click();
    await expect(app.rounds.round(1).input('notes').group).toBeVisible();
    await app.rounds.round(1).region.getByRole('button', { name: 'Leave the branch' }).click();
    await expect(why).toBeVisible();
    fails = false;
    await app.rounds.runAgainButton.click();
    await app.idle();
    await expect(app.rounds.round(2).region).toContainText('complete');
    expect(await app.rounds.round(2).raw('Raw result')).toContain('Faster.');
    expect(asked.map(({ key }) => key)).toEqual(['Bearer sk-very-secret', 'Bearer sk-very-secret']);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ model: 'small', max_tokens: 120 });

    await app.open('Wire log');
    const path = test.info().outputPath('recording.jsonl');
    await new RecordingFiles(page).export(path);
    const text = await readFile(path, 'utf8');
    expect(text).toContain('Faster.');
    expect(text).not.toContain('sk-very-secret');
    // The address and the model are settings and survive a reload; the key was of this page.
    await page.reload();
    await app.open('Client');
    await expect(page.getByRole('textbox', { name: 'Endpoint URL' })).toHaveValue(/chat\.example/);
    await expect(page.getByRole('textbox', { name: 'Key' })).toHaveAttribute('placeholder', 'none');
  });
});
