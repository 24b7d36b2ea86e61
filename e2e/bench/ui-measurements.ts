/** What is measured: each one drives a fresh page as a person would, and reads the stop watch inside it. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { AppPage } from '../pages/app.ts';
import { installProbe, type Seen, type Watching } from './ui-probe.ts';
import type { MainThread } from './ui-trace.ts';
import { FLOOD_EVENTS, type BenchServer, type Served } from './ui-server.ts';

/** One number of one run. */
export interface Sample {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'a second' | 'frames a second' | 'MB';
  readonly target?: number;
  /** The target is the least, not the most. */
  readonly least?: boolean;
  /** Which figure of the main thread stands beside it. */
  readonly thread?: { readonly watch: number; readonly figure: keyof MainThread };
}

export interface Bench {
  readonly context: BrowserContext;
  /** Address of the page. */
  readonly page: string;
  readonly server: BenchServer;
}

export interface Measurement {
  readonly name: string;
  run(bench: Bench): Promise<readonly Sample[]>;
}

const LONGEST_FRAME_MS = 100;
const LONGEST_FRAME_BIG_MS = 200;
const KEYSTROKE_MS = 50;
const ECHO_CALLS = 20;
const SCROLL_MS = 4000;
const SCROLL_PX = 400;

/** Time until it was painted. */
const time = (what: string, seen: Seen, value: number, target?: number): Sample => ({
  what,
  value,
  unit: 'ms',
  thread: { watch: seen.watch, figure: 'busy' },
  ...(target === undefined ? {} : { target }),
});

const frame = (what: string, seen: Seen, target = LONGEST_FRAME_MS): Sample => ({
  what: `  longest frame ${what}`,
  value: seen.longestFrame,
  unit: 'ms',
  target,
  thread: { watch: seen.watch, figure: 'longestTask' },
});

const took = ({ from, paintedAt }: Seen): number => paintedAt - from;

/** The one that took longest. */
const slowest = (all: readonly Seen[]): Seen =>
  all.reduce((one, other) => (took(other) > took(one) ? other : one));
const roughest = (all: readonly Seen[]): Seen =>
  all.reduce((one, other) => (other.longestFrame > one.longestFrame ? other : one));

async function openPage({ context, page: url }: Bench): Promise<AppPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(installProbe);
  await page.goto(url);
  const app = new AppPage(page);
  await app.idle();
  return app;
}

async function connected(bench: Bench, path: '/modern' | '/legacy' = '/modern'): Promise<AppPage> {
  const app = await openPage(bench);
  await app.start(bench.server.url(path));
  await app.settled(/^Connected/);
  return app;
}

async function chooseTool(app: AppPage, name: string): Promise<void> {
  await app.open('Tools');
  await app.tools.choose(name);
  await app.idle();
}

/** What the server itself took for the requests that arrived since. */
function serverTime(server: BenchServer, since: number): number {
  return server.served
    .filter(({ arrivedAt }) => arrivedAt >= since)
    .reduce((sum, { arrivedAt, endedAt }) => sum + (Number.isNaN(endedAt) ? 0 : endedAt - arrivedAt), 0);
}

function newest(server: BenchServer, method: string): Served {
  const found = server.served.findLast((each) => each.method === method);
  if (!found) throw new Error(`The server saw no ${method}`);
  return found;
}

async function progressRun(
  bench: Bench,
  tool: string,
  where: string,
  run: (app: AppPage) => Promise<Seen>,
): Promise<readonly Sample[]> {
  const app = await connected(bench);
  await chooseTool(app, tool);
  const seen = await run(app);
  const { endedAt } = newest(bench.server, 'tools/call');
  return [
    time(
      `5 000 progress notifications, ${where}: complete after the last byte`,
      seen,
      seen.paintedAt - endedAt,
      1000,
    ),
    frame(`with 5 000 progress notifications, ${where}`, seen),
  ];
}

type Watch = () => Watching;

/** Sees to it that the watcher is there before `act`: an input event may overtake a script that is still to run. */
async function watched(page: Page, watch: Watch, act: () => Promise<void>): Promise<Seen> {
  const watching = await page.evaluateHandle(watch);
  await act();
  return watching.evaluate(({ seen }) => seen);
}

async function heapUsed(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const usage = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    embedderHeapUsedSize?: number;
    backingStorageSize?: number;
  };
  return usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0);
}

async function connectRun(bench: Bench, path: '/modern' | '/legacy'): Promise<readonly Sample[]> {
  const app = await openPage(bench);
  await app.connect.fillIn(bench.server.url(path));
  await app.idle();
  const seen = await watched(
    app.page,
    () =>
      window.probe.after('click', () =>
        /^Connected/.test(document.querySelector('[role="status"]')?.textContent ?? ''),
      ),
    () => app.connect.connectButton.click(),
  );
  await app.idle();
  // The list of tools is asked for once connected.
  const handshake = bench.server.served.filter(
    ({ method, arrivedAt }) =>
      method !== 'tools/list' && arrivedAt >= seen.from && arrivedAt <= seen.paintedAt,
  );
  const server = handshake.reduce((sum, { arrivedAt, endedAt }) => sum + (endedAt - arrivedAt || 0), 0);
  return [
    time(`connect, ${path.slice(1)}: click to connected, without the server`, seen, took(seen) - server, 100),
  ];
}

/** What the browser itself takes for the exchanges of a legacy handshake: the same requests, one after the other, and nothing else. */
async function bareExchanges(bench: Bench): Promise<readonly Sample[]> {
  const first = await connected(bench, '/legacy');
  const sent = bench.server.served
    .filter(({ method }) => ['server/discover', 'initialize', 'notifications/initialized'].includes(method))
    .slice(-3)
    .map(({ headers, body }) => ({ headers, body }));
  await first.page.close();
  // Another context has neither the connections nor the preflights of the first.
  const context = await bench.context.browser()?.newContext();
  if (!context) throw new Error('The context belongs to no browser');
  const { page } = await openPage({ ...bench, context });
  const { from, until } = await page.evaluate(
    async ({ url, requests }) => {
      const now = () => performance.timeOrigin + performance.now();
      const from = now();
      for (const { headers, body } of requests) {
        const answer = await fetch(url, { method: 'POST', headers, body });
        await answer.text();
      }
      return { from, until: now() };
    },
    { url: bench.server.url('/legacy'), requests: sent },
  );
  await context.close();
  const server = serverTime(bench.server, from);
  return [
    {
      what: '  the same exchanges by themselves, without the server',
      value: until - from - server,
      unit: 'ms',
    },
  ];
}

async function bigRun(bench: Bench, tool: string, what: string): Promise<readonly Sample[]> {
  const app = await connected(bench);
  await chooseTool(app, tool);
  const arrived = await watched(
    app.page,
    () =>
      window.probe.after(
        'click',
        () => /complete/.test(document.querySelector('section[aria-label="Result"]')?.textContent ?? ''),
        800,
      ),
    () => app.tools.callButton.click(),
  );
  await app.idle();
  const show = app.tools.result.getByRole('button', { name: 'Show it' });
  const rendered = await watched(
    app.page,
    () =>
      window.probe.after(
        'click',
        () => document.querySelector('section[aria-label="Result"] .cm-line') !== null,
        1500,
      ),
    () => show.click(),
  );
  await app.idle();
  const raw = await watched(
    app.page,
    () =>
      window.probe.after(
        'click',
        () => document.querySelector('section[aria-label="Result"] [aria-label="Raw"] .cm-line') !== null,
        1500,
      ),
    () => app.tools.showRaw(),
  );
  return [
    frame(`as ${what} arrive`, arrived, LONGEST_FRAME_BIG_MS),
    time(`${what}: click to rendered`, rendered, took(rendered)),
    frame(`as ${what} are rendered`, rendered, LONGEST_FRAME_BIG_MS),
    time(`${what}: click to raw`, raw, took(raw)),
    frame(`as ${what} are shown raw`, raw, LONGEST_FRAME_BIG_MS),
  ];
}

/** A call of a legacy server that asks for very much, with Rounds in sight. */
async function askedRun(bench: Bench, by: 'hand' | 'responders'): Promise<readonly Sample[]> {
  const app = await connected(bench, '/legacy');
  if (by === 'hand') await app.manual.click();
  await chooseTool(app, 'asks_the_client');
  await app.tools.callButton.click();
  await app.link('Rounds').click();
  await app.page.waitForURL(/#\/rounds/);
  const what = `2 000 requests of a legacy server, by ${by}`;
  if (by === 'responders') {
    const seen = await app.page.evaluate(() =>
      window.probe.now(
        () =>
          /2000 input requests, by/.test(
            document.querySelector('section[aria-label="Round 1"] header')?.textContent ?? '',
          ),
        1500,
      ),
    );
    return [frame(`as ${what} arrive and are answered`, seen)];
  }
  const arrived = await app.page.evaluate(() =>
    window.probe.now(
      () =>
        /2000 to answer/.test(
          document.querySelector('section[aria-label="Round 1"] header')?.textContent ?? '',
        ) && document.querySelector('[role="group"][aria-label="Input request 0"] input') !== null,
      1500,
    ),
  );
  await app.idle();
  await app.open('Tools');
  const opened = await watched(
    app.page,
    () =>
      window.probe.after(
        'click',
        () => document.querySelector('[role="group"][aria-label="Input request 0"] input') !== null,
        1500,
      ),
    () => app.link('Rounds').click(),
  );
  await app.idle();
  const sent = await watched(
    app.page,
    () =>
      window.probe.after(
        'click',
        () =>
          /2000 input requests, by/.test(
            document.querySelector('section[aria-label="Round 1"] header')?.textContent ?? '',
          ),
        1500,
      ),
    () => app.rounds.sendButton.click(),
  );
  return [
    frame(`as ${what}, arrive`, arrived),
    frame('as they are opened', opened),
    frame('as they are answered with one click', sent),
  ];
}

/** Types one character where the focus is and waits until `test` holds. */
function keystroke(page: Page, key: string, watch: Watch): Promise<Seen> {
  return watched(page, watch, () => page.keyboard.press(key));
}

export const MEASUREMENTS: readonly Measurement[] = [
  {
    name: 'progress',
    run: (bench) =>
      progressRun(bench, 'progress', 'tools', (app) =>
        watched(
          app.page,
          () =>
            window.probe.after(
              'click',
              () =>
                /all 5000 are done/.test(
                  document.querySelector('section[aria-label="Result"]')?.textContent ?? '',
                ) && /4,998 progress/.test(document.querySelector('.minilog')?.textContent ?? ''),
              500,
            ),
          () => app.tools.callButton.click(),
        ),
      ),
  },
  {
    name: 'progress-rounds',
    run: (bench) =>
      progressRun(bench, 'progress_later', 'rounds', async (app) => {
        await app.tools.callButton.click();
        await app.link('Rounds').click();
        await app.page.waitForURL(/#\/rounds/);
        return app.page.evaluate(() =>
          window.probe.now(
            () =>
              /complete/.test(document.querySelector('section[aria-label="Round 1"]')?.textContent ?? '') &&
              /4,998 progress/.test(document.querySelector('.ladder')?.textContent ?? ''),
            500,
          ),
        );
      }),
  },
  {
    name: 'progress-log',
    run: (bench) =>
      progressRun(bench, 'progress_later', 'wire log', async (app) => {
        await app.tools.callButton.click();
        await app.link('Wire log').click();
        await app.page.waitForURL(/#\/wire-log/);
        return app.page.evaluate(() =>
          window.probe.now(() => {
            const text = document.querySelector('h1 + .label')?.textContent ?? '';
            return Number(text.replaceAll(',', '').split(' ', 1)[0]) >= 5006;
          }, 500),
        );
      }),
  },
  {
    name: 'tools',
    run: async (bench) => {
      const app = await openPage(bench);
      await app.start(bench.server.url('/many-tools'));
      await app.status.filter({ hasText: /^Connected/ }).waitFor();
      await app.link('Tools').click();
      await app.tools.filter.waitFor();
      const seen = await app.page.evaluate(() =>
        window.probe.now(
          () =>
            /tool_0_read/.test(document.querySelector('section[aria-label="Tool list"]')?.textContent ?? ''),
          500,
        ),
      );
      await app.idle();
      const listed = newest(bench.server, 'tools/list');
      await app.tools.filter.focus();
      const samples = [
        time('10 000 tools: painted after arrival', seen, seen.paintedAt - listed.endedAt, 300),
        frame('as 10 000 tools arrive', seen),
      ];
      const typed: Seen[] = [];
      for (const key of ['9', '9', '9']) {
        typed.push(
          await keystroke(app.page, key, () => {
            const list = document.querySelector('section[aria-label="Tool list"]');
            const first = () =>
              list?.querySelector('[data-row="0"] button, ul.list li:first-child button')?.textContent ?? '';
            const before = first();
            return window.probe.after('keydown', () => first() !== before && first() !== '', 200);
          }),
        );
      }
      samples.push(
        time(
          '10 000 tools: filter keystroke, slowest of three',
          slowest(typed),
          took(slowest(typed)),
          KEYSTROKE_MS,
        ),
        frame('while 10 000 tools are filtered', roughest(typed)),
      );
      return samples;
    },
  },
  {
    name: 'echo',
    run: async (bench) => {
      const app = await connected(bench);
      await chooseTool(app, 'counter');
      const samples: Sample[] = [];
      for (let call = 0; call < ECHO_CALLS; call++) {
        const seen = await watched(
          app.page,
          () => {
            const text = () =>
              document.querySelector('section[aria-label="Result"] .said')?.textContent ?? '';
            const before = text();
            return window.probe.after('click', () => text().startsWith('count') && text() !== before, 0);
          },
          () => app.tools.callButton.click(),
        );
        await app.idle();
        samples.push(
          time(
            'echo call: click to painted result, without the server',
            seen,
            took(seen) - serverTime(bench.server, seen.from),
            40,
          ),
        );
      }
      return samples;
    },
  },
  { name: 'connect-modern', run: (bench) => connectRun(bench, '/modern') },
  { name: 'connect-legacy', run: (bench) => connectRun(bench, '/legacy') },
  { name: 'connect-legacy-bare', run: bareExchanges },
  { name: 'big-records', run: (bench) => bigRun(bench, 'big_records', 'records of 10 MB') },
  { name: 'big-text', run: (bench) => bigRun(bench, 'big_text', 'lines of 10 MB') },
  {
    name: 'log',
    run: async (bench) => {
      const app = await connected(bench);
      await chooseTool(app, 'flood');
      const cdp = await bench.context.newCDPSession(app.page);
      const empty = await heapUsed(cdp);
      await app.tools.callButton.click();
      await app.link('Wire log').click();
      await app.wireLog.filter.waitFor();
      const taken = await app.page.evaluate(
        (count) =>
          window.probe.now(() => {
            const text = document.querySelector('h1 + .label')?.textContent ?? '';
            return Number(text.replaceAll(',', '').split(' ', 1)[0]) >= count;
          }, 500),
        FLOOD_EVENTS + 6,
      );
      await app.idle();
      const { firstByteAt } = newest(bench.server, 'tools/call');
      const used = await heapUsed(cdp);
      const scrolled = await app.page.evaluate(
        ({ forMs, px }) => {
          const list = document.querySelector('[role="table"][aria-label="Wire log"]');
          if (!list) throw new Error('There is no log');
          list.scrollTop = 0;
          return window.probe.scroll((frame) => {
            list.scrollTop = (frame * px) % (list.scrollHeight - list.clientHeight);
          }, forMs);
        },
        { forMs: SCROLL_MS, px: SCROLL_PX },
      );
      await app.wireLog.filter.focus();
      const answers: Seen[] = [];
      for (const key of ['4', '2']) {
        answers.push(
          await keystroke(app.page, key, () => {
            const text = () => document.querySelector('h1 + .label')?.textContent ?? '';
            const before = text();
            return window.probe.after('keydown', () => text() !== before && text().includes('shown of'), 200);
          }),
        );
        await app.idle();
      }
      return [
        {
          what: '100 000 messages: taken in',
          value: (FLOOD_EVENTS * 1000) / (taken.paintedAt - firstByteAt),
          unit: 'a second',
          target: 5000,
          least: true,
        },
        frame('as 100 000 messages are taken in', taken),
        {
          what: '100 000 messages: scrolling the wire log',
          value: scrolled.fps,
          unit: 'frames a second',
          target: 55,
          least: true,
        },
        frame('while 100 000 messages scroll', scrolled),
        time('100 000 messages: filter answers after a key', slowest(answers), took(slowest(answers)), 200),
        frame('while 100 000 messages are filtered', roughest(answers)),
        {
          what: '100 000 messages: heap above the empty page',
          value: (used - empty) / 1e6,
          unit: 'MB',
          target: 150,
        },
      ];
    },
  },
  {
    name: 'rounds',
    run: async (bench) => {
      const app = await connected(bench);
      await app.manual.click();
      await chooseTool(app, 'questions');
      const arrived = await watched(
        app.page,
        () =>
          window.probe.after(
            'click',
            () =>
              /asks for 200 inputs/.test(
                document.querySelector('section[aria-label="Result"]')?.textContent ?? '',
              ),
            500,
          ),
        () => app.tools.callButton.click(),
      );
      await app.idle();
      const opened = await watched(
        app.page,
        () =>
          window.probe.after(
            'click',
            () =>
              document.querySelector('[role="group"][aria-label="Input request question 0"] input') !== null,
            1500,
          ),
        () => app.link('Rounds').click(),
      );
      await app.idle();
      const field = app.page
        .getByRole('group', { name: 'Input request question 0', exact: true })
        .getByRole('textbox')
        .first();
      await field.focus();
      const typed: Seen[] = [];
      for (const key of ['a', 'b', 'c']) {
        typed.push(await keystroke(app.page, key, () => window.probe.after('keydown', () => true, 600)));
        await app.idle();
      }
      return [
        frame('as 200 input requests and a state of 200 kB arrive', arrived),
        time('200 input requests, 200 kB state: click to open', opened, took(opened)),
        frame('as 200 input requests are opened', opened),
        time(
          '200 input requests, 200 kB state: keystroke, slowest of three',
          slowest(typed),
          took(slowest(typed)),
          KEYSTROKE_MS,
        ),
        frame('after a key', roughest(typed)),
      ];
    },
  },
  { name: 'asked-by-hand', run: (bench) => askedRun(bench, 'hand') },
  { name: 'asked-by-responders', run: (bench) => askedRun(bench, 'responders') },
];
