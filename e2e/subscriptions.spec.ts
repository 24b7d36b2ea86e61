// Being told of changes: a stream of its own in the modern era, resources by name in legacy, and what became of a list.
import { expect, test } from './fixtures.ts';

test('a modern stream says what it will tell; a list that changed is marked, and what changed is named', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  await app.open('Client');
  const section = app.page.getByRole('region', { name: 'Subscriptions' });
  await section.getByRole('textbox', { name: 'Resources' }).fill('harbour://nowhere');
  await section.getByRole('button', { name: 'Subscribe' }).click();
  const list = section.getByRole('list', { name: 'Subscriptions of this connection' });
  await expect(list).toContainText('open');
  const listen = sdk.seen.find(({ body }) => body.includes('"subscriptions/listen"'));
  expect(JSON.parse(listen?.body ?? '{}')).toMatchObject({
    params: {
      notifications: {
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: ['harbour://nowhere'],
      },
    },
  });

  sdk.become({ headerParams: true });
  sdk.notify.toolsChanged();
  await expect(list).toContainText('notifications/tools/list_changed · 1');
  await app.open('Tools');
  const changed = app.page.getByRole('group', { name: 'The list changed' });
  await expect(changed).toContainText('The server says that its tools changed');
  await changed.getByRole('button', { name: 'Refresh' }).click();
  await app.idle();
  await expect(changed).toHaveCount(0);
  await app.tools.listPane.getByRole('button', { name: 'Since the list before' }).click();
  await expect(app.tools.listPane).toContainText('2 added');

  await app.open('Client');
  await section.getByRole('button', { name: 'Close subscription 1' }).click();
  await expect(list).toContainText('closed');
});

test('a legacy server is subscribed to by URI, and unsubscribed from', async ({ app, everything }) => {
  await app.connectTo(everything.url, { version: '2025-11-25' });
  await app.open('Client');
  const section = app.page.getByRole('region', { name: 'Subscriptions' });
  await expect(section.getByRole('button', { name: 'Subscribe' })).toBeDisabled();
  await section.getByRole('textbox', { name: 'Resources' }).fill('demo://resource/dynamic/text/1');
  await section.getByRole('button', { name: 'Subscribe' }).click();
  const list = section.getByRole('list', { name: 'Subscriptions of this connection' });
  await expect(list).toContainText('open');
  await list.getByRole('button', { name: 'Close subscription 1' }).click();
  await expect(list).toContainText('closed');
  await app.open('Wire log');
  await app.wireLog.filter.fill('resources/unsubscribe');
  await app.idle();
  await expect(app.wireLog.rows).not.toHaveCount(0);
});

test('a resource is subscribed to where it is read, and says when it changed', async ({ app, sdk }) => {
  sdk.become({ catalogue: true, capabilities: { tools: {}, resources: { subscribe: true } } });
  await app.connectTo(sdk.url);
  await app.open('Resources');
  const about = app.page.getByRole('group', { name: 'Resource URI' });
  const uri = await about.locator('code').innerText();
  await about.getByRole('button', { name: 'Subscribe' }).click();
  await expect(about).toContainText('no change told yet');
  sdk.notify.resourceUpdated(uri);
  await expect(about).toContainText('changed 1 time');
  await about.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(about.getByRole('button', { name: 'Subscribe' })).toBeVisible();
});

test('the wire log says which stream waits for a place, and how long it did', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Client');
  const section = app.page.getByRole('region', { name: 'Subscriptions' });
  const list = section.getByRole('list', { name: 'Subscriptions of this connection' });
  for (let number = 1; number <= 6; number++) {
    await section.getByRole('button', { name: 'Subscribe' }).click();
    await expect(list.getByRole('button', { name: `Close subscription ${number}` })).toBeVisible();
  }
  await expect(list).toContainText('waits for a place');
  await app.open('Wire log');
  const waiting = app.page.getByRole('group', { name: 'Streams that wait' });
  await expect(waiting).toContainText(
    'Subscription 6 is not on the wire yet. 5 streams are open to this host',
  );
  await waiting.getByRole('link', { name: 'Close another in Client' }).click();
  await list.getByRole('button', { name: 'Close subscription 1' }).click();
  await expect(list).not.toContainText('waits for a place');

  await app.open('Wire log');
  await expect(waiting).toHaveCount(0);
  await app.wireLog.row('subscriptions/listen').last().click();
  await expect(app.wireLog.detail).toContainText(
    /This stream waited \d+\.\d s for a place: 5 streams were open/,
  );
});
