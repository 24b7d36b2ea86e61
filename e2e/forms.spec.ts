// Arguments as a form: over the same text as JSON, and telling absent, empty and null apart.
import type { AppPage } from './pages/app.ts';
import { expect, test, type HostileCases } from './fixtures.ts';

/** The arguments of the newest call, as they came. */
async function received(hostile: HostileCases, count: number): Promise<string> {
  const calls = () => hostile.seenAt('/forms').filter(({ body }) => body.includes('"tools/call"'));
  await expect.poll(() => calls().length).toBe(count);
  const body = calls().at(-1)?.body ?? '';
  return /"arguments":(.*),"_meta":/s.exec(body)?.[1] ?? '';
}

async function choose(app: AppPage, hostile: HostileCases, tool: string): Promise<void> {
  await app.connectTo(hostile.url('/forms'));
  await app.open('Tools');
  await app.tools.choose(tool);
  await app.idle();
}

test('untouched, a form sends its defaults and nothing made up; what is required complains', async ({
  app,
  hostile,
}) => {
  await choose(app, hostile, 'untouched');
  await expect(app.tools.callButton).toBeDisabled();
  await expect(app.tools.callButton).toHaveAccessibleDescription('Required: s');
  // Nobody has been in it yet.
  await expect(app.tools.field('s')).not.toHaveAttribute('aria-invalid', 'true');
  await app.tools.field('s').focus();
  await app.tools.field('a').focus();
  await expect(app.tools.field('s')).toHaveAttribute('aria-invalid', 'true');
  expect(JSON.parse(await app.tools.editor.text())).toEqual({ d: null });
  await app.tools.showForm();
  await app.tools.field('a').fill('x');
  await app.tools.field('a').fill('');
  await app.tools.button('"" for s').click();
  await app.tools.callButton.click();
  expect(JSON.parse(await received(hostile, 1))).toEqual({ d: null, s: '' });
  await app.tools.button('[] for arr').click();
  await app.tools.button('{} for obj').click();
  await app.tools.button('null for a').click();
  await app.tools.button('absent for d').click();
  // Wrong is allowed, but not by accident.
  await app.tools.anywayButton.click();
  expect(JSON.parse(await received(hostile, 2))).toEqual({ s: '', arr: [], obj: {}, a: null });
});

test('digits go out as typed; an unfinished number blocks with its reason, and Send anyway sends it', async ({
  app,
  hostile,
}) => {
  await choose(app, hostile, 'untouched');
  await app.tools.field('s').fill('x');
  await app.tools.field('n').fill('9007199254740993');
  await app.tools.callButton.click();
  expect(await received(hostile, 1)).toContain('"n": 9007199254740993');
  await app.tools.field('n').press('End');
  await app.page.keyboard.type('.');
  await expect(app.tools.field('n')).toHaveValue('9007199254740993.');
  await expect(app.tools.arguments).toContainText('A digit is missing after the point');
  await expect(app.tools.callButton).toBeDisabled();
  await app.tools.anywayButton.click();
  await expect
    .poll(() => hostile.seenAt('/forms').filter(({ body }) => body.includes('"n": 9007199254740993.')).length)
    .toBe(1);
  await app.tools.field('n').fill('1.5');
  await expect(app.tools.callButton).toBeDisabled();
  await expect(app.tools.arguments).toContainText('Expected an integer');
});

test('both tabs edit one text, and neither rewrites what the other typed', async ({ app, hostile }) => {
  await choose(app, hostile, 'every_kind');
  const typed =
    '{ "service" : "checkout",\n\n  "share":1.0, "x" : [ 1 ],"approve":true, "kind":"release",\n"target":{"host":"a.example"} }';
  await app.tools.editor.write(typed);
  await app.tools.showForm();
  await expect(app.tools.field('Service')).toHaveValue('checkout');
  await app.tools.field('share').fill('0.50');
  await app.tools.choice('Alternative for limit').selectOption('integer');
  await app.tools.field('limit').fill('7');
  expect(await app.tools.editor.text()).toBe(
    typed.replace('1.0', '0.50').replace('"a.example"} }', '"a.example"}, "limit": 7 }'),
  );
  await app.tools.editor.write('{"service": ');
  await app.tools.showForm();
  await expect(app.tools.arguments).toContainText('not JSON as they stand');
  expect(await app.tools.editor.text()).toBe('{"service": ');
});

test('every kind of field', async ({ app, hostile }) => {
  await choose(app, hostile, 'every_kind');
  await app.tools.field('Service').fill('checkout');
  await app.tools.arguments.getByRole('checkbox', { name: 'approve' }).check();
  await app.tools.choice('dry_run').selectOption('false');
  await app.tools.choice('region').selectOption({ label: 'Europe' });
  await app.tools.arguments
    .getByRole('group', { name: 'zones' })
    .getByRole('checkbox', { name: 'b' })
    .check();
  await app.tools.button('Add item to tags').click();
  await app.page.keyboard.insertText('first');
  await app.tools.button('Add item to tags').click();
  await app.page.keyboard.insertText('second');
  await app.tools.button('Move tags[1] up').click();
  await app.tools.field('host').fill('a.example');
  await app.tools.button('Now for at').click();
  await app.tools.field('New key in labels').fill('team');
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.insertText('web');
  await app.tools.button('Rename team').click();
  await app.tools.field('New name of team').fill('squad');
  await app.page.keyboard.press('Enter');
  await app.tools.field('owner').fill('not an address');
  await expect(app.tools.arguments).toContainText('Not an email address');
  await app.tools.field('owner').fill('a@b.example');
  await app.tools.field('anything').fill('[1, 2.0]');
  await expect(app.tools.field('kind')).toHaveValue('release');
  await expect(app.tools.field('kind')).not.toBeEditable();
  await app.tools.callButton.click();
  const sent = await received(hostile, 1);
  expect(sent).toContain('[1, 2.0]');
  expect(JSON.parse(sent)).toEqual({
    replicas: 3,
    owner: 'a@b.example',
    service: 'checkout',
    approve: true,
    kind: 'release',
    dry_run: false,
    region: 'eu',
    zones: ['b'],
    tags: ['second', 'first'],
    target: { host: 'a.example', port: 443, at: expect.stringMatching(/T.*(Z|[+-]\d\d:\d\d)$/) as unknown },
    labels: { squad: 'web' },
    anything: [1, 2],
  });
});

test('what refers elsewhere is said, never fetched, and filled in as JSON', async ({ app, hostile }) => {
  await choose(app, hostile, 'elsewhere');
  await expect(app.tools.arguments).toContainText(
    'External reference, not resolved: https://schema.example/x.json',
  );
  await app.tools.field('e').fill('{"a": 1.0}');
  await app.tools.field('s').fill('x');
  await expect(app.tools.arguments).toContainText('Could not decide');
  await app.tools.callButton.click();
  expect(await received(hostile, 1)).toContain('{"a": 1.0}');
});

test('a choice at the root: the constant is filled in and locked, and each alternative keeps its text', async ({
  app,
  hostile,
}) => {
  await choose(app, hostile, 'contact');
  await app.tools.field('address').fill('a@b');
  await app.tools.choice('Alternative').selectOption('sms');
  await expect(app.tools.field('kind')).toHaveValue('sms');
  await app.tools.field('phone').fill('1');
  await app.tools.callButton.click();
  expect(JSON.parse(await received(hostile, 1))).toEqual({ kind: 'sms', phone: '1' });
  await app.tools.choice('Alternative').selectOption('email');
  await expect(app.tools.field('address')).toHaveValue('a@b');
});

test('of alternatives what is said around the form concerns the one that is shown', async ({
  app,
  hostile,
}) => {
  await choose(app, hostile, 'shape');
  await expect(app.tools.callButton).toHaveAccessibleDescription('Required: shape.r');
  await expect(app.tools.arguments).toContainText('1 required field is still to be filled in');
  await app.tools.field('r').focus();
  await app.tools.choice('Alternative for shape').focus();
  await expect(app.tools.field('r')).toHaveAttribute('aria-invalid', 'true');
  await app.tools.choice('Alternative for shape').selectOption('Square');
  await expect(app.tools.callButton).toHaveAccessibleDescription('Required: shape.side');
  await app.tools.editor.write('{"shape": {"kind": "square", "side": "x", "r": 1}}');
  await expect(app.tools.callButton).toHaveAccessibleDescription('Not valid: shape.side, shape.r');
  await expect(app.tools.arguments).toContainText('shape.side: Expected a number, got a string, and 1 more');
});

test('what a condition requires and the form has no field for is offered there', async ({ app, hostile }) => {
  await choose(app, hostile, 'conditions');
  await app.tools.choice('country').selectOption('CA');
  await expect(app.tools.callButton).toHaveAccessibleDescription('Required: postal');
  await app.tools.button('Add postal').click();
  await expect(app.tools.field('postal')).toBeFocused();
  await app.page.keyboard.type('K1A 0B1');
  await app.tools.callButton.click();
  expect(JSON.parse(await received(hostile, 1))).toEqual({ country: 'CA', postal: 'K1A 0B1' });
});

test('a schema that contains itself opens as deep as one goes', async ({ app, hostile }) => {
  await choose(app, hostile, 'tree');
  await app.tools.field('name').fill('top');
  await app.tools.button('Add item to children').click();
  const inner = app.tools.arguments.getByRole('group', { name: 'children[0]' });
  await inner.getByRole('textbox', { name: 'name' }).fill('below');
  await inner.getByRole('button', { name: 'Add item to children' }).click();
  await expect(app.tools.arguments.getByRole('textbox', { name: 'name' })).toHaveCount(3);
  await expect(app.tools.callButton).toBeDisabled();
  await inner.getByRole('button', { name: 'Remove children[0]' }).click();
  await app.tools.callButton.click();
  expect(JSON.parse(await received(hostile, 1))).toEqual({
    root: { name: 'top', children: [{ name: 'below', children: [] }] },
  });
});

test('defaults seed once, and only what was chosen is false', async ({ app, hostile }) => {
  await choose(app, hostile, 'seeded');
  await app.tools.field('limit').fill('');
  await app.tools.field('tags[0]').fill('b');
  await expect(app.tools.callButton).toBeDisabled();
  await app.tools.button('false for no').click();
  await app.tools.callButton.click();
  expect(JSON.parse(await received(hostile, 1))).toEqual({ tags: ['b'], ok: true, no: false });
  await app.open('Wire log');
  await app.open('Tools');
  await expect(app.tools.field('limit')).toHaveValue('');
});

test('formats are judged before sending, and a date and time has its zone', async ({ app, hostile }) => {
  await choose(app, hostile, 'formats');
  for (const [field, wrong, says, right] of [
    ['email', 'nobody', 'Not an email address', 'a@b.example'],
    ['when', '2026-11-30T08:00', 'Not a date and time with offset', '2026-11-30T08:00:00+01:00'],
    ['code', 'abc-1', 'Does not match the pattern', 'ABC-1'],
  ] as const) {
    await app.tools.field(field).fill(wrong);
    await expect(app.tools.arguments).toContainText(says);
    await expect(app.tools.callButton).toBeDisabled();
    await app.tools.field(field).fill(right);
    await expect(app.tools.callButton).toBeEnabled();
  }
});

test('10 000 options open at once and are narrowed by typing', async ({ app, hostile }) => {
  await choose(app, hostile, 'many_options');
  await app.tools.choice('e').selectOption('v9999');
  await app.tools.arguments.getByRole('searchbox', { name: 'Narrow the options for e' }).fill('v123');
  await expect(app.tools.choice('e').getByRole('option')).toHaveCount(13);
  await expect(app.tools.choice('e')).toHaveValue('"v9999"');
  await app.tools.callButton.click();
  expect(JSON.parse(await received(hostile, 1))).toEqual({ e: 'v9999' });
});

test('own _meta goes out beside the keys of the protocol, which it replaces only on purpose', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.choose('echo');
  await app.tools.field('message').fill('good day');
  await app.tools.metaButton.click();
  await app.tools.meta.write('{"com.example/trace": 1.0, "progressToken": "mine"}');
  await app.tools.callButton.click();
  await expect(app.tools.result).toContainText('good day');
  const bodies = () => sdk.seen.map(({ body }) => body).filter((body) => body.includes('"tools/call"'));
  expect(bodies().at(-1)).toContain('"com.example/trace":1.0}');
  expect(bodies().at(-1)).not.toContain('"mine"');
  await app.page.getByRole('checkbox', { name: 'Replace the protocol’s own keys' }).check();
  await app.tools.callButton.click();
  await expect.poll(() => bodies().at(-1)).toContain('"progressToken":"mine"');
  await app.tools.meta.write('[1]');
  await expect(app.tools.callButton).toBeDisabled();
});

test('a form is filled in and sent by keyboard alone', async ({ app, hostile }) => {
  await choose(app, hostile, 'untouched');
  await app.tools.arguments.getByRole('tab', { name: 'Form' }).focus();
  const { keyboard } = app.page;
  const focused = () =>
    app.page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id ?? '',
    );
  await keyboard.press('Tab');
  await expect(app.tools.field('a')).toBeFocused();
  while ((await focused()) !== '"" for s') await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(app.tools.callButton).toBeEnabled();
  await app.tools.field('s').focus();
  await keyboard.press('ControlOrMeta+Enter');
  expect(JSON.parse(await received(hostile, 1))).toEqual({ d: null, s: '' });
});
