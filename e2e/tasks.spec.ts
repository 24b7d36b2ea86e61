// Calls that become tasks, and a tool that asks for a kind of task that is no more.
import { expect, test } from './fixtures.ts';

test('a declared extension: the call becomes a task, is asked about, answered in Rounds, and done', async ({
  app,
  hostile,
}) => {
  const url = '/task/asks';
  await app.page.goto('./');
  await app.open('Client');
  await app.page.getByRole('button', { name: 'Add extension' }).click();
  await app.page
    .getByRole('combobox', { name: 'Extension', exact: true })
    .fill('io.modelcontextprotocol/tasks');
  await app.start(hostile.url(url));
  await app.settled(/^Connected/);
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('ping', '{}');
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
  await expect(app.rounds.round(1).region).toContainText('task working');
  const ticket = app.rounds.round(2).input('ticket');
  await ticket.group.getByRole('textbox', { name: 'ticket' }).fill('OPS-1');
  expect(await app.rounds.nextText()).toContain('"method":"tasks/update","params":{"taskId":"build-7"');
  await app.rounds.sendButton.click();
  await expect(app.rounds.round(4).region).toContainText('complete');
  await app.open('Tools');
  await expect(app.tools.result).toContainText('pong');
  const about = hostile.seenAt(url).filter(({ body }) => body.includes('"tasks/'));
  expect(new Set(about.map(({ headers }) => headers['mcp-name']))).toEqual(new Set(['build-7']));
  expect(about.find(({ body }) => body.includes('tasks/update'))?.body).toContain('"ticket": "OPS-1"');
});

test('a task that waits for an answer is cancelled with tasks/cancel', async ({ app, hostile }) => {
  const url = '/task/asks';
  await app.page.goto('./');
  await app.open('Client');
  await app.page.getByRole('button', { name: 'Add extension' }).click();
  await app.page
    .getByRole('combobox', { name: 'Extension', exact: true })
    .fill('io.modelcontextprotocol/tasks');
  await app.start(hostile.url(url));
  await app.settled(/^Connected/);
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('ping', '{}');
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
  await app.page.getByRole('button', { name: 'Cancel task' }).click();
  await expect(app.rounds.tree).toContainText('cancelled');
  await expect(() => {
    expect(hostile.seenAt(url).at(-1)?.body).toContain('"tasks/cancel"');
  }).toPass();
});

test('a tool of 2025-11-25 that runs only as a task is held back, and can be called all the same', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/task/required'), { version: '2025-11-25' });
  await app.open('Tools');
  await app.tools.choose('ping');
  await expect(app.tools.callButton).toBeDisabled();
  await expect(app.tools.callButton).toHaveAccessibleDescription(/only as a task of 2025-11-25/);
  await app.tools.anywayButton.click();
  await expect(app.tools.result).toContainText('Task augmentation required');
});
