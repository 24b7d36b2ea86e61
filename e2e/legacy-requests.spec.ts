// Servers of 2025 send requests to the client: the same panel, the same editors, each answer a response of its own.
import type { Locator } from '@playwright/test';
import { startBenchServer } from './bench/ui-server.ts';
import type { SeenRequest } from './servers/recorder.ts';
import type { AppPage } from './pages/app.ts';
import { copied } from './pages/editor.ts';
import type { Round } from './pages/rounds.ts';
import { expect, test } from './fixtures.ts';

const LEGACY = { version: '2025-11-25' };

/** Bodies of the responses a server got to its requests. */
const replies = (seen: readonly SeenRequest[]) =>
  seen
    .filter(({ method, body }) => method === 'POST' && body.includes('"id"') && !body.includes('"method"'))
    .map(({ body }) => body);

async function byHand(app: AppPage): Promise<void> {
  if ((await app.manual.getAttribute('aria-checked')) !== 'true') await app.manual.click();
}

/** Calls a tool with the switch on, and shows what the server asks. */
async function callByHand(app: AppPage, tool: string, args?: string): Promise<Round> {
  await byHand(app);
  await app.open('Tools');
  await app.tools.call(tool, args);
  await app.tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
  await app.idle();
  return app.rounds.round(1);
}

async function send(app: AppPage): Promise<void> {
  await app.rounds.sendButton.click();
  await app.idle();
}

test.describe('a server built on the SDK', () => {
  test('three requests by hand, one answer wrong on purpose: each is sent exactly as shown', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url, LEGACY);
    const round = await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await expect(app.page).toHaveTitle(/^1 waiting/);
    await expect(app.rounds.next).toContainText('not counted');
    await expect(round.state).toHaveCount(0);

    const city = round.input('0');
    await city.answer('{ "action": "accept", "content": { "city": "Oslo" } }');
    await app.idle();
    const first = await app.rounds.nextText();
    expect(first).toBe(
      '{"jsonrpc":"2.0","id":0,"result":{ "action": "accept", "content": { "city": "Oslo" } }}',
    );
    await send(app);

    const nights = round.input('1');
    await nights.answer('{"action":"accept","content":{"nights":99}}');
    await expect(app.rounds.sendButton).toBeDisabled();
    await expect(app.rounds.next).toContainText(/nights: .+ \(request 1\)/);
    const wrong = await app.rounds.nextText();
    await app.rounds.anywayButton.click();
    await app.idle();
    await expect(round.deviations).toContainText([/answer not valid/]);

    // The server asks once more.
    const again = round.input('2');
    await again.group.getByRole('textbox', { name: /nights/ }).fill('2');
    await app.idle();
    await send(app);
    const confirm = round.input('3');
    await confirm.showJson();
    await confirm.json.write('{"action":"accept","content":{"confirm":true}}');
    await app.idle();
    await send(app);

    await expect(round.region).toContainText('complete');
    expect(await round.raw('Raw result')).toContain('Booked 2 nights in Oslo for Ada.');
    expect(replies(sdk.seen).slice(0, 2)).toEqual([first, wrong]);
    expect(replies(sdk.seen)).toHaveLength(4);
    await expect(round.region).toContainText('4 input requests, by hand');
    await expect(app.page).not.toHaveTitle(/waiting/);
  });

  test('what the server asks at once is answered at once, each by a response of its own', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url, LEGACY);
    const round = await callByHand(app, 'ask_many');
    await expect(round.inputRequests.getByRole('group', { name: /^Input request/ })).toHaveCount(3);
    await expect(app.rounds.next.getByRole('button', { name: 'Copy' })).toHaveCount(3);
    await round.input('1').choose('Error');
    await app.idle();
    await send(app);
    const sent = replies(sdk.seen).map((body) => JSON.parse(body) as { id: number; error?: unknown });
    expect(sent.map(({ id }) => id).sort()).toEqual([0, 1, 2]);
    expect(sent.find(({ id }) => id === 1)?.error).toEqual({ code: -1, message: 'User rejected' });
    await expect(round.input('1').group).toContainText('error −1');
  });

  test('calls that wait for answers leave a connection free to answer: the one too many waits for a place', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url, LEGACY);
    // The notification stream has one of the six connections that a browser opens.
    for (let held = 0; held < 4; held++) await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    const asked = () => sdk.seen.filter(({ body }) => body.includes('"tools/call"')).length;
    expect(asked()).toBe(4);
    await app.open('Tools');
    await app.tools.choose('book_trip');
    await app.tools.callButton.click();
    await expect(app.page.getByRole('main')).toContainText(
      /waiting for a place, \d s: calls and the notification stream hold five/,
    );
    await app.open('Rounds');
    await app.rounds.treeItems.filter({ hasText: 'call 1' }).click();
    await app.rounds.round(1).input('0').choose('Error');
    await app.idle();
    await send(app);
    expect(replies(sdk.seen)).toHaveLength(1);
    await expect.poll(asked).toBe(5);
    await app.open('Tools');
    await expect(app.tools.result).toContainText(/This call waited \d+\.\d s for a place/);
  });

  test('a response as raw text is sent to the byte', async ({ app, sdk }) => {
    await app.connectTo(sdk.url, LEGACY);
    const round = await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    const raw = '{"jsonrpc":"2.0", "id":0,   "result":{"action":"decline"}}';
    await app.rounds.editRaw(raw);
    await app.idle();
    await send(app);
    await expect(round.deviations).toContainText([/raw request/]);
    expect(replies(sdk.seen)[0]).toBe(raw);
  });

  test('an answer that the server refuses can be given again', async ({ app, sdk, troubles }) => {
    troubles.expectConsole(/Failed to load resource/);
    await app.connectTo(sdk.url, LEGACY);
    const round = await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    // The SDK takes no member it does not know.
    await app.rounds.editRaw('{"jsonrpc":"2.0","id":0,"result":{"action":"decline"},"extra":1}');
    await app.rounds.sendButton.click();
    await expect(round.input('0').group).toContainText(/by hand.*400/);
    await expect(app.page.getByRole('list', { name: 'Findings' })).toContainText('400 instead of 202');
    await round.region.getByRole('button', { name: 'Answer again' }).click();
    await expect(app.rounds.sendButton).toBeDisabled();
    await expect(app.rounds.next).toContainText('It was answered before');
    await app.rounds.next.getByRole('button', { name: 'Back to the answers' }).click();
    await round.input('0').choose('Decline');
    await app.rounds.anywayButton.click();
    await expect(round.input('0').group).toContainText(/by hand.*202/);
    expect(replies(sdk.seen)).toHaveLength(2);
  });

  test('the time limit does not run while a person answers', async ({ app, sdk }) => {
    await app.connectTo(sdk.url, { ...LEGACY, seconds: 1 });
    const round = await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await expect(app.rounds.next).toContainText(/you, [2-9] s, not counted/);
    await round.input('0').choose('Decline');
    await app.idle();
    await send(app);
    await expect(round.region).not.toContainText('time limit');
    await expect(app.page.getByRole('list', { name: /^Ladder/ })).toContainText(/you, \d.*not counted/);
  });

  test('a question beside the call, as the SDK asks it: said where the call runs, and our limit rests', async ({
    app,
    sdk,
  }) => {
    sdk.become({ pushes: true });
    await app.connectTo(sdk.url, { ...LEGACY, seconds: 1 });
    await byHand(app);
    await app.open('Tools');
    await app.tools.choose('ask_by_push');
    await app.tools.callButton.click();
    await expect(app.tools.result).toContainText('The server asks elicitation/create outside of any call');
    await expect(app.page.getByRole('main')).toContainText(
      /waiting for the server, \d s of 1, [2-9]\.\d s of yours not counted/,
    );
    await app.tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
    await app.rounds.round(1).input('0').choose('Decline');
    await app.rounds.sendButton.click();
    await app.open('Tools');
    await expect(app.tools.result).toContainText('it: decline');
    await expect(app.tools.result).toContainText(/\d s of it you/);
  });

  test('a ping of the server is answered by itself, and by hand while the switch is on', async ({
    app,
    sdk,
  }) => {
    sdk.become({ pushes: true });
    await app.connectTo(sdk.url, LEGACY);
    await app.open('Tools');
    await app.tools.call('ping_client');
    await expect(app.tools.result).toContainText('The pong came.');
    expect(replies(sdk.seen)).toEqual(['{"jsonrpc":"2.0","id":0,"result":{}}']);

    await byHand(app);
    await app.tools.callButton.click();
    await app.tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
    const asked = app.rounds.round(1).input('1');
    await expect(asked.group).toContainText('ping');
    await expect(app.rounds.tree).toContainText('asked by the server');
    await expect(app.rounds.sendButton).toBeEnabled();
    const pong = await app.rounds.nextText();
    await app.rounds.sendButton.click();
    await expect(asked.group).toContainText(/by hand.*202/);
    expect(replies(sdk.seen).at(-1)).toBe(pong);
    await app.open('Tools');
    await expect(app.tools.result).toContainText('The pong came.');
    expect(JSON.parse(pong)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  test('what was asked in a session that is over is not answered by accident, and what was written stays', async ({
    app,
    sdk,
    troubles,
  }) => {
    // The session that is gone is found so by two requests: a call, and the answer that is sent all the same.
    troubles.expectConsole(/Failed to load resource/);
    sdk.become({ pushes: true });
    await app.connectTo(sdk.url, LEGACY);
    await byHand(app);
    await app.open('Tools');
    await app.tools.call('ask_by_push');
    await app.tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
    const asked = app.rounds.round(1).input('0');
    await asked.choose('Decline');
    const old = sdk.seen.at(-1)?.headers['mcp-session-id'];
    sdk.become({ pushes: true });
    await app.open('Tools');
    await app.tools.call('echo', '{"message":"still there?"}');
    await expect(app.tools.result).toContainText('still there?');
    await app.open('Rounds');
    await expect(app.rounds.next).toContainText(
      'The server no longer knows the session that this was asked in',
    );
    await expect(app.rounds.sendButton).toBeDisabled();
    await expect(asked.group.getByRole('radio', { name: 'Decline' })).toBeChecked();
    const late = await app.rounds.nextText();
    expect(replies(sdk.seen)).toEqual([]);
    await app.rounds.anywayButton.click();
    await expect(asked.group).toContainText(/by hand.*404/);
    expect(replies(sdk.seen)).toEqual([late]);
    expect(sdk.seen.at(-1)?.headers['mcp-session-id']).toBe(old);
  });

  test('a call that was given up is not answered by accident; on purpose it is', async ({ app, sdk }) => {
    await app.connectTo(sdk.url, LEGACY);
    const round = await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.rounds.abandonButton.click();
    await app.idle();
    await expect(round.input('0').group).toContainText('You cancelled the call before this was answered');
    await expect(app.rounds.next).toHaveCount(0);
    await expect.poll(() => sdk.seen.some(({ body }) => body.includes('notifications/cancelled'))).toBe(true);
    await round.region.getByRole('button', { name: 'Answer after all' }).click();
    await app.idle();
    await expect(app.rounds.sendButton).toBeDisabled();
    await expect(app.rounds.next).toContainText('You cancelled the call');
    expect(replies(sdk.seen)).toEqual([]);
    const late = await app.rounds.nextText();
    await app.rounds.anywayButton.click();
    await app.idle();
    expect(replies(sdk.seen)).toEqual([late]);
  });

  test('a request that is left unanswered stays so, and the call goes on waiting for the server', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url, LEGACY);
    const round = await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await round.input('0').choose('Omit');
    await expect(app.rounds.next).toContainText('Nothing is sent for 0');
    await app.rounds.sendButton.click();
    await expect(round.input('0').group).toContainText('left unanswered');
    await expect(app.page.getByText(/^waiting for the server, \d+ s of 60/)).toBeVisible();
    await expect(app.page).not.toHaveTitle(/waiting/);
    expect(replies(sdk.seen)).toEqual([]);
    await app.page.getByRole('button', { name: 'Cancel call' }).click();
    await app.idle();
  });

  test('by the responders: the same rounds, answered by themselves', async ({ app, sdk }) => {
    await app.connectTo(sdk.url, LEGACY);
    await app.open('Tools');
    await app.tools.call('ask_many');
    await expect(app.tools.result).toContainText('Got elicit, sampling, roots.');
    expect(replies(sdk.seen)).toHaveLength(3);
    await app.open('Rounds');
    await expect(app.rounds.round(1).region).toContainText('3 input requests, by responder');
  });
});

test.describe('server-everything', () => {
  test('elicitation and sampling by the responders', async ({ app, everything }) => {
    await app.connectTo(everything.url);
    await expect(app.status).toContainText('legacy');
    await app.open('Tools');
    await app.tools.call('trigger-elicitation-request');
    await expect(app.tools.result).toContainText('User provided the requested information');
    await app.tools.call('trigger-sampling-request', '{"prompt":"Say a word"}');
    await expect(app.tools.result).toContainText('This is a test answer.');
  });

  test('elicitation and sampling by hand, and what it asks right after connecting', async ({
    app,
    everything,
  }) => {
    await app.page.goto('./');
    await byHand(app);
    await app.start(everything.url);
    await app.settled(/^Connected/);

    // It wants the roots at once, outside of any call: not lost, and nothing waits for the answer.
    await expect(app.page).toHaveTitle(/^1 waiting/);
    await app.open('Rounds');
    await expect(app.rounds.tree).toContainText('asked by the server');
    const roots = app.rounds.round(1).input('0');
    await roots.answer('{"roots":[{"uri":"file:///srv/harbour","name":"harbour"}]}');
    await app.idle();
    await send(app);
    await expect(roots.group).toContainText(/by hand.*202/);

    const elicited = await callByHand(app, 'trigger-elicitation-request');
    const form = elicited.inputRequests.getByRole('group', { name: /^Input request/ });
    await form.getByRole('textbox').first().fill('Ada Lovelace');
    await app.idle();
    expect(await copied(form)).toContain('"elicitation/create"');
    await send(app);
    expect(await elicited.raw('Raw result')).toContain('Name: Ada Lovelace');

    const sampled = await callByHand(app, 'trigger-sampling-request', '{"prompt":"Say a word"}');
    const group = sampled.inputRequests.getByRole('group', { name: /^Input request/ });
    await group.getByRole('tab', { name: 'Form' }).click();
    await group.getByRole('textbox', { name: /^Text/ }).fill('Written by hand');
    await app.idle();
    await send(app);
    expect(await sampled.raw('Raw result')).toContain('Written by hand');

    // The small log has our response among what travelled, where it went out.
    await app.open('Tools');
    const log = app.page.getByRole('table', { name: 'Messages of this call' }).getByRole('row');
    const texts = (await log.allTextContents()).map((text) => text.replace(/\s+/g, ' '));
    const at = (words: RegExp) => texts.findIndex((text) => words.test(text));
    expect(at(/sampling\/createMessage/)).toBeGreaterThan(at(/tools\/call/));
    expect(at(/→.*response/)).toBeGreaterThan(at(/sampling\/createMessage/));
    expect(at(/202/)).toBeGreaterThan(at(/→.*response/));

    // It got the roots: it tells them without asking again.
    await app.open('Tools');
    await app.tools.call('get-roots-list');
    await expect(app.tools.result).toContainText('file:///srv/harbour');
  });

  test('an error instead of an answer', async ({ app, everything }) => {
    await app.connectTo(everything.url);
    const round = await callByHand(app, 'trigger-sampling-request', '{"prompt":"Say a word"}');
    const group = round.inputRequests.getByRole('group', { name: /^Input request/ });
    await group.getByRole('radio', { name: 'Error' }).check();
    await app.idle();
    await send(app);
    await expect(round.inputRequests).toContainText('error −1');
    expect(await round.raw('Raw result')).toContain('User rejected');
  });
});

test('a session that is lost is renewed only after asking, where that was chosen; the choice stays', async ({
  app,
  sdk,
  troubles,
}) => {
  // The request that finds the session gone is answered with 404.
  troubles.expectConsole(/Failed to load resource/);
  await app.page.goto('./');
  await app.open('Client');
  const setting = app.page.getByRole('radiogroup', { name: 'When a server no longer knows the session' });
  await expect(setting.getByRole('radio', { name: 'Start a new one' })).toBeChecked();
  await setting.getByRole('radio', { name: 'Ask me first' }).check();
  await app.idle();
  await app.page.reload();
  await app.idle();
  await expect(setting.getByRole('radio', { name: 'Ask me first' })).toBeChecked();

  await app.open('Connect');
  await app.start(sdk.url, LEGACY);
  await app.settled(/^Connected/);
  sdk.become({});
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"still there?"}');
  await expect(app.tools.result).toContainText('no longer knows this session');
  const initialized = () => sdk.seen.filter(({ body }) => body.includes('"initialize"')).length;
  const anew = (within: Locator) => within.getByRole('button', { name: 'Begin a new session' });
  await expect(anew(app.tools.result)).toBeVisible();
  // A list says the same, and what was listed before stays.
  await app.page.getByRole('button', { name: 'Refresh' }).click();
  await expect(app.tools.listPane).toContainText('The server no longer knows the session');
  await expect(app.tools.tool('echo')).toBeVisible();
  expect(initialized()).toBe(1);
  await anew(app.tools.listPane).click();
  await app.settled(/^Connected/);
  await expect(anew(app.page.getByRole('main'))).toHaveCount(0);
  await app.tools.callButton.click();
  await expect(app.tools.result).toContainText('still there?');
  expect(initialized()).toBe(2);
});

test('a session that a list was refused for is begun anew, and that is said with the list and with the handshake', async ({
  app,
  sdk,
  troubles,
}) => {
  troubles.expectConsole(/status of 404/);
  await app.connectTo(sdk.url, LEGACY);
  await app.open('Tools');
  sdk.become({});
  await app.page.getByRole('button', { name: 'Refresh' }).click();
  await expect(app.page.getByRole('main')).toContainText(
    'The server no longer knew the session, so a new one was begun and the request sent again',
  );
  await app.open('Handshake');
  await expect(app.page.getByRole('main')).toContainText('the server no longer knew the session');
});

test('a new handshake ends the session: a call that waits in it is given up first, once that is agreed to', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url, LEGACY);
  await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
  await app.againButton.click();
  const dialog = app.page.getByRole('dialog', { name: 'A call waits for you' });
  await expect(dialog).toContainText('The session ends: the server is told with a DELETE.');
  await dialog.getByRole('button', { name: 'Keep the session' }).click();
  await expect(app.rounds.sendButton).toBeVisible();
  expect(sdk.seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await app.againButton.click();
  await dialog.getByRole('button', { name: 'Abandon and go on' }).click();
  await app.settled(/^Connected/);
  await expect(app.rounds.round(1).region).toContainText('You made a new session');
  expect(sdk.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  // The stream of what was given up is not asked for in a session that is over.
  const ended = sdk.seen.findIndex(({ method }) => method === 'DELETE');
  const old = sdk.seen[ended]?.headers['mcp-session-id'];
  expect(sdk.seen.slice(ended + 1).filter(({ headers }) => headers['mcp-session-id'] === old)).toEqual([]);
});

test('of two thousand requests only those near what is in sight are drawn, and the ladder keeps its height', async ({
  app,
  troubles,
}) => {
  troubles.expectConsole(/status of 40[05]/);
  test.setTimeout(120_000);
  const server = await startBenchServer();
  try {
    await app.page.goto('./');
    await app.start(server.url('/legacy'));
    await app.settled(/^Connected/);
    await byHand(app);
    await app.open('Tools');
    await app.tools.choose('asks_the_client');
    await app.tools.callButton.click();
    await app.open('Rounds');
    const round = app.rounds.round(1);
    await expect(round.region).toContainText('2000 to answer', { timeout: 60_000 });
    await expect(round.input('0').group.getByRole('textbox').first()).toBeVisible();
    await app.idle();
    // All of them drawn are more than 140 000.
    expect(await app.page.locator('*').count()).toBeLessThan(6000);

    // 2 000 arrows of 36 pixels that travelled, and as many that would be sent.
    const ladder = app.page.locator('.ladder');
    expect(await ladder.evaluate((element) => element.scrollHeight)).toBeGreaterThan(4000 * 34);
    await ladder.getByRole('button').first().focus();
    await app.page.keyboard.press('End');
    const last = ladder.getByRole('button', { name: /id 1999\b/ });
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport();
  } finally {
    server.close();
  }
});
