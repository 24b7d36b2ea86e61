// The Compare panel against the other official SDKs, with a call that asks twice: every cell that is marked is a difference
// that is really there, and no other is.
import { expect, test } from '../fixtures.ts';
import type { AppPage } from '../pages/app.ts';
import { serverAt } from './server-at.ts';

const NEWEST = '2026-07-28';

/** Runs the call in every revision, and gives the matrix. */
async function matrixOf(app: AppPage, url: string): Promise<Map<string, string[]>> {
  await app.connectTo(url);
  await app.open('Tools');
  await app.tools.call('book_table');
  await app.idle();
  await app.open('Compare');
  await app.compare.tick('book_table');
  await app.compare.runButton.click();
  await app.idle();
  return app.compare.rows();
}

/** What the client declares grew with the revisions; that is ours, whatever the server. */
const CLIENT = { elicitation: [1, 2], sampling: [2] };

/** What a handshake's cell opens says of these paths. */
async function opens(app: AppPage, row: string, column: number, paths: readonly string[]): Promise<void> {
  await app.compare.cell(row, column).click();
  await app.idle();
  for (const path of paths) await expect(app.compare.detail, `${row}: ${path}`).toContainText(path);
}

test('the Go SDK with sessions: three revisions that ask in the middle of the call, and none that is modern', async ({
  app,
}) => {
  const rows = await matrixOf(app, serverAt('ROUNDTRIP_GO'));
  expect(await app.compare.marked()).toEqual({
    'Negotiated as': [3],
    Attempts: [3],
    'Round trips to connect': [3],
    ...CLIENT,
    // 2025-03-26 has no elicitation: the tool can't ask, and says so.
    Outcome: [1],
    Rounds: [1],
    Result: [1],
    'Round trips': [1],
  });
  expect(rows.get('Negotiated as')).toEqual([
    '2025-03-26, legacy',
    '2025-06-18, legacy',
    '2025-11-25, legacy',
    '~changed: breaking only older versions',
  ]);
  expect(rows.get('Outcome')).toEqual(['complete, tool error', '~changed: complete', 'complete', '–']);
  expect(rows.get('Rounds')?.slice(1, 3)).toEqual([
    '~changed: 1 round, 2 requests by the server',
    '1 round, 2 requests by the server',
  ]);
  expect(rows.get('Result')?.[2]).toMatch(/^2 guests, sure true/);
  // What the server offers is the same in each.
  for (const list of ['Tools', 'Resources', 'Resource templates', 'Prompts']) {
    const cells = rows.get(list) ?? [];
    expect(new Set(cells.slice(0, 3)).size, list).toBe(1);
    expect(cells[3]).toBe('–');
  }
  await app.compare.cell('Result', 1).click();
  await app.idle();
  await expect(app.compare.detail).toContainText('client does not support elicitation');
  await expect(app.compare.detail).toContainText('2 guests, sure true');
});

test('the Go SDK without sessions: only the modern revision can ask, in rounds', async ({
  app,
  troubles,
}) => {
  // A legacy client asks for a stream of notifications; without sessions there is none.
  troubles.expectConsole(/405/);
  const rows = await matrixOf(app, serverAt('ROUNDTRIP_GO', '/stateless'));
  expect(await app.compare.marked()).toEqual({
    'Negotiated as': [3],
    Attempts: [3],
    'Round trips to connect': [3],
    ...CLIENT,
    sampling: [2, 3],
    // Deprecated there, and roots say no more when they change.
    logging: [3],
    roots: [3],
    Outcome: [3],
    Rounds: [3],
    Result: [3],
    'Round trips': [3],
  });
  expect(rows.get('Negotiated as')?.[3]).toBe(`~changed: ${NEWEST}, modern`);
  expect(rows.get('Session')).toEqual(['none', 'none', 'none', 'none']);
  expect(rows.get('Rounds')?.[3]).toBe('~changed: 3 rounds');
  expect(rows.get('Result')?.[3]).toMatch(/^~changed: 2 guests, sure true/);
  await opens(app, 'logging', 3, [
    'server.logging',
    'client.roots.listChanged',
    'supportedVersions',
    'ttlMs',
  ]);
  await expect(app.compare.differences.filter({ hasText: 'server.logging' })).toContainText(
    'Use OpenTelemetry for observability',
  );
});

test('the Python SDK: the same answer in three revisions by two ways of asking', async ({ app }) => {
  const rows = await matrixOf(app, serverAt('ROUNDTRIP_PYTHON'));
  const kept = ['Tools', 'Resources', 'Resource templates', 'Prompts'].map((list) => `${list} may be kept`);
  expect(await app.compare.marked()).toEqual({
    'Negotiated as': [3],
    Attempts: [3],
    'Round trips to connect': [3],
    Session: [3],
    // It tells of changes in the modern revision alone.
    tools: [3],
    resources: [3],
    prompts: [3],
    ...CLIENT,
    sampling: [2, 3],
    roots: [3],
    ...Object.fromEntries(kept.map((row) => [row, [3]])),
    Outcome: [1],
    Rounds: [1, 3],
    Result: [1],
    'Round trips': [1],
  });
  expect(rows.get('Rounds')).toEqual([
    '1 round',
    '~changed: 1 round, 2 requests by the server',
    '1 round, 2 requests by the server',
    '~changed: 3 rounds',
  ]);
  // resultType and who made the result come with the revision: the result itself is the same.
  expect(new Set((rows.get('Result') ?? []).slice(2)).size).toBe(1);
  expect(rows.get('Outcome')?.[0]).toBe('error −32021');
  await opens(app, 'tools', 3, [
    'server.tools.listChanged',
    'server.prompts.listChanged',
    'client.roots.listChanged',
  ]);
  await app.compare.cell('Rounds', 3).click();
  await app.idle();
  const ladder = (phase: string, revision: string) =>
    app.compare.ladders.getByRole('list', { name: `${phase}, ${revision}` });
  await expect(ladder('The server asks', '2025-11-25')).toContainText([
    'elicitation/create',
    'elicitation/create',
  ]);
  await expect(ladder('The server asks', NEWEST)).toContainText(['input required', 'input required']);
});
