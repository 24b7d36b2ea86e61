// One server under several revisions, side by side: what differs is marked, and every mark is real.
import { expect, test } from './fixtures.ts';

const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

test('the official SDK under four revisions: the matrix, and how the same call travels', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('book_trip', '{"traveller":"Ada"}');
  await expect(app.tools.result).toContainText('complete');
  await app.open('Compare');
  const { compare } = app;
  for (const revision of REVISIONS)
    await expect(compare.revisions.getByRole('checkbox', { name: revision })).toBeChecked();
  // Nothing is called that nobody ticked.
  await expect(compare.calls.getByRole('checkbox')).not.toBeChecked();
  await compare.tick('book_trip');
  await expect(compare.calls).toContainText('runs for real, 4 times');
  sdk.seen.length = 0;
  await compare.runButton.click();
  await app.idle();

  await expect(compare.matrix.getByRole('columnheader')).toHaveText(['What', ...REVISIONS]);
  const connection = await compare.rows('Negotiated as');
  expect(connection.get('Negotiated as')).toEqual([
    '2025-03-26, legacy',
    '2025-06-18, legacy',
    '2025-11-25, legacy',
    '~changed: 2026-07-28, modern',
  ]);
  expect(await compare.marked()).toEqual({
    'Negotiated as': [3],
    Attempts: [3],
    'Round trips to connect': [3],
    Session: [3],
    // The client declares more from revision to revision; the last deprecates what both sides declare.
    elicitation: [1, 2],
    sampling: [2, 3],
    roots: [3],
    logging: [3],
    ...Object.fromEntries(
      ['Tools', 'Resources', 'Resource templates', 'Prompts'].map((list) => [`${list} may be kept`, [3]]),
    ),
    // 2025-03-26 can't ask; then the same comes of it, asked in two ways.
    Outcome: [1],
    Rounds: [1, 3],
    Result: [1],
    'Round trips': [1],
  });
  expect(connection.get('Session')?.[3]).toBe('−removed: none');
  expect(connection.get('Server')).toEqual(REVISIONS.map(() => 'harbour 3.1.0'));
  const call = await compare.rows('Call 1: book_trip');
  expect(call.get('Rounds')).toEqual([
    '1 round',
    '~changed: 1 round, 3 requests by the server',
    '1 round, 3 requests by the server',
    '~changed: 4 rounds',
  ]);
  // It was called once for each revision, however many requests that took.
  const first = sdk.seen.filter(
    ({ body }) => body.includes('"tools/call"') && !body.includes('"inputResponses"'),
  );
  expect(first).toHaveLength(4);
  // Each legacy session was ended.
  expect(sdk.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(3);

  await compare.cell('Rounds', 3).press('Enter');
  await app.idle();
  await expect(compare.detail.getByRole('heading', { name: 'Call 1: book_trip' })).toBeFocused();
  const ladder = (phase: string, revision: string) =>
    compare.ladders.getByRole('list', { name: `${phase}, ${revision}` }).first();
  await expect(ladder('The server asks', '2025-11-25')).toContainText('elicitation/create');
  await expect(ladder('The server asks', '2026-07-28')).toContainText('input required');
  await expect(ladder('Answer', '2025-11-25')).toContainText('response');
  await expect(ladder('Answer', '2026-07-28')).toContainText('tools/call');
  await expect(compare.detail).toContainText('Result, 2025-11-25');
  await ladder('The server asks', '2025-11-25').getByRole('button').first().click();
  await app.idle();
  await expect(app.page.getByRole('dialog', { name: /^Exchange/ })).toContainText('elicitation/create');
  await app.page.keyboard.press('Escape');
  await compare.detail.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(compare.cell('Rounds', 3)).toBeFocused();
  // Looking elsewhere loses nothing.
  await app.open('Tools');
  await app.open('Compare');
  await expect(compare.matrix).toBeVisible();
  // And the recording of the connection is its own.
  await expect(app.status).toContainText('2026-07-28');
});

test('the demo: lists that grew, capabilities that moved, a tool that one revision lacks', async ({
  app,
}) => {
  await app.connectToDemo();
  await app.open('Tools');
  await app.tools.call('deploy_release', '{"service":"checkout-api","release":"r-4821"}');
  await expect(app.tools.result).toContainText('complete');
  await app.open('Compare');
  const { compare } = app;
  await compare.tick('deploy_release');
  await compare.runButton.click();
  await app.idle();
  const outcome = (await compare.rows('Call 1: deploy_release')).get('Outcome');
  expect(outcome).toEqual([
    'Not called. It lists no tool of that name',
    '~changed: complete',
    'complete',
    'complete',
  ]);
  await compare.cell('Tools', 2).click();
  await app.idle();
  await expect(compare.differences.first()).toBeVisible();
  await compare.cell('logging', 3).click();
  await app.idle();
  await expect(compare.differences.filter({ hasText: 'protocolVersion' })).toContainText('2026-07-28');
  // Two columns that are the same have no difference to show.
  await compare.detail.getByRole('combobox', { name: 'Left column' }).selectOption('2026-07-28');
  await expect(compare.detail).toContainText('Choose two different columns');
});

test('server-everything knows no 2026-07-28: that column says so, the others are compared', async ({
  app,
  everything,
}) => {
  await app.connectTo(everything.url);
  await app.open('Compare');
  const { compare } = app;
  await compare.runButton.click();
  await app.idle();
  const rows = await compare.rows('Negotiated as');
  expect(rows.get('Negotiated as')?.slice(0, 3)).toEqual(
    REVISIONS.slice(0, 3).map((revision) => `${revision}, legacy`),
  );
  expect(rows.get('Negotiated as')?.[3]).toMatch(/^~changed: /);
  // It offers two tools to those who can be asked, by form and by URL. Nothing else of it differs.
  expect(await compare.marked()).toEqual({
    'Negotiated as': [3],
    Attempts: [3],
    'Round trips to connect': [3],
    elicitation: [1, 2],
    sampling: [2],
    Tools: [1, 2],
  });
  const lists = await compare.rows('Lists');
  // It offers the same whatever is asked for, except that it looks at what the client declares.
  for (const list of ['Resources', 'Prompts']) {
    expect(lists.get(list)?.slice(0, 3).join(' ')).not.toContain('changed');
    expect(lists.get(list)?.[3]).toBe('–');
  }
});

test('a run is cancelled at once, and keeps what it has', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('slow', '{"ms":1}');
  await expect(app.tools.result).toContainText('complete');
  await app.tools.call('slow', '{"ms":20000}');
  await app.tools.cancelButton.click();
  await app.open('Compare');
  const { compare } = app;
  await compare.calls.getByRole('checkbox', { name: /^slow .*20000/ }).check();
  await compare.runButton.click();
  await expect(compare.matrix).toContainText('calls slow');
  await compare.cancelButton.click();
  await app.idle();
  await expect(compare.runButton).toBeEnabled();
  await expect(compare.matrix).toContainText('cancelled');
});

test('two profiles, and two servers', async ({ app, sdk, everything }) => {
  await app.connectTo(sdk.url);
  await app.open('Compare');
  const { compare } = app;
  await app.page.getByRole('radio', { name: 'Profiles' }).check();
  await compare.runButton.click();
  await app.idle();
  await expect(compare.matrix.getByRole('columnheader')).toHaveText([
    'What',
    'What Roundtrip can answer',
    'Nothing',
  ]);
  expect((await compare.rows('Client declares')).get('elicitation')).toEqual(['form, url', '−removed: none']);
  await compare.setupButton.click();
  await app.page.getByRole('radio', { name: 'Servers' }).check();
  await expect(compare.runButton).toBeDisabled();
  await app.page.getByRole('textbox', { name: 'Other server URL' }).fill(everything.url);
  await compare.runButton.click();
  await app.idle();
  expect((await compare.rows('Negotiated as')).get('Server')?.[0]).toBe('harbour 3.1.0');
  expect((await compare.rows('Negotiated as')).get('Server')?.[1]).toMatch(/^~changed: /);
});

test('without a connection it says what to do', async ({ app }) => {
  await app.page.goto('./#/compare');
  await app.idle();
  await expect(app.page.getByRole('heading', { name: 'Not connected' })).toBeVisible();
  await app.page.getByRole('button', { name: 'Go to Connect' }).click();
  await expect(app.connect.demoButton).toBeVisible();
});
