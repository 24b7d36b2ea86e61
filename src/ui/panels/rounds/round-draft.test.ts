import { beforeEach, describe, expect, test, vi } from 'vitest';
import { atOnce } from '../../../engine/base/turn.ts';
import type { Validation } from '../../../engine/schema/validation.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import { readAsked } from './asked.ts';
import { ReplyDraftState } from './reply-draft.svelte.ts';
import { RoundDraftState } from './round-draft.svelte.ts';

const asks = (requests: string, state = ',"requestState":"s1"') =>
  readAsked(`{"result":{"inputRequests":${requests}${state}}}`);
const roots = '{"method":"roots/list"}';

/** Says that a text with `bad` in it is not valid. */
const validator: Validator = {
  validate: (_, text): Promise<Validation> =>
    Promise.resolve(
      text.includes('bad')
        ? {
            verdict: 'invalid',
            problems: [
              { pointer: '/content/ticket', from: 0, to: 1, message: 'Needs more', keyword: 'minLength' },
            ],
          }
        : { verdict: 'valid' },
    ),
  dispose: () => undefined,
};

async function draftOf(requests: string, state?: string) {
  const draft = atOnce(RoundDraftState.make(asks(requests, state), validator));
  await vi.advanceTimersByTimeAsync(1000);
  return draft;
}

async function settled(draft: RoundDraftState) {
  const judged = draft.judged();
  await vi.advanceTimersByTimeAsync(1000);
  await judged;
}

beforeEach(() => void vi.useFakeTimers());

describe('what is sent', () => {
  test('an answer for every key in the order asked, and the state echoed', async () => {
    const draft = await draftOf(`{"b":${roots},"__proto__":${roots}}`);
    expect(draft.toDraft()).toEqual({
      answers: [
        ['b', expect.any(String)],
        ['__proto__', expect.any(String)],
      ],
      state: { kind: 'echo' },
    });
    expect(draft.held).toEqual([]);
  });

  test('a state that was not given is not echoed, and can be invented', async () => {
    const draft = await draftOf('{}', '');
    expect(draft.toDraft().state).toEqual({ kind: 'omit' });
    draft.stateChoice = 'edit';
    draft.stateValue = 'mine';
    expect(draft.toDraft().state).toEqual({ kind: 'edit', value: 'mine' });
  });

  test('an edited state begins with the one given', async () => {
    const draft = await draftOf('{}', ',"requestState":" \\u0000 "');
    expect(draft.stateChoice).toBe('echo');
    expect(draft.stateValue).toBe(' \u0000 ');
  });

  test('an omitted key stays in the draft as nothing, an added one comes last', async () => {
    const draft = await draftOf(`{"a":${roots}}`);
    draft.answers[0]?.choose('omit');
    const added = draft.addKey();
    added.key = 'more';
    expect(draft.toDraft().answers).toEqual([
      ['a', null],
      ['more', '{}'],
    ]);
    draft.removeKey(added);
    expect(draft.toDraft().answers).toHaveLength(1);
  });
});

describe('what holds it back', () => {
  test('an answer that is not valid, with key, place and reason; omitting it lets go', async () => {
    const draft = await draftOf(`{"approve":${roots}}`);
    const [answer] = draft.answers;
    answer?.write('"bad"');
    expect(draft.checking).toBe(true);
    await settled(draft);
    expect(draft.held).toEqual(['approve.ticket: Needs more']);
    answer?.choose('omit');
    expect(draft.held).toEqual([]);
  });

  test('a member that is missing, by its name', async () => {
    const missing: Validator = {
      validate: () =>
        Promise.resolve({
          verdict: 'invalid',
          problems: [
            {
              ...{ pointer: '/content', from: 0, to: 1, message: 'Missing required property ticket' },
              ...{ keyword: 'required', property: 'ticket' },
            },
          ],
        }),
      dispose: () => undefined,
    };
    const asked = asks(`{"approve":${roots}}`);
    const draft = atOnce(RoundDraftState.make(asked, missing));
    await settled(draft);
    expect(draft.held).toEqual(['approve.ticket: Required and missing']);
    // The id of a legacy request comes last: it says nothing, and there may be no room for it.
    const [request] = asked.requests;
    if (!request) throw new Error('nothing was asked');
    const reply = new ReplyDraftState({ ...request, key: '1', legacy: true }, missing);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reply.held).toBe('ticket: Required and missing (request 1)');
  });

  test('an answer that is not JSON', async () => {
    const draft = await draftOf(`{"":${roots}}`);
    draft.answers[0]?.write('{');
    await settled(draft);
    expect(draft.held).toEqual(['"": Expected a property name or } (not JSON if sent anyway)']);
  });

  test('a key that is there twice', async () => {
    const draft = await draftOf(`{"a":${roots}}`);
    draft.addKey().key = 'a';
    await settled(draft);
    expect(draft.held).toEqual(['a is there twice']);
  });

  test('only the newest text is judged', async () => {
    const draft = await draftOf(`{"a":${roots}}`);
    draft.answers[0]?.write('"bad"');
    draft.answers[0]?.write('"good"');
    await settled(draft);
    expect(draft.answers[0]?.check).toEqual({ kind: 'valid' });
  });

  test('raw text that is not JSON; raw text is what is sent, and comes back when it is left', async () => {
    const draft = await draftOf(`{"a":${roots}}`);
    draft.answers[0]?.write('"bad"');
    await settled(draft);
    draft.editRaw('{"jsonrpc":"2.0"}');
    expect(draft.held).toEqual([]);
    draft.raw = 'not JSON';
    draft.headers = [['Mcp-Method', 'x']];
    expect(draft.held).toEqual(['The raw request is not JSON: Expected a value']);
    expect(draft.toDraft()).toMatchObject({ rawText: 'not JSON', headers: [['Mcp-Method', 'x']] });
    draft.leaveRaw();
    expect(draft.toDraft()).not.toHaveProperty('rawText');
    expect(draft.toDraft()).not.toHaveProperty('headers');
    expect(draft.held).toEqual(['a.ticket: Needs more']);
    draft.editRaw('something newer');
    expect(draft.raw).toBe('not JSON');
  });
});
