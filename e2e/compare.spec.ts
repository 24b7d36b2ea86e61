// One server under several revisions, side by side: what differs is marked, and every mark is real.
import { expect, test } from './fixtures.ts';
import { downloadedJson } from './pages/diff.ts';
import { copied } from './pages/editor.ts';
import { watchResponsiveness } from './pages/responsiveness.ts';

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
  // What of the answers differs is marked: their ids, and what the newer revision says besides.
  await expect(compare.detail.locator('.results mark').filter({ hasText: 'resultType' })).toBeVisible();
  const [legacy, modern] = [compare.sum('2025-11-25'), compare.sum('2026-07-28')];
  await expect(legacy.getByRole('definition').nth(1)).toHaveText('3');
  await expect(legacy.getByRole('definition').nth(2)).toHaveText(/^\d+(\.\d+)? m?s$/);
  await expect(legacy.locator('mark')).toHaveCount(0);
  await expect(modern.getByRole('definition').nth(0)).toHaveText(/^4/);
  await expect(modern.getByRole('definition').nth(1).locator('mark')).toHaveText('0');
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
  await expect(compare.matrix).toContainText(/\d{4}-\d\d-\d\d, calls slow/);
  await compare.cancelButton.click();
  await app.idle();
  await expect(compare.runButton).toBeEnabled();
  await expect(compare.matrix).toContainText('cancelled');
});

test('a double click runs and cancels nothing; the same plan shows its columns, Run again what changed since', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  await app.open('Compare');
  const { compare, page } = app;
  await compare.runButton.dblclick();
  await app.idle();
  await expect(compare.matrix).not.toContainText('cancelled');
  expect((await compare.row('Negotiated as'))[3]).toBe('~changed: 2026-07-28, modern');
  await compare.runButton.click();
  await app.idle();
  await expect(page.getByRole('radio', { name: 'Left neighbour' })).toBeChecked();
  expect((await compare.row('Negotiated as'))[3]).toBe('~changed: 2026-07-28, modern');
  await compare.runAgainButton.click();
  await app.idle();
  await expect(page.getByRole('radio', { name: 'Run before' })).toBeChecked();
  await expect(page.getByText('No difference from the run before')).toBeVisible();
});

test('what breaks stands out, and a cell opens at its difference', async ({ app, page }) => {
  await app.connectToDemo();
  await app.open('Compare');
  const { compare } = app;
  await compare.runButton.click();
  await app.idle();
  await expect(page.getByText('4 breaking', { exact: true })).toBeVisible();
  expect((await compare.row('Tools'))[3]).toMatch(/^~changed: breaking 16 /);
  await page.getByRole('checkbox', { name: 'Breaking only' }).check();
  expect([...(await compare.rows()).keys()]).toEqual(['resources', 'prompts', 'Tools']);
  await page.getByRole('checkbox', { name: 'Breaking only' }).uncheck();

  await compare.cell('Instructions', 3).click();
  await app.idle();
  const asked = compare.detail.locator('[aria-current="true"]');
  await expect(asked).toContainText('instructions');
  await expect(asked).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(compare.detail).toHaveCount(0);
  await expect(compare.cell('Instructions', 3)).toBeFocused();
  await compare.cell('Session', 3).press('Enter');
  await expect(compare.detail).toContainText(/Session: id, \d+ characters → none/);
});

test('two profiles, and two servers', async ({ app, sdk, everything }) => {
  await app.connectTo(everything.url);
  await app.start(sdk.url);
  await app.settled(/^Connected · 2026-07-28/);
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
  // A server that was connected to before is a click away.
  await app.page
    .getByRole('group', { name: 'Recent servers' })
    .getByRole('button', { name: everything.url.replace('http://', '') })
    .click();
  await expect(app.page.getByRole('textbox', { name: 'Other server URL' })).toHaveValue(everything.url);
  await compare.runButton.click();
  await app.idle();
  expect((await compare.rows('Negotiated as')).get('Server')?.[0]).toBe('harbour 3.1.0');
  expect((await compare.rows('Negotiated as')).get('Server')?.[1]).toMatch(/^~changed: /);
});

test('a list: breaking only, side by side, as it travelled; the diff is copied and saved', async ({
  app,
  sdk,
  everything,
}) => {
  await app.connectTo(sdk.url);
  await app.open('Compare');
  const { compare } = app;
  await app.page.getByRole('radio', { name: 'Servers' }).check();
  await app.page.getByRole('textbox', { name: 'Other server URL' }).fill(everything.url);
  await compare.runButton.click();
  await app.idle();
  await compare.cell('Tools', 1).click();
  await app.idle();
  const { diff } = compare;
  const gone = diff.item('book_trip');
  await expect(gone).toContainText('calls of it fail');
  await expect(diff.item('get-sum')).toContainText('is new');
  // Both have an echo, which wants other words for what it says.
  await expect(diff.item('echo')).toContainText('echo');

  await diff.breakingOnly.check();
  await expect(diff.item('get-sum')).toHaveCount(0);
  await expect(gone).toBeVisible();
  expect(
    await diff.items.evaluateAll((items) => items.map((item) => item.dataset['severity'])),
  ).not.toContain('compatible');
  await diff.breakingOnly.uncheck();
  await diff.group(/tools gone$/).click();
  await expect(gone).toHaveCount(0);
  await diff.group(/tools gone$/).click();

  await diff.sideBySide.check();
  await expect(gone).toContainText('not there');
  await diff.group(/tools gone$/).click();
  const echo = diff.item('echo');
  await expect(echo.locator('.raw')).toHaveCount(2);
  await expect(echo.locator('.raw mark').first()).toBeVisible();
  await diff.showRaw(echo);
  await expect(echo.locator('.raw')).toHaveCount(4);
  const raw = await diff.text(echo, 2);
  // As it travelled: in one line, and nothing but the entry.
  expect(raw).toMatch(/^\{"name":"echo",.*\}$/);
  expect(raw).toBe(await diff.text(echo, 0));
  await diff.unified.check();

  const markdown = await diff.copyMarkdown();
  expect(markdown).toMatch(/^## Tools: `127\.0\.0\.1:\d+\/mcp` → `127\.0\.0\.1:\d+\/mcp`\n/);
  expect(markdown).toContain('- `tools.book_trip`: The tool `"book_trip"` is gone: calls of it fail.');
  expect(markdown.indexOf('### Breaking')).toBeLessThan(markdown.indexOf('### Compatible'));
  const file = await diff.exportJson();
  expect(file).toMatchObject({ format: 'roundtrip-diff', version: 1, subject: 'tools' });
  expect(file['differences']).toContainEqual(
    expect.objectContaining({
      severity: 'breaking',
      entry: 'book_trip',
      before: expect.stringMatching(/^\{"name":"book_trip"/) as unknown,
    }),
  );
});

test('two handshakes: nothing breaking is said', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Compare');
  const { compare } = app;
  await compare.runButton.click();
  await app.idle();
  await compare.cell('Session', 1).click();
  await app.idle();
  await compare.diff.breakingOnly.check();
  await expect(compare.detail).toContainText('Nothing breaking');
  await expect(compare.detail).toContainText(/\d+ other differences?: /);
});

test('the whole comparison goes into a pull request, or into a file', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('book_trip', '{"traveller":"Ada"}');
  await expect(app.tools.result).toContainText('complete');
  await app.open('Compare');
  const { compare } = app;
  await compare.tick('book_trip');
  await expect(compare.head.getByRole('button', { name: 'Copy as Markdown' })).toHaveCount(0);
  await compare.runButton.click();
  await app.idle();
  const markdown = await copied(compare.head, 'Copy as Markdown');
  const table = markdown.split('\n').filter((line) => line.startsWith('|'));
  expect(table[0]).toBe(`|  | ${REVISIONS.map((revision) => `\`${revision}\``).join(' | ')} |`);
  for (const line of table) expect(line.split(' | ')).toHaveLength(5);
  expect(table).toContainEqual(expect.stringMatching(/^\| Session \|.*\| \*\*−\*\* none \|$/));
  expect(table).toContainEqual(expect.stringMatching(/^\| Rounds \|.*\*\*~\*\* `4 rounds` \|$/));
  expect(markdown).toContain('## What it means to callers');
  expect(markdown).toMatch(/- Handshake, `2025-11-25` → `2026-07-28`, `protocolVersion`/);

  const file = await downloadedJson(compare.head);
  expect(file).toMatchObject({
    format: 'roundtrip-comparison',
    version: 1,
    columns: REVISIONS.map((title) => ({ title, protocolVersion: title, url: sdk.url, runs: 1 })),
  });
  const rows = file['rows'] as { label: string; cells: { difference: { kind: string } | null }[] }[];
  const marks = rows.flatMap(({ cells }) => cells).filter(({ difference }) => difference !== null);
  await expect(compare.matrix.locator('td.diff-left')).toHaveCount(marks.length);
  expect(file['diffs']).toContainEqual(
    expect.objectContaining({
      subject: 'handshake',
      to: expect.objectContaining({ title: '2026-07-28' }) as unknown,
    }),
  );
});

test('a column that is refused: the attempt and the answer stand in its cell, and the export tells it first', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/legacy/version-refused'), { version: '2025-06-18' });
  await app.open('Compare');
  const { compare } = app;
  await compare.runButton.click();
  await app.idle();
  await compare.cell('Negotiated as', 2).click();
  await app.idle();
  await expect(compare.detail).toContainText('2025-11-25 does not connect');
  const answer = compare.detail.locator('.raw').first();
  await expect(answer).toContainText('"error"');
  expect(JSON.parse(await copied(answer, 'Copy'))).toMatchObject({
    error: { code: expect.any(Number) as unknown },
  });
  const markdown = await copied(compare.head, 'Copy as Markdown');
  expect(markdown).not.toContain('Nothing breaking');
  expect(markdown).toMatch(
    /### Breaking \(\d+\)\n\n- Handshake, `2025-06-18` → `2025-11-25` .*: Does not connect\. /,
  );
});

test('10 000 tools on each side, 1 % changed: the page stays responsive, and what changed is told', async ({
  app,
  hostile,
  page,
}) => {
  test.setTimeout(120_000);
  await app.connectTo(hostile.url('/list/ten-thousand'));
  await app.open('Compare');
  const { compare } = app;
  await page.getByRole('radio', { name: 'Servers' }).check();
  await page
    .getByRole('textbox', { name: 'Other server URL' })
    .fill(hostile.url('/list/ten-thousand-changed'));
  await compare.runButton.click();
  await app.idle();
  const longest = await watchResponsiveness(page);
  await compare.cell('Tools', 1).click();
  await app.idle();
  await expect(compare.diff.group('100 tools changed')).toBeVisible();
  await expect(compare.detail).toContainText('9900 without difference');
  await expect(compare.diff.item('tool_0')).toContainText('breaking');
  // Those far below are not there before one comes near them.
  const last = compare.diff.item('tool_9900');
  await expect(last).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(last).toBeVisible();
  await compare.diff.sideBySide.check();
  await app.idle();
  await compare.diff.unified.check();
  await app.idle();
  // The machine that runs this may be busy with much else.
  expect(await longest()).toBeLessThan(1_000);
});

test('without a connection it says what to do', async ({ app }) => {
  await app.page.goto('./#/compare');
  await app.idle();
  await expect(app.page.getByRole('heading', { name: 'Not connected' })).toBeVisible();
  await app.page.getByRole('button', { name: 'Go to Connect' }).click();
  await expect(app.connect.demoButton).toBeVisible();
});

test('a call that waits holds connections, so that the columns go one at a time', async ({
  app,
  everything,
}) => {
  await app.connectTo(everything.url, { version: '2025-11-25' });
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('trigger-elicitation-request');
  await expect(app.tools.result).toContainText('The server asks for 1 input');
  await app.open('Compare');
  const { compare } = app;
  for (const version of ['2025-03-26', '2026-07-28'])
    await compare.revisions.getByRole('checkbox', { name: version }).uncheck();
  await compare.tick('trigger-elicitation-request');
  await compare.runButton.click();
  await app.idle();
  expect((await compare.rows('Call 1')).get('Outcome')).toEqual(['complete', 'complete']);
});

test('the columns take a profile, a version and headers of their own', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Compare');
  const { compare } = app;
  for (const version of ['2025-03-26', '2025-06-18'])
    await compare.revisions.getByRole('checkbox', { name: version }).uncheck();
  await app.page.getByRole('combobox', { name: 'Client profile' }).selectOption({ label: 'Nothing' });
  await app.page
    .getByRole('radiogroup', { name: 'Headers of the columns' })
    .getByRole('radio', { name: 'Other headers' })
    .check();
  await app.page.getByRole('button', { name: 'Add header' }).click();
  await app.page.getByRole('textbox', { name: 'Header name' }).fill('X-Tenant');
  await app.page.getByRole('textbox', { name: 'Header value' }).fill('acme');
  const before = sdk.seen.length;
  await compare.runButton.click();
  await app.idle();
  const posts = sdk.seen.slice(before).filter(({ method }) => method === 'POST');
  expect(posts.length).toBeGreaterThan(2);
  expect(posts.filter(({ headers }) => headers['x-tenant'] !== 'acme')).toEqual([]);
  expect([...(await compare.rows('Client declares')).keys()]).not.toContain('elicitation');

  // Both of two clients, under a version that neither was connected with.
  await compare.setupButton.click();
  await app.page.getByRole('radio', { name: 'Profiles' }).check();
  await app.page.getByRole('combobox', { name: 'Protocol version' }).selectOption('2025-06-18');
  await compare.runButton.click();
  await app.idle();
  const connected = await compare.rows('Negotiated as');
  expect(connected.get('Negotiated as')).toEqual(['2025-06-18, legacy', '2025-06-18, legacy']);
});
