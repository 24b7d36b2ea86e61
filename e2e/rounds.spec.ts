// Driving a multi round trip: by itself, by hand, wrong on purpose, and from an earlier round again.
import type { SeenRequest } from './servers/recorder.ts';
import type { AppPage } from './pages/app.ts';
import { expect, test } from './fixtures.ts';

const calls = (seen: readonly SeenRequest[]) =>
  seen
    .filter(({ method, body }) => method === 'POST' && body.includes('"tools/call"'))
    .map(({ body }) => body);

type Params = {
  name?: string;
  inputResponses?: Record<string, unknown>;
  requestState?: string;
};
const paramsOf = (body: string | undefined): Params =>
  (JSON.parse(body ?? '{}') as { params: Params }).params;
const lastParams = (seen: readonly SeenRequest[]) => paramsOf(calls(seen).at(-1));

/** Calls a tool with the switch on, and shows its rounds. */
async function callByHand(app: AppPage, tool: string, args?: string): Promise<void> {
  if ((await app.manual.getAttribute('aria-checked')) !== 'true') await app.manual.click();
  await app.open('Tools');
  await app.tools.call(tool, args);
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
}

test.describe('automatic', () => {
  test('answers every round with valid values and runs to the end', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.call('book_trip', '{"traveller":"Ada"}');
    await expect(app.tools.result).toContainText(/Booked \d+ nights in .+ for Ada\.|Not booked\./);
    const sent = calls(sdk.seen).map(paramsOf);
    expect(sent.map(({ inputResponses }) => Object.keys(inputResponses ?? {}))).toEqual([
      [],
      ['city'],
      ['nights'],
      ['confirm'],
    ]);
    await app.open('Rounds');
    await expect(app.rounds.round(4).region).toContainText('complete');
    await expect(app.rounds.treeItems).toHaveCount(5);
  });

  test('takes the demo’s release all the way', async ({ app }) => {
    await app.connectToDemo();
    await app.open('Tools');
    await app.tools.call('deploy_release', '{"service":"checkout-api","release":"r-4821"}');
    await expect(app.tools.result).toContainText('r-4821 of checkout-api is on its way');
    await expect(app.tools.result.getByRole('link', { name: '3 rounds' })).toBeVisible();
  });

  test('answers several input requests of one round at once', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.call('ask_many');
    await expect(app.tools.result).toContainText('Got elicit, sampling, roots.');
    expect(calls(sdk.seen)).toHaveLength(2);
    expect(Object.keys(lastParams(sdk.seen).inputResponses ?? {})).toEqual(['form', 'sample', 'roots']);
  });

  test('sends a state that asks nothing back by itself', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.call('poll', '{"times":2}');
    await expect(app.tools.result).toContainText('Polled 2 times.');
    for (const body of calls(sdk.seen)) expect(body).not.toContain('inputResponses');
  });

  test('hands the call over at a limit, nothing lost', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/rounds/asks-for-ever'));
    await app.open('Tools');
    await app.tools.call('ping');
    await expect(app.tools.result).toContainText('input required');
    expect(calls(hostile.seenAt('/rounds/asks-for-ever'))).toHaveLength(10);
    await app.open('Rounds');
    await expect(app.rounds.round(10).input('q').group).toBeVisible();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(11).region).toBeVisible();

    await app.connectTo(hostile.url('/rounds/state-only-for-ever'));
    await app.open('Tools');
    await app.tools.call('ping');
    await expect(app.tools.result).toContainText('input required');
    expect(calls(hostile.seenAt('/rounds/state-only-for-ever'))).toHaveLength(3);
  });

  test('declines, cancels or asks as the responders say', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    const elicitation = app.page.getByRole('radiogroup', { name: 'Elicitation' });
    for (const [choice, says] of [
      ['Decline', /declin/],
      ['Cancel', /cancel/],
    ] as const) {
      await app.open('Client');
      await elicitation.getByRole('radio', { name: choice }).check();
      await app.open('Tools');
      await app.tools.call('open_page');
      await expect(app.tools.result).toContainText(says);
    }
    await app.open('Client');
    await elicitation.getByRole('radio', { name: 'Ask me' }).check();
    await app.open('Tools');
    await app.tools.call('ask_many');
    await expect(app.tools.result).toContainText('input required');
    await app.open('Rounds');
    await expect(app.rounds.round(1).input('form').group).toBeVisible();
  });
});

test.describe('by hand', () => {
  test('three rounds of a real server; each request is the one shown, byte for byte', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    for (const [number, key, answer] of [
      [1, 'city', '{"action":"accept","content":{"city":"Bern"}}'],
      [2, 'nights', '{"action":"accept","content":{"nights":3}}'],
      [3, 'confirm', '{"action": "accept", "content": {"confirm": true}}'],
    ] as const) {
      await app.rounds.round(number).input(key).answer(answer);
      await app.idle();
      const next = await app.rounds.nextText();
      expect(next).toContain(answer);
      await app.rounds.sendButton.click();
      await expect(app.rounds.round(number + 1).region).toBeVisible();
      await app.idle();
      expect(calls(sdk.seen).at(-1)).toBe(next);
    }
    await expect(app.rounds.round(4).region).toContainText('Booked 3 nights in Bern for Ada.');
    await expect(app.rounds.next).toHaveCount(0);
    // The state went back as it came.
    const [first = '', second = ''] = calls(sdk.seen);
    expect(first).not.toContain('requestState');
    const given = (JSON.parse(await app.rounds.round(1).raw('Raw result')) as { result: Params }).result
      .requestState;
    expect(paramsOf(second).requestState).toBe(given);
    expect(await app.rounds.round(2).raw('Raw request')).toBe(second);
  });

  test('a switch turned off hands the rest to the responders: the last round is shown, and who answered each', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.manual.click();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(4).region).toContainText('complete');
    await expect(app.rounds.tree.getByRole('treeitem', { selected: true })).toContainText('Round 4');
    await expect(app.rounds.round(1).region).toContainText(/by hand, 200/);
    for (const round of [2, 3])
      await expect(app.rounds.round(round).region).toContainText(/by responder, 200/);
    await expect(app.rounds.round(4).region).not.toContainText(/by (hand|responder)/);
    await expect(app.rounds.round(2).toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(app.rounds.round(4).toggle).toHaveAttribute('aria-expanded', 'true');
  });

  test('the prefilled answers are valid: sending them as they are reaches the end', async ({ app }) => {
    await app.connectToDemo();
    await callByHand(app, 'deploy_release');
    for (const number of [1, 2]) {
      await expect(app.rounds.sendButton).toBeEnabled();
      await app.rounds.sendButton.click();
      await expect(app.rounds.round(number + 1).region).toBeVisible();
      await app.idle();
    }
    await expect(app.rounds.round(3).region).toContainText(/complete/);
  });

  for (const where of ['demo', 'sdk'] as const) {
    test(`a wrong answer on purpose, then a branch with the right one: ${where}`, async ({ app, sdk }) => {
      if (where === 'demo') await app.connectToDemo();
      else await app.connectTo(sdk.url);
      const [tool, keys, wrong, right, end] =
        where === 'demo'
          ? ([
              'provision_environment',
              ['plan', 'size', 'confirm'],
              '{"action":"accept","content":{"instances":99}}',
              [
                '{"action":"accept","content":{"plan":"small"}}',
                '{"action":"accept","content":{"instances":2}}',
                '{"action":"accept","content":{"name":"preview-42"}}',
              ],
              /preview-42 is ready/,
            ] as const)
          : ([
              'book_trip',
              ['city', 'nights', 'confirm'],
              '{"action":"accept","content":{"nights":99}}',
              [
                '{"action":"accept","content":{"city":"Bern"}}',
                '{"action":"accept","content":{"nights":2}}',
                '{"action":"accept","content":{"confirm":true}}',
              ],
              /Booked 2 nights in Bern/,
            ] as const);
      await callByHand(app, tool, where === 'sdk' ? '{"traveller":"Ada"}' : undefined);
      const answer = async (number: number, key: string, text: string, send = app.rounds.sendButton) => {
        await app.rounds.round(number).input(key).answer(text);
        await send.click();
        await expect(app.rounds.round(number + 1).region).toBeVisible();
        await app.idle();
      };
      await answer(1, keys[0], right[0]);
      // Wrong is held back with the reason, and sent when one insists.
      await app.rounds.round(2).input(keys[1]).answer(wrong);
      await expect(app.rounds.sendButton).toBeDisabled();
      await expect(app.rounds.next).toContainText(new RegExp(`${keys[1]}.*(4|30)`));
      await answer(2, keys[1], wrong, app.rounds.anywayButton);
      const third = app.rounds.round(3);
      await third.open();
      await expect(third.deviations).toContainText([/not valid/]);
      // The server's own answer: it asks the same again.
      await expect(third.input(keys[1]).group).toBeVisible();

      await app.rounds.round(2).branchButton.click();
      await app.idle();
      const begun = app.rounds.treeItems.filter({ hasText: 'draft, not sent' });
      await expect(begun).toHaveAttribute('aria-level', '3');
      await expect(begun).toHaveAttribute('aria-selected', 'true');
      // It waits in the tree while something else is looked at.
      await app.rounds.treeItems.filter({ hasText: '1 to answer' }).click();
      await expect(app.rounds.round(3).region).toBeVisible();
      await begun.click();
      await app.idle();
      // The wrong answer stands there again, until what is suggested is wanted back.
      const again = app.rounds.round(2).input(keys[1]);
      await expect(app.rounds.sendButton).toBeDisabled();
      await again.group.getByRole('button', { name: 'Fill in defaults' }).click();
      await expect(app.rounds.sendButton).toBeEnabled();
      await answer(2, keys[1], right[1]);
      await expect(begun).toHaveCount(0);
      await expect(app.rounds.round(3).input(keys[2]).group).toBeVisible();
      await expect(app.rounds.round(3).deviations).toHaveCount(0);
      await answer(3, keys[2], right[2]);
      await expect(app.rounds.round(4).region).toContainText(end);
      // The tree keeps both.
      await expect(app.rounds.treeItems.filter({ hasText: 'branch b' })).toHaveAttribute('aria-level', '3');
      await expect(app.rounds.treeItems).toHaveCount(6);
      await app.rounds.treeItems
        .filter({ hasText: /1 deviation/ })
        .first()
        .click();
      await expect(app.rounds.round(3).deviations).toContainText([/not valid/]);
    });
  }

  test('the state left out or edited is marked, and the server refuses it', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.rounds.round(1).input('city').answer('{"action":"accept","content":{"city":"Bern"}}');
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).input('nights').group).toBeVisible();

    await app.rounds.state('Edit');
    await app.rounds.stateEditor.write('forged');
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(3).region).toContainText('−32602');
    await expect(app.rounds.round(3).deviations).toContainText([/not the one the server gave/]);
    expect(lastParams(sdk.seen).requestState).toBe('forged');

    await app.rounds.round(2).branchButton.click();
    await app.rounds.state('Omit');
    await app.idle();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(3).deviations).toContainText([/left out/]);
    await expect.poll(() => lastParams(sdk.seen)).not.toHaveProperty('requestState');
  });

  test('a state that nobody gave is marked as invented', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/rounds/state-absent'));
    await callByHand(app, 'ping');
    await app.rounds.state('Edit');
    await app.rounds.stateEditor.write('made up');
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('state invented');
    await expect(app.rounds.round(2).deviations).toContainText([/gave no request state/]);
    await app.rounds.round(1).branchButton.click();
    await app.rounds.state('Omit');
    await app.idle();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('no state');
  });

  test('a key left out, a key added, decline and cancel', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'ask_many');
    const first = app.rounds.round(1);
    await first.input('form').choose('Omit');
    await app.page.getByRole('button', { name: /^Add a key/ }).click();
    const added = app.page.getByRole('group', { name: 'Added key 1' });
    await added.getByRole('textbox', { name: 'Key', exact: true }).fill('surplus');
    await app.idle();
    await app.rounds.sendButton.click();
    const second = app.rounds.round(2);
    await second.open();
    await expect(second.deviations).toHaveCount(2);
    await expect(second.deviations).toContainText([/form was asked for/, /surplus was not asked for/]);
    expect(Object.keys(lastParams(sdk.seen).inputResponses ?? {}).sort()).toEqual([
      'roots',
      'sample',
      'surplus',
    ]);

    for (const [choice, action] of [
      ['Decline', 'decline'],
      ['Cancel', 'cancel'],
    ] as const) {
      await app.rounds.round(1).branchButton.click();
      await app.idle();
      const removal = app.page.getByRole('button', { name: 'Remove key' });
      if (await removal.isVisible()) await removal.click();
      await app.rounds.round(1).input('form').choose(choice);
      await app.idle();
      await app.rounds.sendButton.click();
      await expect.poll(() => lastParams(sdk.seen).inputResponses?.['form']).toEqual({ action });
      await app.idle();
      await expect(app.rounds.round(2).deviations).toHaveCount(0);
    }
  });

  test('the raw request goes out exactly as typed: not JSON, a used id, another tool, no _meta', async ({
    app,
    hostile,
  }) => {
    await app.connectTo(hostile.url('/rounds/other-name'));
    await callByHand(app, 'ping', '{"a":1}');
    const [first = ''] = calls(hostile.seenAt('/rounds/other-name'));
    const id = (JSON.parse(first) as { id: number }).id;
    const meta = JSON.stringify((JSON.parse(first) as { params: { _meta: unknown } }).params._meta);
    const body = (more: string, name = 'ping', ownId = 900) =>
      `{ "jsonrpc":"2.0", "id": ${ownId},"method":"tools/call","params":{"name":"${name}","arguments":{"z":2},"inputResponses":{"q":{"action":"accept","content":{"ok":true}}},"requestState":"s"${more}}}`;
    for (const [text, marks, anyway] of [
      [body(`,"_meta":${meta}`, 'other_tool'), [/edited as raw/], false],
      [body(`,"_meta":${meta}`, 'ping', id), [/edited as raw/, /was used before/], false],
      [body(''), [/edited as raw/, /_meta is missing/], false],
      ['{"jsonrpc":"2.0", not json', [/edited as raw/, /not JSON/], true],
    ] as const) {
      await app.rounds.round(1).branchButton.click();
      await app.idle();
      const edit = app.rounds.next.getByRole('button', { name: 'Edit raw request' });
      if (await edit.isVisible()) await edit.click();
      await app.rounds.rawEditor.write(text);
      await app.idle();
      if (anyway) await expect(app.rounds.sendButton).toBeDisabled();
      await (anyway ? app.rounds.anywayButton : app.rounds.sendButton).click();
      const posted = () =>
        hostile
          .seenAt('/rounds/other-name')
          .filter(({ method }) => method === 'POST')
          .at(-1);
      await expect.poll(() => posted()?.body).toBe(text);
      await app.idle();
      const second = app.rounds.round(2);
      await second.open();
      for (const mark of marks) await expect(second.deviations.filter({ hasText: mark })).toHaveCount(1);
      // The headers follow the body where it can be read.
      if (text.includes('other_tool')) expect(posted()?.headers['mcp-name']).toBe('other_tool');
    }
  });

  test('headers of the next request can be edited on their own, and the mismatch is marked', async ({
    app,
    sdk,
    troubles,
  }) => {
    troubles.expectConsole(/Failed to load resource/);
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.rounds.next.getByRole('button', { name: 'Edit raw request' }).click();
    // What would have no effect can't be chosen, and says why.
    const { inputRequests, state } = app.rounds.round(1);
    await expect(inputRequests.getByRole('note')).toContainText('what stands here is not sent');
    for (const radio of [inputRequests.getByRole('radio').first(), state.getByRole('radio').first()])
      await expect(radio).toBeDisabled();
    await inputRequests.getByRole('button', { name: 'Back to the composed request' }).click();
    await expect(inputRequests.getByRole('radio').first()).toBeEnabled();
    await app.rounds.next.getByRole('button', { name: 'Edit raw request' }).click();
    const headers = app.page.getByRole('group', { name: 'Headers of the next request' });
    const names = headers.getByRole('textbox', { name: 'Header name' });
    for (let at = 0; at < (await names.count()); at++) {
      if ((await names.nth(at).inputValue()).toLowerCase() === 'mcp-name') {
        await headers.getByRole('textbox', { name: 'Header value' }).nth(at).fill('echo');
      }
    }
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('−32020');
    await expect(app.rounds.round(2).deviations.filter({ hasText: /differs from the body/ })).toHaveCount(1);
    expect(sdk.seen.filter(({ body }) => body.includes('"tools/call"')).at(-1)?.headers['mcp-name']).toBe(
      'echo',
    );
  });

  test('a header added to the raw request is a secret by its name, or because the person says so', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.rounds.next.getByRole('button', { name: 'Edit raw request' }).click();
    const headers = app.page.getByRole('group', { name: 'Headers of the next request' });
    for (const [name, value] of [
      ['X-Signature', 'signature-of-ada'],
      ['X-Tenant', 'tenant-of-ada'],
    ] as const) {
      await headers.getByRole('button', { name: 'Add header' }).click();
      await headers.getByRole('textbox', { name: 'Header name' }).last().fill(name);
      await headers.getByRole('textbox', { name: 'Header value' }).last().fill(value);
    }
    await expect(headers.getByRole('button', { name: 'Secret X-Signature' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await headers.getByRole('button', { name: 'Secret X-Tenant' }).click();
    await expect(headers.getByRole('button', { name: 'Reveal' })).toBeVisible();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toBeVisible();
    await app.idle();
    expect(sdk.seen.filter(({ body }) => body.includes('"tools/call"')).at(-1)?.headers).toMatchObject({
      'x-signature': 'signature-of-ada',
      'x-tenant': 'tenant-of-ada',
    });
    await app.open('Wire log');
    await app.wireLog.row('tools/call').last().click();
    await app.wireLog.tab('Headers').click();
    await expect(app.wireLog.detail).toContainText('X-Signature');
    await expect(app.wireLog.detail).not.toContainText('-of-ada');
  });

  test('turning the switch off in the middle lets the call run on by itself at the next round', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.rounds.round(1).input('city').answer('{"action":"accept","content":{"city":"Bern"}}');
    await app.manual.click();
    await expect(app.manual).toHaveAttribute('aria-checked', 'false');
    // It waits for the person still; only what comes next is answered by itself.
    await expect(app.rounds.sendButton).toBeVisible();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(4).region).toContainText(/Booked|Not booked/);
    expect(paramsOf(calls(sdk.seen)[1]).inputResponses?.['city']).toEqual({
      action: 'accept',
      content: { city: 'Bern' },
    });
  });

  test('turning the switch on in the middle stops an automatic call at its next round', async ({
    app,
    hostile,
  }) => {
    await app.page.goto('./');
    await app.start(hostile.url('/rounds/state-only-for-ever'));
    await app.settled(/^Connected/);
    await app.open('Client');
    await app.page.getByRole('textbox', { name: 'Results that ask nothing' }).fill('9');
    await app.page.getByRole('textbox', { name: 'Requests of a call' }).fill('9');
    await app.open('Tools');
    await app.tools.call('ping');
    await expect.poll(() => calls(hostile.seenAt('/rounds/state-only-for-ever')).length).toBeGreaterThan(2);
    await app.manual.click();
    await expect(app.tools.result).toContainText('input required');
    await app.idle();
    const stopped = calls(hostile.seenAt('/rounds/state-only-for-ever')).length;
    expect(stopped).toBeLessThan(9);
    await app.open('Rounds');
    await expect(app.rounds.round(stopped).inputRequests).toContainText('Nothing asked, state only');
    expect(calls(hostile.seenAt('/rounds/state-only-for-ever'))).toHaveLength(stopped);
  });

  test('state only: nothing to answer, the state goes back on one click', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'poll', '{"times":1}');
    await expect(app.rounds.round(1).inputRequests).toContainText('Nothing asked, state only');
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('Polled 1 times.');
    expect(lastParams(sdk.seen)).not.toHaveProperty('inputResponses');
  });

  test('URL mode: the address is shown and opens on a click only', async ({
    app,
    sdk,
    troubles,
    context,
  }) => {
    troubles.expectHost('example.com');
    await context.route('https://example.com/**', (route) => route.fulfill({ body: 'signed in' }));
    await app.connectTo(sdk.url);
    await callByHand(app, 'open_page');
    const { group } = app.rounds.round(1).input('consent');
    await expect(group).toContainText('https://example.com/harbour/sign-in');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      group.getByRole('button', { name: 'Open in new tab' }).click(),
    ]);
    await opened.waitForURL('https://example.com/harbour/sign-in');
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    await opened.close();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('answered with accept');
    expect(lastParams(sdk.seen).inputResponses).toEqual({ consent: { action: 'accept' } });
  });

  test('addresses that must not open do not, and the odd ones carry a warning', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/rounds/urls'));
    await callByHand(app, 'ping');
    const button = (key: string) =>
      app.rounds.round(1).input(key).group.getByRole('button', { name: 'Open in new tab' });
    for (const key of ['script', 'data', 'file', 'relative', 'empty']) {
      await expect(app.rounds.round(1).input(key).group).toBeVisible();
      if ((await button(key).count()) > 0) await expect(button(key), key).toBeDisabled();
    }
    for (const key of ['lookalike', 'punycode']) await expect(button(key), key).toBeEnabled();
    await expect(app.rounds.round(1).input('punycode').group).toContainText(/xn--|punycode/i);
    await expect(app.rounds.round(1).input('user').group).toContainText(/user|name/i);
  });

  test('the form and the JSON are one answer', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    const city = app.rounds.round(1).input('city');
    await city.showForm();
    await city.group.getByRole('textbox', { name: /city/i }).fill('Zürich');
    await city.showJson();
    expect(JSON.parse(await city.json.text())).toEqual({ action: 'accept', content: { city: 'Zürich' } });
    await city.json.write('{"action":"accept","content":{"city":"Basel","note":1.0}}');
    await city.showForm();
    await expect(city.group.getByRole('textbox', { name: /city/i })).toHaveValue('Basel');
    await city.group.getByRole('textbox', { name: /city/i }).fill('Bern');
    await app.idle();
    // The form changes its own member and nothing else.
    expect(await app.rounds.nextText()).toContain('{"action":"accept","content":{"city":"Bern","note":1.0}}');
  });

  test('the raw state is shown with its length, and decoded only on demand', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/rounds/state-odd'));
    await callByHand(app, 'ping');
    const state = ' a\u0000\u{1F600}"\\ \r\n e\u0301 ';
    await expect(app.rounds.round(1).state).toContainText(`${state.length} characters`);
    await expect(app.rounds.page.getByRole('group', { name: 'Decoded request state' })).toHaveCount(0);
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('state kept');
    expect(lastParams(hostile.seenAt('/rounds/state-odd')).requestState).toBe(state);
  });

  test('a state of 200 000 characters and an empty one are echoed as they came', async ({ app, hostile }) => {
    for (const path of ['/rounds/state-large', '/rounds/state-empty']) {
      await app.connectTo(hostile.url(path));
      await callByHand(app, 'ping');
      await app.rounds.sendButton.click();
      await expect(app.rounds.round(2).region).toContainText('state kept');
    }
  });

  test('Run again makes a new call; Abandon ends one without sending', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    const before = calls(sdk.seen).length;
    await app.rounds.abandonButton.click();
    await expect(app.page.getByRole('main')).toContainText('Abandoned: nothing more was sent');
    expect(calls(sdk.seen)).toHaveLength(before);
    await app.rounds.runAgainButton.click();
    await expect(app.rounds.round(1).input('city').group).toBeVisible();
    expect(calls(sdk.seen)).toHaveLength(before + 1);
    expect(paramsOf(calls(sdk.seen).at(-1))).toMatchObject({
      name: 'book_trip',
      arguments: { traveller: 'Ada' },
    });
    await expect(app.rounds.treeItems.filter({ hasText: 'call 2' })).toBeVisible();
    // The newest stands first.
    await expect(app.rounds.treeItems.first()).toContainText('call 2');
  });

  test('leaving a connection with a call that waits asks first', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.disconnectButton.click();
    const dialog = app.page.getByRole('dialog', { name: 'A call waits for you' });
    await dialog.getByRole('button', { name: 'Stay connected' }).click();
    await expect(app.status).toHaveText(/^Connected/);
    await app.disconnectButton.click();
    await dialog.getByRole('button', { name: 'Abandon and leave' }).click();
    await app.settled(/^Not connected/);
  });

  test('after leaving everything can be read, and nothing sent, with the reason', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.rounds.abandonButton.click();
    await app.disconnectButton.click();
    await app.settled(/^Not connected/);
    for (const button of [app.rounds.runAgainButton, app.rounds.round(1).branchButton]) {
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription('Not connected');
    }
    await expect(app.page.getByRole('main')).toContainText('Not connected');
    expect(await app.rounds.round(1).raw('Raw request')).toContain('"book_trip"');
  });

  test('on a phone the bar comes to the foot once the answer is in sight', async ({ app }) => {
    await app.page.setViewportSize({ width: 360, height: 780 });
    await app.connectToDemo();
    await callByHand(app, 'deploy_release');
    await expect(app.rounds.tree).toBeInViewport();
    await expect(app.rounds.sendButton).not.toBeInViewport();
    const { group } = app.rounds.round(1).input('window');
    await group.getByRole('tab', { name: 'JSON' }).evaluate((tab) => tab.scrollIntoView({ block: 'center' }));
    await expect(app.rounds.sendButton).toBeInViewport({ ratio: 1 });
    await expect(group.getByRole('tab', { name: 'JSON' })).toBeInViewport({ ratio: 1 });
  });

  test('a call that waits is announced and named in the title', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await expect(app.page).toHaveTitle(/^1 waiting/);
    await expect(app.link('Rounds')).toHaveAccessibleDescription(/1 call waits for you/);
    await expect(app.page.locator('[aria-live]').filter({ hasText: 'waits for you' })).toHaveText(
      'book_trip waits for you at round 1: 1 input request, city',
    );
  });

  test('a draft survives another panel', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
    await app.rounds.round(1).input('city').answer('{"action":"accept","content":{"city":"Half"}}');
    await app.open('Wire log');
    await app.open('Rounds');
    expect(await app.rounds.round(1).input('city').json.text()).toContain('Half');
  });

  test('keys called __proto__, "" and with spaces are answered and reach the server as they are', async ({
    app,
    hostile,
  }) => {
    await app.connectTo(hostile.url('/text/odd-names'));
    await callByHand(app, 'toString');
    const first = app.rounds.round(1);
    for (const shown of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '""',
      '" "',
      'a b',
      'ü/😀',
    ]) {
      await expect(first.input(shown).group).toBeVisible();
    }
    await first.input('__proto__').answer('{"action":"accept","content":{"__proto__":"mine"}}');
    await first.input('""').choose('Decline');
    await first.input('" "').choose('Omit');
    await app.idle();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('complete');
    const body = calls(hostile.seenAt('/text/odd-names')).at(-1) ?? '';
    expect(body).toContain('"__proto__":{"action":"accept","content":{"__proto__":"mine"}}');
    expect(body).toContain('"constructor":');
    const responses = new Map(Object.entries(paramsOf(body).inputResponses ?? {}));
    expect(responses.get('')).toEqual({ action: 'decline' });
    expect(responses.has(' ')).toBe(false);
    expect(responses.has('ü/😀')).toBe(true);
    await expect(app.rounds.round(2).deviations).toHaveCount(1);
  });

  test('odd results of a round leave the page working', async ({ app, hostile }) => {
    test.setTimeout(120_000);
    for (const [name, says] of [
      ['asks-nothing', /nothing/i],
      ['empty-map', /state only/],
      ['neither', /./],
      ['both', /input required/],
      ['requests-array', /./],
      ['type-missing', /./],
      ['type-unknown', /com\.example\/later/],
      ['type-missing-asks', /./],
      ['unknown-method', /com\.example\/approval/],
      ['no-method', /./],
      ['odd-forms', /no_fields/],
      ['state-number', /not a string/],
      ['many', /q0/],
    ] as const) {
      await test.step(name, async () => {
        await app.connectTo(hostile.url(`/rounds/${name}`));
        if ((await app.manual.getAttribute('aria-checked')) !== 'true') await app.manual.click();
        await app.open('Tools');
        await app.tools.call('ping');
        await expect(app.tools.result).not.toContainText('Not called yet');
        await app.open('Rounds');
        await expect(app.rounds.round(1).region).toContainText(says);
        await app.idle();
      });
    }
  });

  test('200 input requests of one round are answered with one click', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/rounds/many'));
    await callByHand(app, 'ping');
    await expect(app.rounds.sendButton).toBeEnabled();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('complete');
    expect(Object.keys(lastParams(hostile.seenAt('/rounds/many')).inputResponses ?? {})).toHaveLength(200);
  });

  test('a failed round can be branched from, and the call completed', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/rounds/error-then-ok'));
    await callByHand(app, 'ping');
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('q is missing');
    await app.rounds.round(1).branchButton.click();
    await app.idle();
    await app.rounds.sendButton.click();
    await expect(app.rounds.round(2).region).toContainText('well then');
    await expect(app.rounds.treeItems).toHaveCount(4);
  });
});

test('calls of an earlier connection stay in reach, and the log leads to the very one', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"the first"}');
  await app.idle();
  await app.disconnectButton.click();
  await app.settled(/^Not connected/);
  await app.start(sdk.url);
  await app.settled(/^Connected/);
  await app.open('Rounds');
  await expect(app.page.getByRole('main')).toContainText('No call on this connection yet');
  const calls = app.page.getByRole('combobox', { name: 'Calls of' });
  await expect(calls.getByRole('option')).toHaveText([/^connection 2: /, /^connection 1, closed: /]);
  await calls.selectOption({ index: 1 });
  await expect(app.rounds.round(1).region).toBeVisible();
  await expect(app.rounds.runAgainButton).toBeDisabled();

  await app.open('Tools');
  await app.tools.call('echo', '{"message":"the second"}');
  await app.idle();
  await app.open('Wire log');
  for (const message of ['the first', 'the second']) {
    await app.page.getByRole('searchbox', { name: 'Filter wire log' }).fill(message);
    await app.idle();
    await app.wireLog.rows.first().click();
    await app.page.getByRole('button', { name: 'Go to round' }).click();
    await expect(app.page.getByRole('heading', { level: 1, name: 'Rounds' })).toBeVisible();
    await expect(app.page.getByRole('main')).toContainText(`"message":"${message}"`);
    await app.open('Wire log');
  }
});

test('an answer without its action says so in the form too, and can be filled in again', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  await callByHand(app, 'book_trip', '{"traveller":"Ada"}');
  const city = app.rounds.round(1).input('city');
  const { group } = city;
  await city.answer('{"city":"Bern"}');
  await group.getByRole('tab', { name: 'Form' }).click();
  await app.idle();
  await expect(group).toContainText(/action.*the form has no field for that/);
  await expect(app.rounds.sendButton).toBeDisabled();
  await group.getByRole('button', { name: 'Fill in defaults' }).click();
  await app.idle();
  await expect(group).not.toContainText('the form has no field for that');
  await expect(app.rounds.sendButton).toBeEnabled();
});

test('whoever comes back to Rounds finds the call that waits, not one that is over', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"first"}');
  await app.idle();
  await app.open('Rounds');
  await expect(app.rounds.round(1).region).toContainText('complete');
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('book_trip', '{"traveller":"Ada"}');
  await app.idle();
  await app.open('Rounds');
  await expect(app.rounds.sendButton).toBeVisible();
  await expect(app.rounds.round(1).region).toContainText('city');
});
