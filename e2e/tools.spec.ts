// Lists with everything that can be wrong in them, arguments judged before they are sent, results of every kind.
import { copied } from './pages/editor.ts';
import { watchResponsiveness } from './pages/responsiveness.ts';
import { expect, test } from './fixtures.ts';

// The longest file comes among the last: shared out, no worker waits for the other.
test.describe.configure({ mode: 'parallel' });

test.describe('the list', () => {
  test('a broken entry is shown with path and reason and hides no other', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/list/broken'));
    await app.open('Tools');
    await expect(app.tools.items).toHaveCount(12);
    await expect(app.tools.listPane).toContainText('12, 9 broken');
    for (const name of ['good_first', 'good_last', 'output_array', 'annotations_array'])
      await expect(app.tools.tool(name)).toBeVisible();
    // No name: its place in the list stands for it.
    await app.tools.items.filter({ hasText: 'tools[1]' }).click();
    await expect(app.tools.problems).toContainText('tools[1]');
    await expect(app.tools.callButton).toBeDisabled();
    await app.tools.choose('no_schema');
    await expect(app.tools.problems).toContainText('inputSchema');
    // It can be called all the same.
    await app.tools.callButton.click();
    await expect(app.tools.result).toContainText('pong');
    await app.tools.call('good_last');
    await expect(app.tools.result).toContainText('pong');
  });

  test('has room for the name of what is chosen: its title gives way first', async ({
    app,
    everything,
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.connectTo(everything.url);
    await app.open('Tools');
    await app.tools.choose('trigger-long-running-operation');
    const name = page.getByRole('heading', { name: 'trigger-long-running-operation' });
    expect(await name.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  });

  test('stays after leaving, as that of the last connection; nothing can be called', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    const count = await app.tools.items.count();
    await app.tools.call('fail');
    await expect(app.tools.result).toContainText('It did not work.');
    await app.disconnectButton.click();
    await app.settled(/^Not connected/);
    await expect(app.tools.items).toHaveCount(count);
    await expect(app.tools.result).toContainText('It did not work.');
    await expect(app.tools.listPane.getByRole('group', { name: 'Not connected' })).toContainText(
      'the last connection',
    );
    await expect(app.tools.callButton).toBeDisabled();
    await expect(app.tools.callButton).toHaveAccessibleDescription('Not connected');
  });

  test('two tools of one name both open, each with its own schema and draft', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/list/duplicates'));
    await app.open('Tools');
    const twins = app.tools.tool('get_temp');
    await expect(twins).toHaveCount(2);
    await twins.nth(0).click();
    await app.tools.editor.write('{"city":"Bern"}');
    await twins.nth(1).click();
    await app.tools.editor.write('{"zip":3000}');
    await twins.nth(0).click();
    expect(await app.tools.editor.text()).toBe('{"city":"Bern"}');
    await twins.nth(1).click();
    expect(await app.tools.editor.text()).toBe('{"zip":3000}');
    await app.page.getByRole('button', { name: 'Definition' }).click();
    await expect(app.page.getByRole('main')).toContainText('"integer"');
  });

  test('whatever the pages and cursors are', async ({ app, hostile }) => {
    test.setTimeout(120_000);
    for (const [path, count, says] of [
      ['cursor-empty', 2, /2 in 2 pages/],
      ['cursor-odd', 2, /2 in 2 pages/],
      ['cursor-repeated', 2, /cursor it had given before/],
      ['cursor-cycle', 3, /cursor it had given before/],
      ['empty', 0, /lists no tools/],
      ['not-array', 0, /tools/],
      ['no-tools', 0, /tools/],
      ['error', 0, /The list is on fire/],
      ['input-required', 0, /./],
    ] as const) {
      await test.step(path, async () => {
        await app.connectTo(hostile.url(`/list/${path}`));
        await app.open('Tools');
        await expect(app.tools.items).toHaveCount(count);
        await expect(app.tools.listPane).toContainText(says);
        if (path === 'cursor-odd') await expect(app.tools.tool('cursor_kept')).toBeVisible();
      });
    }
  });

  for (const path of ['cursor-null', 'cursor-number']) {
    test(`a cursor that is none ends the list, with a word about it: ${path}`, async ({ app, hostile }) => {
      await app.connectTo(hostile.url(`/list/${path}`));
      await app.open('Tools');
      await expect(app.tools.tool('ping')).toBeVisible();
      const lists = hostile.seenAt(`/list/${path}`).filter(({ body }) => body.includes('"tools/list"'));
      expect(lists).toHaveLength(1);
    });
  }

  test('an endless list stops at a cap, and Load more goes on', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/list/cursor-endless'));
    await app.open('Tools');
    await expect(app.tools.listPane).toContainText(/Stopped after \d+ pages/);
    const pages = () =>
      hostile.seenAt('/list/cursor-endless').filter(({ body }) => body.includes('"tools/list"')).length;
    const first = pages();
    expect(first).toBeLessThanOrEqual(200);
    await app.page.getByRole('button', { name: 'Load more' }).click();
    await app.idle();
    await expect.poll(pages).toBe(2 * first);
  });

  test('an error on page 2 keeps page 1, and Retry fetches page 2 only', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/list/error-page-2-once'));
    await app.open('Tools');
    await expect(app.tools.tool('on_page_1')).toBeVisible();
    await expect(app.tools.listPane).toContainText('The second page is on fire');
    await app.tools.listPane.getByRole('button', { name: 'Retry' }).click();
    await expect(app.tools.tool('on_page_2')).toBeVisible();
    await expect(app.tools.items).toHaveCount(2);
    await expect(app.tools.listPane).not.toContainText('on fire');
    const cursors = hostile
      .seenAt('/list/error-page-2-once')
      .filter(({ body }) => body.includes('"tools/list"'))
      .map(({ body }) => (JSON.parse(body) as { params: { cursor?: string } }).params.cursor);
    expect(cursors).toEqual([undefined, 'two', 'two']);
  });

  test('a Refresh that fails keeps the list, and says what failed', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/list/error-second-time'));
    await app.open('Tools');
    await app.tools.call('ping');
    await app.page.getByRole('button', { name: 'Refresh' }).click();
    await expect(app.tools.listPane).toContainText('The list is on fire');
    await expect(app.tools.listPane).toContainText('The list from before is still shown');
    await expect(app.tools.items).toHaveCount(1);
    await expect(app.tools.result).toContainText('pong');
    await app.tools.listPane.getByRole('button', { name: 'Retry' }).click();
    await expect(app.tools.listPane).not.toContainText('on fire');
    await expect(app.tools.tool('ping_again')).toBeVisible();
  });

  test('1000 tools are listed, filtered and called', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/list/thousand'));
    await app.open('Tools');
    await expect(app.tools.listPane).toContainText('1,000');
    await app.tools.filter.fill('tool_987');
    await expect(app.tools.items).toHaveCount(1);
    await app.tools.call('tool_987');
    await expect(app.tools.result).toContainText('pong');
    await app.tools.filter.fill('nothing like it');
    await expect(app.tools.listPane).toContainText('No tool matches');
  });

  test('Refresh sees a changed server', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await expect(app.tools.tool('routed')).toHaveCount(0);
    sdk.become({ headerParams: true });
    await app.page.getByRole('button', { name: 'Refresh' }).click();
    await expect(app.tools.tool('routed')).toBeVisible();
  });
});

test.describe('arguments', () => {
  test('are judged against the schema before sending; Send anyway sends them as typed', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.choose('add');
    await app.tools.editor.write('{"a": 1, "b": "two"}');
    await expect(app.tools.callButton).toBeDisabled();
    await expect(app.tools.editor.box).toHaveAttribute('aria-invalid', 'true');
    await expect(app.tools.arguments).toContainText(/b.*number|number.*b/i);
    await app.tools.anywayButton.click();
    await expect(app.tools.result).toContainText(/−32602|tool error/);
    expect(sdk.seen.some(({ body }) => body.includes('"arguments":{"a": 1, "b": "two"}'))).toBe(true);
    await app.tools.editor.write('{"a": 1, "b": 2}');
    await app.tools.callButton.click();
    await expect(app.tools.result.getByText('3', { exact: true }).first()).toBeVisible();
  });

  test('that are not JSON are held back with the place; the problem goes when it is mended', async ({
    app,
    sdk,
  }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.choose('echo');
    await app.tools.editor.write('{"message": }');
    await expect(app.tools.callButton).toBeDisabled();
    await expect(app.tools.arguments).toContainText(/line 1, column 13/);
    await app.tools.editor.write('{"message": "x"}');
    await expect(app.tools.callButton).toBeEnabled();
  });

  test('absent, empty, null and [] are four different arguments, sent as typed', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/body/sound'));
    await app.open('Tools');
    for (const text of [
      '{}',
      '{"a":""}',
      '{"a":null}',
      '{"a":[]}',
      '{"n": 1.0, "big": 9007199254740993, "e": 1e400}',
    ]) {
      await app.tools.call('ping', text);
      await expect
        .poll(
          () =>
            hostile.seenAt('/body/sound').filter(({ body }) => body.includes(`"arguments":${text}`)).length,
        )
        .toBe(1);
      await expect(app.tools.result).toContainText('pong');
    }
  });

  test('a skeleton comes from the schema: required properties and defaults', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.choose('progress');
    expect(JSON.parse(await app.tools.editor.text())).toMatchObject({ steps: 5, delay: 20 });
    await app.tools.choose('echo');
    await app.tools.editor.write('{"message":"mine"}');
    await app.tools.skeletonButton.click();
    expect(JSON.parse(await app.tools.editor.text())).toEqual({ message: '' });
    await app.page.getByRole('button', { name: 'Undo' }).click();
    expect(await app.tools.editor.text()).toBe('{"message":"mine"}');
  });

  test('a draft survives another tool, another panel and a reload, and belongs to one server', async ({
    app,
    sdk,
    hostile,
  }) => {
    const draft = '{\n  "message": "half an id',
      other = '{"message":"on another server"}';
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.choose('echo');
    await app.tools.editor.write(draft);
    await app.tools.choose('add');
    await app.tools.choose('echo');
    expect(await app.tools.editor.text()).toBe(draft);
    await app.open('Wire log');
    await app.open('Tools');
    expect(await app.tools.editor.text()).toBe(draft);
    await app.page.reload();
    await app.start(sdk.url);
    await app.settled(/^Connected/);
    await app.open('Tools');
    await app.tools.choose('echo');
    expect(await app.tools.editor.text()).toBe(draft);

    await app.open('Connect');
    await app.start(hostile.url('/text/odd-names'));
    await app.settled(/^Connected/);
    await app.open('Tools');
    await app.tools.choose('__proto__');
    await app.tools.editor.write(other);
    await app.open('Connect');
    await app.start(sdk.url);
    await app.settled(/^Connected .*harbour/);
    await app.open('Tools');
    await app.tools.choose('echo');
    expect(await app.tools.editor.text()).toBe(draft);
  });

  test('a draft typed just before a reload is not lost', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.choose('echo');
    await app.tools.editor.write('{"message":"quick"}');
    await app.page.reload();
    await app.start(sdk.url);
    await app.settled(/^Connected/);
    await app.open('Tools');
    await app.tools.choose('echo');
    expect(await app.tools.editor.text()).toBe('{"message":"quick"}');
  });

  test('schemas that point elsewhere are never fetched', async ({ app, hostile, hostileServer }) => {
    await app.connectTo(hostile.url('/schema/remote-ref'));
    await app.open('Tools');
    for (const name of ['remote_ref', 'remote_id', 'remote_schema', 'remote_dynamic']) {
      await app.tools.call(name, '{"a":1}');
      if (await app.tools.anywayButton.isVisible()) await app.tools.anywayButton.click();
      await expect(app.tools.result).toContainText('pong');
    }
    expect(hostileServer.seen.filter(({ url }) => url.startsWith('/__canary'))).toEqual([]);
  });

  test('a pattern that never ends is given up, and the page stays alive', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/schema/expensive'));
    await app.open('Tools');
    await app.tools.choose('slow_pattern');
    await app.tools.editor.write(`{"a":"${'a'.repeat(40)}!"}`);
    await expect(app.tools.arguments).toContainText(/could not decide/i);
    await expect(app.tools.callButton).toBeEnabled();
    await app.tools.callButton.click();
    await expect(app.tools.result).toContainText('pong');
    await app.tools.choose('fan_out');
    await app.idle();
    await app.tools.callButton.click();
    await expect(app.tools.result).toContainText('pong');
  });

  for (const [path, names] of [
    ['/schema/large', ['wide', 'deep']],
    [
      '/schema/dialects',
      [
        'draft_07',
        'draft_2019',
        'unknown',
        'broken_type',
        'broken_required',
        'broken_pattern',
        'always_false',
      ],
    ],
    ['/schema/references', ['at_root', 'inside', 'escaped', 'recursive', 'endless', 'dangling']],
    ['/schema/odd-defaults', ['wrong_default', 'nullable', 'prototype']],
  ] as const) {
    test(`a difficult schema neither breaks the page nor the call: ${path}`, async ({ app, hostile }) => {
      await app.connectTo(hostile.url(path));
      await app.open('Tools');
      for (const name of names) {
        await app.tools.choose(name);
        await app.idle();
        await (
          (await app.tools.anywayButton.isVisible()) ? app.tools.anywayButton : app.tools.callButton
        ).click();
        await expect(app.tools.result, name).toContainText('pong');
      }
    });
  }

  test('a draft-07 schema is judged by its own dialect', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/schema/dialects'));
    await app.open('Tools');
    await app.tools.choose('draft_07');
    await app.tools.editor.write('{"n":"x"}');
    await expect(app.tools.arguments).toContainText(/integer/);
    await app.tools.editor.write('{"n":7}');
    await expect(app.tools.callButton).toBeEnabled();
  });
});

test.describe('a call', () => {
  test('shows progress and log messages as they come', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.call('progress', '{"steps":6,"delay":250}');
    await expect(app.page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
    await expect(app.page.getByRole('main')).toContainText(/Step [1-5]/);
    await expect(app.tools.result).toContainText('6 steps done');
    await expect(app.page.getByRole('progressbar')).toHaveCount(0);
  });

  test('shows log messages of a legacy server', async ({ app, sdk }) => {
    await app.connectTo(sdk.url, { version: '2025-11-25' });
    await app.open('Tools');
    await app.tools.call('progress', '{"steps":3,"delay":10}');
    await expect(app.tools.result).toContainText('3 steps done');
    await expect(app.tools.result.getByRole('list', { name: 'Log messages' })).toContainText('"step":3');
  });

  test('is cancelled by closing the stream: modern', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.call('slow', '{"ms":20000}');
    await app.tools.cancelButton.click();
    await expect(app.tools.result).toContainText('cancelled');
    await expect.poll(() => sdk.seen.find(({ body }) => body.includes('"slow"'))?.aborted).toBe(true);
    expect(sdk.seen.some(({ body }) => body.includes('notifications/cancelled'))).toBe(false);
    await app.tools.call('echo', '{"message":"after"}');
    await expect(app.tools.result).toContainText('after');
  });

  test('is cancelled by a notification: legacy', async ({ app, sdk }) => {
    await app.connectTo(sdk.url, { version: '2025-11-25' });
    await app.open('Tools');
    await app.tools.call('slow', '{"ms":20000}');
    await app.tools.cancelButton.click();
    await expect(app.tools.result).toContainText('cancelled');
    const id = (
      JSON.parse(sdk.seen.find(({ body }) => body.includes('"slow"'))?.body ?? '') as { id: unknown }
    ).id;
    await expect
      .poll(() => sdk.seen.find(({ body }) => body.includes('notifications/cancelled'))?.body ?? '')
      .toContain(`"requestId":${JSON.stringify(id)}`);
  });

  test('ends at the time limit with the reason, and progress does not hide it', async ({ app, hostile }) => {
    await app.page.goto('./');
    await app.start(hostile.url('/stream/drip'), { seconds: 1 });
    await app.settled(/^Connected/);
    await app.open('Tools');
    await app.tools.call('ping');
    await expect(app.tools.result).toContainText(/No answer: .*(time limit|1 s)/i);
    await expect.poll(() => hostile.seenAt('/stream/drip').at(-1)?.aborted).toBe(true);
  });

  test('without an answer ends with that reason', async ({ app, hostile }) => {
    test.setTimeout(120_000);
    for (const [path, says] of [
      ['/stream/no-answer', /No answer.*ended/i],
      ['/stream/empty', /No answer.*ended/i],
      ['/stream/unfinished-event', /No answer.*ended/i],
      ['/stream/cut', /No answer.*(cut|broke)/i],
      ['/stream/error', /−32603.*in the stream/],
    ] as const) {
      await test.step(path, async () => {
        await app.connectTo(hostile.url(path));
        await app.open('Tools');
        await app.tools.call('ping');
        await expect(app.tools.result).toContainText(says);
        await app.idle();
        await expect(app.tools.callButton).toBeEnabled();
      });
    }
  });

  test('on a difficult stream is read to its answer', async ({ app, hostile }) => {
    test.setTimeout(120_000);
    for (const name of [
      'bytes-crlf',
      'bytes-cr',
      'odd-type',
      'not-json',
      'not-rpc',
      'other-id',
      'two-answers',
      'after-answer',
      'stays-open',
      'server-request',
      'odd-progress',
      'comments',
    ]) {
      await test.step(name, async () => {
        await app.connectTo(hostile.url(`/stream/${name}`));
        await app.open('Tools');
        await app.tools.call('ping', name === 'comments' ? '{"ms":300}' : '{}');
        await expect(app.tools.result).toContainText('Zürich 😀');
        await app.idle();
      });
    }
  });

  test('100 000 progress notifications leave the page responsive', async ({ app, hostile, page }) => {
    test.setTimeout(120_000);
    await app.connectTo(hostile.url('/stream/100k-progress'));
    await app.open('Tools');
    const longest = await watchResponsiveness(page);
    await app.tools.call('ping');
    await expect(app.tools.result).toContainText('Zürich 😀', { timeout: 30_000 });
    expect(await longest()).toBeLessThan(2_000);
  });
});

test.describe('a result', () => {
  test('of every kind is drawn, and the raw text is as it travelled', async ({ app }) => {
    await app.connectToDemo();
    await app.open('Tools');
    await app.tools.call('release_report');
    const { result } = app.tools;
    await expect(result).toContainText('Report for checkout-api');
    const image = result.getByRole('img', { name: /^Image/ });
    await expect(image).toBeVisible();
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(240);
    await expect(result.getByLabel(/^Audio/)).toBeVisible();
    await expect(result).toContainText('acme://runbooks/rollback');
    await expect(result).toContainText('# checkout-api');
    await expect(result).toContainText('structuredContent');
    await expect(result).toContainText('0.0012');
    await app.tools.showRaw();
    expect(JSON.parse(await copied(result))).toMatchObject({ result: { resultType: 'complete' } });
  });

  test('isError is told from a JSON-RPC error', async ({ app, sdk, hostile }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.call('fail');
    await expect(app.tools.result).toContainText('complete · tool error');
    await expect(app.tools.result).toContainText('It did not work.');
    await app.open('Connect');
    await app.start(hostile.url('/text/markup-error'));
    await app.settled(/^Connected/);
  });

  test('a JSON-RPC error is shown with code, message and data', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/stream/error'));
    await app.open('Tools');
    await app.tools.call('ping');
    await expect(app.tools.result).toContainText('error −32603');
    await expect(app.tools.result).toContainText('in the stream');
  });

  test('numbers that JavaScript would change keep their digits', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/body/unsafe-numbers'));
    await app.open('Tools');
    await app.tools.call('ping');
    for (const digits of ['1915883588174806058', '1e400', '1.0', '1e-7', '-0']) {
      await expect(app.tools.result).toContainText(digits);
    }
    await expect(app.tools.result).toContainText('beyond JS safe integer');
    await app.tools.showRaw();
    expect(await copied(app.tools.result)).toContain(
      '{"id":1915883588174806058,"big":1e400,"one":1.0,"tiny":1e-7,"minus":-0}',
    );
  });

  test('odd content blocks are shown raw, and a script address is no link', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/body/odd-content'));
    await app.open('Tools');
    await app.tools.call('ping');
    await expect(app.tools.result).toContainText('com.example/chart');
    await expect(app.tools.result).toContainText('javascript:alert(1)');
    await expect(app.tools.result.getByRole('link', { name: /javascript/ })).toHaveCount(0);
    await expect(app.tools.result).toContainText('no type');
  });

  test('that is odd leaves the page working', async ({ app, hostile }) => {
    test.setTimeout(120_000);
    for (const [name, says] of [
      ['deep', /complete/],
      ['content-not-array', /content/],
      ['duplicate-keys', /second/],
      ['missing-structured', /pong/],
      ['result-and-error', /./],
      ['error-string', /./],
      ['no-version', /./],
      ['string-id', /./],
      ['bom', /pong/],
      ['text-plain', /./],
      ['no-content-type', /pong/],
      ['content-type-odd', /pong/],
    ] as const) {
      await test.step(name, async () => {
        await app.connectTo(hostile.url(`/body/${name}`));
        await app.open('Tools');
        await app.tools.call('ping');
        await expect(app.tools.callButton).toBeEnabled();
        await expect(app.tools.result).not.toContainText('Not called yet');
        await expect(app.tools.result).toContainText(says);
        await app.tools.showRaw();
        await app.idle();
        await app.open('Rounds');
        await expect(app.rounds.round(1).region).toBeVisible();
      });
    }
  });

  test('that comes inside an array is found', async ({ app, hostile }) => {
    for (const path of ['/legacy/array-json', '/legacy/array-sse']) {
      await app.connectTo(hostile.url(path), { version: '2025-03-26' });
      await app.open('Tools');
      await app.tools.call('ping');
      await expect(app.tools.result).toContainText('pong');
      await app.open('Wire log');
      await expect(app.wireLog.row('notifications/message').first()).toBeVisible();
    }
  });

  test('an answer with another id is no answer', async ({ app, hostile }) => {
    await app.connectTo(hostile.url('/body/wrong-id'));
    await app.open('Tools');
    await app.tools.call('ping');
    await expect(app.tools.result).toContainText('No answer: ');
    await expect(app.tools.result).toContainText(/a result with id 4711; asked with id \d+/);
    // The wire log says it where the answer stands.
    await app.open('Wire log');
    await app.wireLog.filter.fill('4711');
    await app.idle();
    await app.wireLog.rows.first().click();
    await expect(app.page.getByRole('list', { name: 'Findings' })).toContainText(
      /What came is a result with id 4711; asked with id \d+/,
    );
  });

  for (const path of ['10mb-text', '10mb-structured', '10mb-image']) {
    test(`a result of 10 MB opens, and the page stays responsive: ${path}`, async ({
      app,
      hostile,
      page,
    }) => {
      test.setTimeout(120_000);
      await app.connectTo(hostile.url(`/body/${path}`));
      await app.open('Tools');
      const longest = await watchResponsiveness(page);
      await app.tools.call('ping');
      await expect(app.tools.result).toContainText(/The result is 1[0-9]\.\d MB/);
      await app.tools.result.getByRole('button', { name: 'Show it' }).click();
      await app.idle();
      await app.tools.showRaw();
      await app.idle();
      await app.open('Wire log');
      await app.open('Tools');
      await expect(app.tools.result).toBeVisible();
      expect(await longest()).toBeLessThan(4_000);
    });
  }
});
