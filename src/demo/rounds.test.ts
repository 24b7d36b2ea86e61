import { beforeEach, describe, expect, it } from 'vitest';
import { createDemoFetch } from './demo-fetch.ts';
import { type Json, RawClient } from './raw-client.ts';
import { MODERN } from './revisions.ts';

let client: RawClient;
beforeEach(() => {
  client = new RawClient(createDemoFetch(), MODERN);
});

const accept = (content: Json) => ({ action: 'accept', content });
const SAMPLE = {
  role: 'assistant',
  model: 'm',
  content: { type: 'text', text: 'Notes.' },
  stopReason: 'endTurn',
};
const ROOTS = { roots: [{ uri: 'file:///work', name: 'work' }] };

const keys = (result: Json) => Object.keys((result['inputRequests'] ?? {}) as Json);
const state = (result: Json) => result['requestState'] as string;
const textOf = (result: Json) => (result['content'] as Json[])[0]?.['text'];
const messageOf = (result: Json, key: string) =>
  (((result['inputRequests'] as Json)[key] as Json)['params'] as Json)['message'];

describe('sampling with tools', () => {
  const used = (...names: string[]) => ({
    role: 'assistant',
    model: 'm',
    stopReason: 'toolUse',
    content: names.map((name, index) => ({ type: 'tool_use', id: `c${index}`, name, input: {} })),
  });
  const paramsOf = (result: Json) =>
    ((result['inputRequests'] as Json)['model'] as Json)['params'] as {
      messages: Json[];
      tools: Json[];
      toolChoice: Json;
    };

  it('runs what the model uses, gives the results back, and ends with what it says', async () => {
    const args = { service: 'search' };
    const first = await client.call('triage_incident', args);
    expect(paramsOf(first).tools.map(({ name }) => name)).toEqual(['error_rate', 'last_deploy']);
    const second = await client.call('triage_incident', args, {
      inputResponses: { model: used('error_rate', 'last_deploy') },
      requestState: state(first),
    });
    expect(paramsOf(second).messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(paramsOf(second).messages[2])).toContain('search: 14.2 %');
    const third = await client.call('triage_incident', args, {
      inputResponses: { model: SAMPLE },
      requestState: state(second),
    });
    expect(textOf(third)).toBe('The model says: Notes.');
  });

  it('lets the model use tools three times, then asks it to speak', async () => {
    let result = await client.call('triage_incident', {});
    for (let turn = 0; turn < 3; turn++) {
      expect(paramsOf(result).toolChoice).toEqual({ mode: 'auto' });
      result = await client.call(
        'triage_incident',
        {},
        {
          inputResponses: { model: used('nonsense') },
          requestState: state(result),
        },
      );
    }
    expect(paramsOf(result).toolChoice).toEqual({ mode: 'none' });
  });
});

describe('each kind of input request alone', () => {
  const rows: [tool: string, key: string, answer: Json, text: string][] = [
    [
      'request_rollback',
      'details',
      accept({ reason: 'error rate up', scope: 'eu', batch: 5, notify: 'on-call@example.com' }),
      'Rollback of checkout-api requested',
    ],
    ['draft_release_notes', 'notes', SAMPLE, 'Notes for r-4821: Notes.'],
    ['scan_workspace', 'workspace', ROOTS, 'file:///work: would look for deploy.yaml'],
    ['link_account', 'consent', { action: 'accept' }, 'The forge account is linked (link-'],
  ];
  it.each(rows)('%s', async (tool, key, answer, text) => {
    const args = { service: 'checkout-api' };
    const first = await client.call(tool, args);
    expect([first['resultType'], keys(first)]).toEqual(['input_required', [key]]);
    const more: Json = { inputResponses: { [key]: answer } };
    if (first['requestState'] !== undefined) more['requestState'] = first['requestState'];
    const second = await client.call(tool, args, more);
    expect([second['resultType'], textOf(second)]).toEqual(['complete', expect.stringContaining(text)]);
  });

  it.each([
    ['request_rollback', 'details', 'decline'],
    ['link_account', 'consent', 'cancel'],
  ])('%s takes no for an answer', async (tool, key, action) => {
    const first = await client.call(tool, { service: 'checkout-api' });
    const more: Json = { inputResponses: { [key]: { action } } };
    if (first['requestState'] !== undefined) more['requestState'] = first['requestState'];
    const second = await client.call(tool, { service: 'checkout-api' }, more);
    expect([second['resultType'], textOf(second)]).toEqual(['complete', expect.stringContaining(action)]);
  });

  it('a form that is not valid is asked again, with the reason', async () => {
    const more = { inputResponses: { details: accept({ reason: 'short', scope: 'eu', batch: 5 }) } };
    const again = await client.call('request_rollback', { service: 'checkout-api' }, more);
    expect(messageOf(again, 'details')).toBe(
      'Not accepted: reason: String is too short (5 < 10). Roll back checkout-api?',
    );
  });
});

describe('several in one round', () => {
  const answers: Json = {
    approval: accept({ approve: true }),
    ticket: { action: 'decline' },
    summary: SAMPLE,
    workspace: ROOTS,
  };

  it('collect_release_evidence asks four things and has no request state', async () => {
    const first = await client.call('collect_release_evidence');
    expect(keys(first)).toEqual(['approval', 'ticket', 'summary', 'workspace']);
    expect('requestState' in first).toBe(false);
    const second = await client.call('collect_release_evidence', {}, { inputResponses: answers });
    expect(textOf(second)).toContain('ticket: decline');
  });

  it('asks all again when one is missing, because it remembers nothing', async () => {
    const { ticket: _omitted, ...rest } = answers;
    const again = await client.call('collect_release_evidence', {}, { inputResponses: rest });
    expect(keys(again)).toEqual(['approval', 'ticket', 'summary', 'workspace']);
  });
});

describe('deploy_release', () => {
  const args = { service: 'checkout-api', release: 'r-4821', environment: 'production' };
  const approve = accept({ approve: true, region: 'eu', ticket: 'OPS-8119' });

  async function secondRound(): Promise<Json> {
    const first = await client.call('deploy_release', args);
    expect(keys(first)).toEqual(['window']);
    const more = { inputResponses: { window: accept({ when: 'now' }) }, requestState: state(first) };
    return client.call('deploy_release', args, more);
  }

  it('asks a window, then three things at once, then is done', async () => {
    const second = await secondRound();
    expect(keys(second)).toEqual(['approve', 'notes', 'workspace']);
    const third = await client.call('deploy_release', args, {
      inputResponses: { approve, notes: SAMPLE, workspace: ROOTS },
      requestState: state(second),
    });
    expect(third['structuredContent']).toEqual({
      deployment: 'd-1207',
      ...args,
      window: { when: 'now' },
      approve: { approve: true, region: 'eu', ticket: 'OPS-8119' },
      notes: 'Notes.',
      workspace: ['file:///work'],
    });
  });

  it('sends three progress notifications before the second round when asked to', async () => {
    const first = await client.call('deploy_release', args);
    const more = { inputResponses: { window: accept({ when: 'now' }) }, requestState: state(first) };
    const { messages } = await client.request(
      'tools/call',
      { name: 'deploy_release', arguments: args, ...more },
      { progressToken: 9 },
    );
    expect(messages.map((message) => message['method'] ?? 'result')).toEqual([
      'notifications/progress',
      'notifications/progress',
      'notifications/progress',
      'result',
    ]);
  });

  it('asks again only for what is missing or wrong, and keeps the rest in the state', async () => {
    const second = await secondRound();
    const third = await client.call('deploy_release', args, {
      inputResponses: { approve: accept({ approve: true, region: 'eu', ticket: 'OPS-81' }), notes: SAMPLE },
      requestState: state(second),
    });
    expect(keys(third)).toEqual(['approve', 'workspace']);
    expect(messageOf(third, 'approve')).toMatch(/^Not accepted: .*8/);
    const fourth = await client.call('deploy_release', args, {
      inputResponses: { approve, workspace: ROOTS },
      requestState: state(third),
    });
    expect(fourth['structuredContent']).toMatchObject({ notes: 'Notes.' });
  });

  it('can be branched: the same state answers twice', async () => {
    const second = await secondRound();
    const send = (answer: Json) =>
      client.call('deploy_release', args, {
        inputResponses: { approve: answer, notes: SAMPLE, workspace: ROOTS },
        requestState: state(second),
      });
    expect(textOf(await send({ action: 'decline' }))).toContain('was not approved');
    expect(textOf(await send(approve))).toContain('is on its way');
  });

  it('begins again when the state is left out', async () => {
    const restarted = await client.call('deploy_release', args, { inputResponses: { approve } });
    expect(keys(restarted)).toEqual(['window']);
  });

  it.each([
    // Not the last character, two bits of which say nothing.
    ['changed', (text: string) => text.replace(/.(?=.{4}$)/, (each) => (each === 'A' ? 'B' : 'A'))],
    ['cut short', (text: string) => text.slice(0, -3)],
    ['empty', () => ''],
    ['invented', () => 'v1.e30.e30'],
  ])('refuses a state that was %s with -32602', async (_title, tamper) => {
    const first = await client.call('deploy_release', args);
    const answer = await client.call('deploy_release', args, { requestState: tamper(state(first)) });
    expect(answer['error']).toEqual({
      code: -32602,
      message: 'Invalid or expired requestState',
      data: { reason: 'invalid_request_state' },
    });
  });

  it('refuses a state that belongs to another call', async () => {
    const first = await client.call('deploy_release', args);
    const more = { requestState: state(first) };
    expect(await client.call('deploy_release', { ...args, release: 'r-4820' }, more)).toHaveProperty('error');
    expect(await client.call('await_rollout', { service: 'x' }, more)).toHaveProperty('error');
  });
});

describe('provision_environment', () => {
  it('asks three forms; the second depends on the first, the third wants the name', async () => {
    const args = { name: 'preview-7' };
    let result = await client.call('provision_environment', args);
    const answer = async (key: string, content: Json) => {
      expect(keys(result)).toEqual([key]);
      const more = { inputResponses: { [key]: accept(content) }, requestState: state(result) };
      result = await client.call('provision_environment', args, more);
    };
    await answer('plan', { plan: 'small' });
    await answer('size', { instances: 9 });
    expect(messageOf(result, 'size')).toMatch(/^Not accepted: .*4/);
    await answer('size', { instances: 4 });
    await answer('confirm', { name: 'preview' });
    expect(messageOf(result, 'confirm')).toContain('"preview" is not the name');
    await answer('confirm', { name: 'preview-7' });
    expect(textOf(result)).toBe('preview-7 is ready: {"plan":"small","instances":4}');
  });
});

describe('await_rollout', () => {
  it('carries a state and no input requests until the state was echoed often enough', async () => {
    const args = { service: 'checkout-api', checks: 2 };
    const first = await client.call('await_rollout', args);
    expect(['inputRequests' in first, typeof first['requestState']]).toEqual([false, 'string']);
    const second = await client.call('await_rollout', args, { requestState: state(first) });
    expect(second['requestState']).not.toBe(first['requestState']);
    const third = await client.call('await_rollout', args, { requestState: state(second) });
    expect(textOf(third)).toBe('The rollout of checkout-api is done after 2 checks.');
  });
});

describe('input required beyond tools', () => {
  it.each([
    ['resources/read', { uri: 'acme://audit-log' }, 'purpose', { purpose: 'audit' }, 'Read for: audit'],
    [
      'prompts/get',
      { name: 'release_announcement' },
      'audience',
      { language: 'Deutsch' },
      'r-4821 in Deutsch',
    ],
  ])('%s', async (method, params, key, content, text) => {
    const first = (await client.request(method, params)).last['result'] as Json;
    expect(keys(first)).toEqual([key]);
    const { last } = await client.request(method, { ...params, inputResponses: { [key]: accept(content) } });
    expect(JSON.stringify(last['result'])).toContain(text);
  });
});

describe('a client that declared too little', () => {
  it('modern: -32021 names what is missing', async () => {
    const bare = new RawClient(client.fetch, MODERN, { capabilities: {} });
    const answer = await bare.call('scan_workspace');
    expect(answer['error']).toMatchObject({ code: -32021, data: { requiredCapabilities: { roots: {} } } });
  });

  const rows: [tool: string, capabilities: Json, missing: string][] = [
    ['request_rollback', {}, 'elicitation'],
    ['request_rollback', { elicitation: { url: {} } }, 'elicitation'],
    ['link_account', { elicitation: {} }, 'elicitation.url'],
    ['draft_release_notes', {}, 'sampling'],
    ['scan_workspace', {}, 'roots'],
    ['open_billing', {}, 'elicitation.url'],
  ];
  it.each(rows)(
    'legacy: %s fails at once and says what to declare (%j)',
    async (tool, capabilities, missing) => {
      const legacy = new RawClient(client.fetch, '2025-11-25', { capabilities });
      await legacy.initialize();
      const result = await legacy.call(tool, { service: 'checkout-api' });
      expect(result['isError']).toBe(true);
      expect(textOf(result)).toContain(`did not declare ${missing}`);
    },
  );
});

describe('legacy: the server asks by requests on the stream of the call', () => {
  it.each(['2025-11-25', '2025-06-18'] as const)('deploy_release, %s', async (revision) => {
    const legacy = new RawClient(client.fetch, revision);
    await legacy.initialize();
    const asked: unknown[] = [];
    const result = await legacy.callAnswering(
      'deploy_release',
      { service: 'checkout-api', release: 'r-4821' },
      (request) => {
        asked.push(request['method']);
        if (request['method'] === 'sampling/createMessage') return SAMPLE;
        if (request['method'] === 'roots/list') return ROOTS;
        return JSON.stringify(request).includes('When may')
          ? accept({ when: 'tonight' })
          : accept({ approve: true, region: 'us' });
      },
    );
    expect(asked).toEqual([
      'elicitation/create',
      'elicitation/create',
      'sampling/createMessage',
      'roots/list',
    ]);
    expect(textOf(result)).toContain('is on its way');
  });

  it('open_billing: -32042 with the pages to visit', async () => {
    const legacy = new RawClient(client.fetch, '2025-11-25');
    await legacy.initialize();
    const { error } = (await legacy.call('open_billing')) as { error?: Json };
    expect(error?.['code']).toBe(-32042);
    expect((error?.['data'] as Json)['elicitations']).toHaveLength(2);
    // Whoever comes back has been there.
    expect(textOf(await legacy.call('open_billing'))).toBe('Billing is open.');
  });
});
