// Forms that a server asks for: defaults, secrets, schemas that are none, and who asks.
import { expect, test } from './fixtures.ts';

test('a default that was taken out goes in again, unless it is to stay absent', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/rounds/form-defaults'));
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('ping', '{}');
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
  const form = app.rounds.round(1).input('form');
  // Prefilled, falsy ones too.
  expect(await app.rounds.nextText()).toMatch(/"level": ?"low"/);
  expect(await app.rounds.nextText()).toMatch(/"dry": ?false/);
  await form.answer('{"action":"accept","content":{}}');
  await expect(form.group).toContainText('Sent with the default of level, count, dry, note');
  await expect(form.group).toContainText('valid');
  expect(await app.rounds.nextText()).toContain(
    '"form":{"action":"accept","content":{"level": "low","count": 0,"dry": false,"note": ""}}',
  );
  await form.group.getByRole('button', { name: 'Leave absent' }).click();
  await expect(form.group).toContainText('1 problem');
  expect(await app.rounds.nextText()).toContain('"form":{"action":"accept","content":{}}');
  await form.group.getByRole('button', { name: 'Send defaults' }).click();
  await app.rounds.sendButton.click();
  await expect(app.rounds.round(2).region).toContainText('complete');
});

test('a form that asks for secrets is pointed out, and who asks is named', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/rounds/form-secrets'));
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('ping', '{}');
  await app.open('Rounds');
  const login = app.rounds.round(1).input('login').group;
  await expect(login).toContainText(/asked by hostile at 127\.0\.0\.1:\d+/);
  await expect(login).toContainText('password looks like a password');
  await expect(login).toContainText('cardNumber looks like a card number');
  await expect(login).not.toContainText('name looks like');
});

test('a schema outside the subset is named by property and rule, drawn as far as it goes, and answered as JSON', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/rounds/form-outside'));
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('ping', '{}');
  await app.open('Rounds');
  const odd = app.rounds.round(1).input('odd');
  await expect(odd.group).toContainText('address: the type object is not provided for in a form');
  await expect(odd.group).toContainText('size: minimum 3 is more than maximum 1');
  await expect(odd.group.getByRole('textbox', { name: 'city' })).toBeVisible();
  const none = app.rounds.round(1).input('none');
  await expect(none.group).toContainText('No form: The schema does not say type object');
  await none.answer('{"action":"decline"}');
  await odd.answer('{"action":"cancel"}');
  await app.rounds.sendButton.click();
  await expect(app.rounds.round(2).region).toContainText('complete');
});
