import { describe, expect, it } from 'vitest';
import { HEAP_LIMIT, keepText } from '../base/body.ts';
import { openRecordingFile, type OpenedRecording, type OpenLimits } from './open-recording-file.ts';
import { toPortable, type PortableEntry } from './portable.ts';
import { PART_LENGTH, writeRecordingFile, type WriteOptions } from './recording-file.ts';
import { Recording, type Entry } from './recording.ts';
import { findSecrets } from './secrets.ts';

const at = Date.UTC(2026, 10, 30, 12);
const app = { name: 'roundtrip', version: '0.1.0' };
const encoder = new TextEncoder();

const clause = { title: 'Streamable HTTP', url: 'https://modelcontextprotocol.io/specification/2026-07-28' };
const everySummary = {
  kind: 'error',
  id: '9007199254740993',
  method: 'm',
  name: 'n',
  resultType: 'input_required',
  errorCode: -32601,
  errorMessage: 'no',
  progress: '1 of 2',
  elicitation: 'e',
  isError: true,
  inputKeys: ['', '__proto__', 'constructor'],
  stateLength: 0,
  problem: 'p',
} as const;

/** Every kind of entry with every member it may have; those with variants once for each. */
const samples: { readonly [T in Entry['type']]: readonly Extract<Entry, { readonly type: T }>[] } = {
  connection: [
    {
      type: 'connection',
      at,
      connection: 1,
      url: 'https://h/mcp',
      protocolVersion: 'auto',
      timeLimitMs: 1.5,
      profile: '',
    },
  ],
  handshake: [
    { type: 'handshake', at, handshake: 41, connection: 1, cause: 'initialize anyway' },
    { type: 'handshake', at, handshake: 42, connection: 1, cause: 'profile changed', profile: 'Nothing' },
  ],
  attempt: [{ type: 'attempt', at, handshake: 41, attempt: 1, era: 'modern', asked: '2026-07-28' }],
  request: [
    {
      type: 'request',
      at: at + 0.25,
      exchange: 1,
      method: 'POST',
      url: 'https://h/mcp',
      headers: [
        ['X-A', ''],
        ['x-a', ' 1 '],
      ],
      body: keepText('{"a":1.0,\r\n "a":"\u2028😀\u0000\\u0000"}'),
      messages: [everySummary, { kind: 'invalid' }],
      mode: 'cors',
    },
    {
      type: 'request',
      at,
      exchange: 7,
      method: 'GET',
      url: 'not a url',
      headers: [],
      body: null,
      messages: [],
      mode: 'no-cors',
    },
  ],
  response: [
    {
      type: 'response',
      at,
      exchange: 1,
      status: 200,
      statusText: 'OK',
      headers: [['content-type', 'application/json']],
      mediaType: null,
      url: '',
      redirected: true,
    },
  ],
  body: [
    { type: 'body', at, exchange: 1, body: keepText('\uFEFF'), messages: [] },
    { type: 'body', at, exchange: 7, body: keepText('😀'.repeat(HEAP_LIMIT)), messages: [] },
  ],
  sse: [
    {
      type: 'sse',
      at,
      exchange: 1,
      index: 1,
      raw: keepText(': hi\r\rid\n\n'),
      id: '',
      event: 'ping',
      retry: 0,
      data: null,
      messages: [],
    },
    {
      type: 'sse',
      at,
      exchange: 1,
      index: 3,
      raw: keepText(`data: ${'x'.repeat(2 * PART_LENGTH + 1)}\n\n`),
      data: keepText('x'.repeat(2 * PART_LENGTH + 1)),
      messages: [],
    },
  ],
  end: [
    {
      ...{ type: 'end', at, exchange: 1, how: 'time-limit', detail: 'd', bytes: 12 },
      notUtf8: { count: 1, places: [{ at: 7, bytes: 'E9' }] },
    },
    { type: 'end', at, exchange: 7, how: 'cut', bytes: 3, rest: keepText('\r\n') },
  ],
  purpose: (
    [
      { kind: 'attempt', handshake: 41, attempt: 1 },
      { kind: 'initialized', handshake: 41 },
      { kind: 'probe', handshake: 41, step: 'GET, no-cors' },
      { kind: 'listing', listing: 1, page: 1 },
      { kind: 'round', call: 1, round: 1 },
      { kind: 'cancellation', call: 1 },
      { kind: 'reply', exchange: 1 },
      { kind: 'notification stream', connection: 1 },
      { kind: 'notification' },
      { kind: 'request' },
      { kind: 'session-end' },
    ] as const
  ).map((purpose, index) => ({ type: 'purpose', at, exchange: index + 1, purpose })),
  verdict: [
    {
      type: 'verdict',
      at,
      handshake: 41,
      attempt: 1,
      verdict: {
        kind: 'stop',
        rule: 'r',
        reason: 'why',
        revision: '1',
        retryVersion: '2',
        legacyVersion: '3',
        warning: 'w',
      },
    },
  ],
  'handshake-ended': (
    [
      { kind: 'connected', era: 'legacy', revision: '2025-11-25', asked: '2025-11-25', attempt: 1 },
      { kind: 'failed' },
      { kind: 'cancelled' },
    ] as const
  ).map((outcome) => ({ type: 'handshake-ended', at, handshake: 41, outcome })),
  diagnosis: [
    {
      type: 'diagnosis',
      at,
      handshake: 41,
      diagnosis: {
        cause: 'cors-preflight',
        title: 't',
        explanation: 'e',
        short: 's',
        headerLines: [{ name: 'n', values: ['a', 'b'], marked: ['b'] }],
        evidence: [
          { exchange: 1, sent: 'POST', good: false, saw: 'nothing', ms: 1.5 },
          { sent: 'GET', good: true, saw: '' },
        ],
        version: 'v',
      },
    },
  ],
  listing: [{ type: 'listing', at, listing: 1, connection: 1, method: 'tools/list' }],
  'listing-ended': [{ type: 'listing-ended', at, listing: 1, how: 'repeated cursor', detail: 'd' }],
  call: [
    {
      type: 'call',
      at,
      call: 1,
      connection: 1,
      method: 'tools/call',
      name: '__proto__',
      argumentsText: '{ "n": 1e400 }',
      metaText: '{"a":1.0}',
      metaReplaces: true,
      origin: 'server',
    },
  ],
  round: [
    {
      type: 'round',
      at,
      call: 1,
      round: 1,
      parent: null,
      exchange: 5,
      by: 'automatic',
      manual: true,
      raw: false,
      answers: [],
      deviations: [],
    },
    {
      type: 'round',
      at,
      call: 1,
      round: 2,
      parent: 1,
      exchange: 6,
      by: 'hand',
      manual: false,
      raw: true,
      answers: [
        ['', 'hand'],
        ['b', 'omitted'],
      ],
      deviations: [{ kind: 'key extra', key: '', text: 'x' }],
    },
  ],
  'server-request': [
    {
      type: 'server-request',
      at,
      request: 1,
      call: 1,
      round: 1,
      exchange: 5,
      event: null,
      item: 0,
      key: '"a"',
      method: 'roots/list',
    },
  ],
  reply: [
    {
      type: 'reply',
      at,
      request: 1,
      exchange: 9,
      by: 'responder',
      manual: false,
      raw: false,
      deviations: [],
    },
  ],
  'server-request-ended': [
    { type: 'server-request-ended', at, request: 1, how: 'left unanswered', detail: 'd' },
  ],
  resuming: [{ type: 'resuming', at, of: 1, lastEventId: '5', ms: 20_000 }],
  resumed: [{ type: 'resumed', at, exchange: 8, of: 1, lastEventId: '5', attempt: 1 }],
  'round-judged': (
    [
      { kind: 'complete' },
      { kind: 'complete', isError: true },
      { kind: 'input required', keys: ['', 'a'], hasState: true },
      { kind: 'task', taskId: '', status: 'working', message: 'm' },
      { kind: 'error', errorCode: -32602.5, message: '' },
      { kind: 'error', errorCode: -32042, message: '', elicitations: ['e', ''] },
      { kind: 'unusable', reason: 'r' },
      { kind: 'no answer', reason: 'r', how: 'session ended' },
    ] as const
  ).map((outcome) => ({ type: 'round-judged', at, call: 1, round: 1, outcome })),
  waiting: [{ type: 'waiting', at, call: 1, round: 1, reason: 'manual' }],
  pause: [{ type: 'pause', at, call: 1, round: 1, ms: 250 }],
  subscription: [
    { type: 'subscription', at, subscription: 1, connection: 1, filter: '{"toolsListChanged":true}' },
  ],
  'subscription-acknowledged': [
    { type: 'subscription-acknowledged', at, subscription: 1, exchange: 7, refused: ['toolsListChanged'] },
  ],
  'subscription-paused': [
    { type: 'subscription-paused', at, subscription: 1, ms: null, reason: 'no place' },
    { type: 'subscription-paused', at, subscription: 1, ms: 1000, reason: 'cut' },
  ],
  'subscription-ended': [
    { type: 'subscription-ended', at, subscription: 1, how: 'graceful' },
    { type: 'subscription-ended', at, subscription: 1, how: 'given up', detail: 'nothing came' },
  ],
  poll: [{ type: 'poll', at, call: 1, round: 1, exchange: 7 }],
  'url-answer': [
    { type: 'url-answer', at, call: 1, round: 1, elicitation: '', action: 'decline', by: 'responder' },
  ],
  'call-ended': [{ type: 'call-ended', at, call: 1, how: 'no answer', detail: 'd' }],
  'connection-closed': [{ type: 'connection-closed', at, connection: 1 }],
  switch: [{ type: 'switch', at, manual: true }],
  finding: [
    {
      type: 'finding',
      at,
      finding: {
        rule: 'r',
        keys: ['', '__proto__'],
        severity: 'info',
        text: 't',
        exchange: 1,
        handshake: 41,
        call: 1,
        round: 1,
        listing: 1,
        clause,
      },
    },
  ],
};
const everything: readonly Entry[] = Object.values(samples).flat();

function recordingOf(entries: readonly Entry[]): Recording {
  const recording = new Recording();
  for (const entry of entries) recording.append(entry);
  return recording;
}

async function fileOf(recording: Recording, more: Partial<WriteOptions> = {}): Promise<string> {
  const lines: string[] = [];
  const options = { app, at, reveal: () => null, includeSecrets: false, ...more };
  for await (const line of writeRecordingFile({ recording, kept: [] }, options)) lines.push(line);
  return lines.join('');
}

/** `bytes` in chunks of `size`. */
function streamOf(bytes: Uint8Array, size = 65_536): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(from, (from += size)));
    },
  });
}

async function opened(file: string | Uint8Array, size?: number): Promise<OpenedRecording> {
  const result = await openRecordingFile(
    streamOf(typeof file === 'string' ? encoder.encode(file) : file, size),
  );
  if (!result.ok) throw new TypeError(result.message);
  return result.value;
}

async function plain(recording: Recording): Promise<readonly PortableEntry[]> {
  const entries: Entry[] = [];
  for (let index = 0; index < recording.length; index++) {
    const entry = recording.at(index);
    if (entry) entries.push(entry);
  }
  return toPortable(entries);
}

describe('a recording written and opened', () => {
  it('is what it was: every kind of entry, in order, bodies to the character', async () => {
    const recording = recordingOf(everything);
    const { recording: back, warnings, header, secrets } = await opened(await fileOf(recording));
    expect(warnings).toEqual([]);
    expect(await plain(back)).toEqual(await plain(recording));
    expect(header).toMatchObject({ app, entries: everything.length, secrets: 'placeholders' });
    expect(secrets.size).toBe(0);
  });

  it.each([1, 2, 3, 7, 1021])('is the same however the file is cut into chunks: %i bytes', async (size) => {
    const recording = recordingOf(
      everything.filter((entry) => entry.type !== 'sse' && entry.type !== 'body'),
    );
    const back = await opened(await fileOf(recording), size);
    expect(await plain(back.recording)).toEqual(await plain(recording));
  });

  it('is as it was when the writing began, whatever is recorded meanwhile', async () => {
    const recording = recordingOf(everything);
    const lines = writeRecordingFile(
      { recording, kept: [] },
      { app, at, reveal: () => null, includeSecrets: false },
    );
    const first = (await lines.next()).value ?? '';
    recording.append({ type: 'switch', at, manual: false });
    let rest = '';
    for await (const line of lines) rest += line;
    const { recording: back, warnings } = await opened(first + rest);
    expect([back.length, warnings]).toEqual([everything.length, []]);
  });

  it('cuts a long text into lines of a bounded length, also inside a pair of surrogates', async () => {
    const text = `x${'😀'.repeat(PART_LENGTH)}`;
    const file = await fileOf(
      recordingOf([
        ...samples.request,
        { type: 'body', at, exchange: 1, body: keepText(text), messages: [] },
      ]),
    );
    const longest = Math.max(...file.split('\n').map((line) => line.length));
    expect(longest).toBeLessThan(PART_LENGTH + 100);
    const back = (await opened(file)).recording.at(2);
    expect(back?.type === 'body' && (await back.body.text()) === text).toBe(true);
  });

  it('may have other line ends, empty lines and a BOM: an editor may have had it', async () => {
    const file = await fileOf(recordingOf(samples.request));
    const { recording, warnings } = await opened(`\uFEFF${file.replaceAll('\n', '\r\n\r\n')}`);
    expect([recording.length, warnings]).toEqual([2, []]);
  });
});

describe('a handshake kept from before', () => {
  const kept = (number: number, entries: readonly Entry[]) => ({
    number,
    url: 'https://h/mcp?key=hush-hush',
    at,
    recording: recordingOf(entries),
  });

  it('comes along with its own recording, newest first, its secrets masked too', async () => {
    const recording = recordingOf(samples.switch);
    const earlier = [...samples.connection, ...samples.handshake, ...samples.request];
    const lines: string[] = [];
    const content = { recording, kept: [kept(3, earlier), kept(4, samples.handshake)] };
    const options = { app, at, reveal: () => null, includeSecrets: false };
    for await (const line of writeRecordingFile(content, options)) lines.push(line);
    expect(lines.join('')).not.toContain('hush-hush');
    const back = await opened(lines.join(''));
    expect([back.warnings, back.recording.length]).toEqual([[], 1]);
    expect(back.kept.map(({ number, url }) => [number, url])).toEqual([
      [4, 'https://h/mcp?key=‹secret 1, 9 characters›'],
      [3, 'https://h/mcp?key=‹secret 1, 9 characters›'],
    ]);
    const own = back.kept[1]?.recording;
    expect(own && (await plain(own))).toEqual(await plain(recordingOf(earlier)));
  });

  it.each<readonly [what: string, more: object, entries: number, left: number]>([
    [
      'an entry that can not stand where it is',
      { entries: [samples.attempt[0], samples.switch[0], 7] },
      1,
      2,
    ],
    ['entries that are no list', { entries: {} }, -1, 1],
    ['a number that is none', { number: 'x' }, -1, 1],
    ['a time that no Date can hold', { at: 9e15 }, -1, 1],
  ])('%s is left out', async (_what, more, entries, left) => {
    const line = { type: 'kept-handshake', number: 1, url: 'u', at, entries: [], ...more };
    const back = await opened(`${header()}${JSON.stringify(line)}\n`);
    expect(back.kept[0]?.recording.length ?? -1).toBe(entries);
    expect(back.warnings).toEqual([
      `Left out: ${left} ${left === 1 ? 'entry' : 'entries'} not readable or out of place, first in line 2`,
    ]);
  });
});

const header = (more: object = {}) =>
  `${JSON.stringify({ format: 'roundtrip-recording', version: 1, app, exportedAt: '2026-11-30T12:00:00.000Z', entries: 0, secrets: 'placeholders', ...more })}\n`;

describe('a file that is refused', () => {
  const deep = '['.repeat(1_000_000);
  it.each<readonly [what: string, file: string | Uint8Array, code: string, message: string]>([
    ['empty', '', 'not-a-recording', 'This is not a recording: the file is empty'],
    ['not JSON', 'hello\n', 'not-a-recording', 'its first line names no format'],
    [
      'JSON of another kind',
      '{"log":{"version":"1.2"}}',
      'not-a-recording',
      'its first line names no format',
    ],
    ...['roundtrip-comparison', 'roundtrip-diff'].flatMap((format) =>
      [2, 0].map(
        (indent) =>
          [
            `an export, ${format}, indented by ${indent}`,
            JSON.stringify({ format, version: 1, title: 'x' }, null, indent),
            'not-a-recording',
            'This is an export to read; only saved runs and recordings can be opened',
          ] as const,
      ),
    ),
    [
      'other JSON over several lines',
      '{\n  "log": 1\n}\n',
      'not-a-recording',
      'its first line names no format',
    ],
    ['a brace alone', '{\n', 'not-a-recording', 'its first line names no format'],
    ['a format of others', '{"format":"har"}\n', 'not-a-recording', 'its first line names the format "har"'],
    [
      'a prototype instead of a member',
      '{"__proto__":{"format":"roundtrip-recording"}}\n',
      'not-a-recording',
      'no format',
    ],
    [
      'a newer version',
      header({ version: 2 }),
      'other-version',
      'is of version 2 of the format; this page reads version 1',
    ],
    ['a version of another type', header({ version: '1' }), 'other-version', 'is of version "1"'],
    ['no version', header({ version: undefined }), 'other-version', 'is of version none'],
    ['a broken first line', header({ app: 'me' }), 'not-a-recording', 'has one of another type'],
    ['deep nesting in the first line', `${deep}\n`, 'not-a-recording', 'names no format'],
    [
      'bytes that are no text',
      new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0xff, 0x0a]),
      'not-text',
      'Line 1 is not text',
    ],
    [
      'bytes that are no text, later',
      new Uint8Array([...encoder.encode(header()), 0xff, 0x0a, 0x41]),
      'not-text',
      'Line 2 is not text',
    ],
  ])('%s', async (_what, file, code, message) => {
    const result = await openRecordingFile(streamOf(typeof file === 'string' ? encoder.encode(file) : file));
    expect(result).toMatchObject({ ok: false, code, message: expect.stringContaining(message) as string });
  });

  const small: OpenLimits = { line: 1_000, text: 3_000, entries: 3 };
  const opening = (file: string) => openRecordingFile(streamOf(encoder.encode(file)), small);
  const note = '{"type":"switch","at":1,"manual":true}\n';

  it('for one line over the limit, with its number, before the rest is read', async () => {
    let pulled = 0;
    const chunk = encoder.encode('x'.repeat(600));
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(pulled++ === 0 ? encoder.encode(header()) : chunk);
      },
    });
    expect(await openRecordingFile(endless, small)).toEqual({
      ok: false,
      code: 'line-too-long',
      message: 'Line 2 is longer than 1,000 bytes',
    });
    expect(pulled).toBeLessThan(10);
  });

  it('for more entries than a page can hold', async () => {
    expect(await opening(header() + note.repeat(3))).toMatchObject({ ok: true });
    expect(await opening(header() + note.repeat(4))).toMatchObject({ ok: false, code: 'too-many-entries' });
  });

  it('not for a text that is too long in all, but that entry is left out', async () => {
    const part = `${JSON.stringify({ type: 'part', text: 'x'.repeat(900) })}\n`;
    const file = (parts: number) =>
      header({ entries: 2 }) +
      `${JSON.stringify({ ...samples.request[0], body: { parts } })}\n${part.repeat(parts)}${note}`;
    const fits = await opening(file(3));
    expect(fits.ok && [fits.value.recording.length, fits.value.warnings.length]).toEqual([2, 0]);
    const over = await opening(file(4));
    expect(over.ok && [over.value.recording.length, over.value.warnings]).toEqual([
      1,
      ['Left out: 1 entry not readable or out of place, first in line 2'],
    ]);
  });

  it('because the browser can read no further', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new TypeError('gone'));
      },
    });
    expect(await openRecordingFile(broken)).toMatchObject({ ok: false, code: 'unreadable' });
  });
});

describe('a file that was cut', () => {
  it('opens with what is whole and says so, at whichever byte', async () => {
    const entries = [...samples.connection, ...samples.handshake, ...samples.request];
    const recording = recordingOf(entries);
    const file = encoder.encode(await fileOf(recording));
    const whole = await plain(recording);
    const start = file.indexOf(0x0a) + 1;
    for (let length = start; length < file.length - 1; length++) {
      const { recording: back, warnings } = await opened(file.slice(0, length));
      expect(await plain(back)).toEqual(whole.slice(0, back.length));
      expect(warnings).toEqual([
        `The file ends early: it announces 5 entries, and ${back.length} ${back.length === 1 ? 'is' : 'are'} whole`,
      ]);
    }
  });

  it('between the parts of a text, leaves that entry out', async () => {
    const file = await fileOf(recordingOf([...samples.request, ...samples.sse]));
    const lines = file.split('\n');
    const cut = lines.slice(0, -3).join('\n');
    const { recording, warnings } = await opened(cut);
    expect([recording.length, warnings]).toEqual([
      3,
      ['The file ends early: it announces 4 entries, and 3 are whole'],
    ]);
  });
});

describe('an entry that views could not stand is left out', () => {
  const request = { ...samples.request[0], body: 'b' };
  const round = samples.round[0];
  const call = samples.call[0];
  const handshake = samples.handshake[0];
  const noBefore: readonly object[] = [];

  it.each<readonly [what: string, before: readonly object[], entry: unknown]>([
    ['not an object', noBefore, 7],
    ['an array', noBefore, []],
    ['null', noBefore, null],
    ['without a type', noBefore, { at: 1 }],
    ['a type that is no text', noBefore, { type: ['request'], at: 1 }],
    ['a type of every object', noBefore, { type: 'constructor', at: 1 }],
    ['a time that is no number', noBefore, { ...request, at: '1' }],
    ['a time that no Date can hold', noBefore, { ...request, at: 8.7e15 }],
    ['a time before all', noBefore, { ...request, at: -1 }],
    ['an exchange that is no count', noBefore, { ...request, exchange: 1.5 }],
    ['an exchange past what a double holds', noBefore, { ...request, exchange: 2 ** 60 }],
    ['a method of another kind', noBefore, { ...request, method: 'PATCH' }],
    ['a URL that is an object', noBefore, { ...request, url: { href: 'https://h' } }],
    ['headers that are an object', noBefore, { ...request, headers: { a: 'b' } }],
    ['a header without a value', noBefore, { ...request, headers: [['a']] }],
    ['a header whose value is a number', noBefore, { ...request, headers: [['a', 1]] }],
    ['a body that is an object', noBefore, { ...request, body: { text: 'b' } }],
    ['a body that is missing', noBefore, { ...request, body: undefined }],
    ['messages that are no list', noBefore, { ...request, messages: {} }],
    ['a message of another kind', noBefore, { ...request, messages: [{ kind: '<script>' }] }],
    ['a message whose id is a number', noBefore, { ...request, messages: [{ kind: 'request', id: 1 }] }],
    [
      'the same key asked for twice',
      noBefore,
      { ...request, messages: [{ kind: 'result', inputKeys: ['a', 'a'] }] },
    ],
    ['a request a second time', [request], request],
    ['an answer to a request that is not there', noBefore, { ...samples.response[0], exchange: 3 }],
    ['a second answer', [request, samples.response[0] ?? {}], samples.response[0]],
    [
      'an event that came before',
      [request, { ...samples.sse[0], raw: 'r', index: 2 }],
      { ...samples.sse[0], raw: 'r', index: 2 },
    ],
    ['a handshake a second time', [handshake ?? {}], handshake],
    ['an attempt without its handshake', noBefore, samples.attempt[0]],
    ['a round of no call', noBefore, round],
    ['a round that is its own parent', [call ?? {}, round ?? {}], { ...round, round: 2, parent: 2 }],
    ['a round before its parent', [call ?? {}, round ?? {}], { ...round, round: 2, parent: 3 }],
    ['a round a second time', [call ?? {}, round ?? {}], round],
    [
      'an answer of a round to one key twice',
      [call ?? {}],
      {
        ...round,
        answers: [
          ['a', 'hand'],
          ['a', 'hand'],
        ],
      },
    ],
    [
      'a finding whose clause is a script',
      noBefore,
      {
        type: 'finding',
        at,
        finding: { rule: 'r', severity: 'info', text: '', clause: { title: '', url: 'javascript:alert(1)' } },
      },
    ],
    [
      'a finding of another severity',
      noBefore,
      { type: 'finding', at, finding: { rule: 'r', severity: 'is-done', text: '' } },
    ],
    [
      'a verdict that is a text',
      noBefore,
      { type: 'verdict', at, handshake: 1, attempt: 1, verdict: 'modern' },
    ],
    [
      'an outcome of every object',
      noBefore,
      { type: 'handshake-ended', at, handshake: 1, outcome: { kind: 'toString' } },
    ],
    [
      'header lines of one name',
      noBefore,
      {
        type: 'diagnosis',
        at,
        handshake: 1,
        diagnosis: {
          ...samples.diagnosis[0]?.diagnosis,
          headerLines: [
            { name: 'a', values: [], marked: [] },
            { name: 'a', values: [], marked: [] },
          ],
        },
      },
    ],
  ])('%s', async (_what, before, entry) => {
    const lines = [...before, entry].map((each) => `${JSON.stringify(each)}\n`).join('');
    const { recording, warnings } = await opened(header({ entries: before.length + 1 }) + lines);
    expect(recording.length).toBe(before.length);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^Left out: 1 entry /);
  });

  it('and the others stay, whatever stood between them', async () => {
    const note = '{"type":"switch","at":1,"manual":true}\n';
    const deep = JSON.stringify(request).replace(/\[.*\]/s, `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    const { recording, warnings } = await opened(
      `${header({ entries: 9 })}${note}{"type":"weather","at":1}\n{"type":"weather","at":1}\n{"type":"tides"}\nnot JSON\n{"a":\n${'['.repeat(200_000)}\n${deep}\n${note}`,
    );
    expect(recording.length).toBe(2);
    expect(warnings).toEqual([
      'Left out: 2 entries of a kind this page does not know, "weather", first in line 3',
      'Left out: 1 entry of a kind this page does not know, "tides", first in line 5',
      'Left out: 4 entries not readable or out of place, first in line 6',
    ]);
  });

  it('keeps members that nobody knows out, and no prototype comes in', async () => {
    const line = '{"__proto__":{"at":5},"constructor":1,"type":"switch","at":1,"manual":true,"more":{}}\n';
    const { recording } = await opened(header({ entries: 1 }) + line);
    const entry = recording.at(0);
    expect(entry).toEqual({ type: 'switch', at: 1, manual: true });
    expect(Object.getPrototypeOf(entry)).toBe(Object.prototype);
    const needed = '{"__proto__":{"type":"switch","at":1,"manual":true}}\n';
    expect((await opened(header({ entries: 1 }) + needed)).recording.length).toBe(0);
  });

  it('with more rounds than a call can have', async () => {
    const rounds = Array.from({ length: 1_200 }, (_, index) => ({ ...round, round: index + 1 }));
    const lines = [call, ...rounds].map((each) => `${JSON.stringify(each)}\n`).join('');
    const { recording, warnings } = await opened(header({ entries: 1_201 }) + lines);
    expect([recording.length, warnings.length]).toEqual([1_001, 1]);
  });
});

describe('secrets', () => {
  const token = 'eyJhbGciOi.J9"\\ü';
  const placeholder = '‹secret 1, 16 characters›';
  const reveal = (name: string) => (name === placeholder ? token : null);
  const entry = (more: object): Entry => ({ ...(samples.request[0] as Entry), ...more }) as Entry;
  const written = async (entries: readonly Entry[], includeSecrets = false) => {
    return fileOf(recordingOf(entries), { reveal, includeSecrets });
  };
  const echo = JSON.stringify({ echoed: `Bearer ${token}` });
  const session = [
    entry({
      url: 'https://user.example/mcp?api_key=hush&page=2',
      headers: [
        ['Authorization', `Bearer ${placeholder}`],
        ['Cookie', 'sid=in-the-open'],
        ['x-functions-key', 'k3y-of-ada'],
        ['X-Api-Key', 'said-to-be-none'],
      ],
      open: ['X-Api-Key'],
      body: keepText(
        `{"client_secret": "s3cr3t-of-client", "code": -32601, "nested":"{\\"access_token\\":\\"inner-token-1\\"}"}`,
      ),
    }),
    { ...(samples.response[0] as Entry), url: 'https://user.example/cb?code=abc&state=1' } as Entry,
    { type: 'body', at, exchange: 1, body: keepText(echo), messages: [] } as Entry,
  ];

  it('are nowhere in the file unless the person includes them', async () => {
    const file = await written(session);
    for (const secret of [
      token,
      JSON.stringify(token).slice(1, -1),
      JSON.stringify(echo).slice(20, 40),
      'in-the-open',
      'k3y-of-ada',
      's3cr3t-of-client',
      'inner-token-1',
      'hush',
      'code=abc',
    ]) {
      expect(file).not.toContain(secret);
    }
    expect(file).toContain('page=2');
    expect(file).toContain('"X-Api-Key","said-to-be-none"');
    expect(file).toContain('\\"code\\": -32601');
    expect(file.match(new RegExp(placeholder, 'g'))).toHaveLength(2);
    const { secrets, header: first } = await opened(file);
    expect([secrets.size, first.secrets]).toEqual([0, 'placeholders']);
  });

  it('are in the vault line where the person does, and every text is as it travelled', async () => {
    const { recording, secrets, header: first } = await opened(await written(session, true));
    expect(first.secrets).toBe('included');
    expect(secrets.get(placeholder)).toBe(token);
    expect(await plain(recording)).toEqual(await plain(recordingOf(session)));
  });

  it('are told apart by number, after those that stand there', async () => {
    const found = await findSecrets({ recording: recordingOf(session), kept: [] }, reveal);
    expect(found.map(({ where, placeholder: shown }) => [where, shown])).toEqual([
      ['Authorization', placeholder],
      ['api_key', '‹secret 2, 4 characters›'],
      ['Cookie', '‹secret 3, 15 characters›'],
      ['x-functions-key', '‹secret 4, 10 characters›'],
      ['client_secret', '‹secret 5, 16 characters›'],
      ['access_token', '‹secret 6, 13 characters›'],
      ['code', '‹secret 7, 3 characters›'],
    ]);
  });

  it.each([
    [
      'a short one leaves the words it is part of',
      'a=1',
      'https://h/mcp?key=a',
      'https://h/mcp?key=‹secret 1, 1 characters›',
    ],
    ['a URL without any', '', 'https://h/mcp?tool=x', 'https://h/mcp?tool=x'],
  ])('%s', async (_what, body, url, shown) => {
    const file = await written([entry({ url, headers: [], body: keepText(body) })]);
    const back = (await opened(file)).recording.at(0);
    expect(back?.type === 'request' && [back.url, await back.body?.text()]).toEqual([shown, body]);
  });

  it('of a form are masked in its body', async () => {
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']];
    const file = await written([
      entry({ headers, body: keepText('grant_type=authorization_code&code=xyz&code_verifier=v') }),
    ]);
    expect(file).toContain(
      'grant_type=authorization_code&code=‹secret 1, 3 characters›&code_verifier=‹secret 2, 1 characters›',
    );
  });

  it('stay placeholders where nobody knows them any more', async () => {
    const recording = recordingOf([entry({ headers: [['Authorization', `Bearer ${placeholder}`]] })]);
    expect(await findSecrets({ recording, kept: [] }, () => null)).toEqual([]);
    expect(await fileOf(recording)).toContain(placeholder);
  });

  it('a vault line brings in nothing but placeholders', async () => {
    const vault = '{"type":"vault","secrets":[["application/json","x"],["‹secret 1, 1 characters›","y"]]}\n';
    const { secrets, warnings } = await opened(header({ secrets: 'included' }) + vault);
    expect([[...secrets], warnings]).toEqual([[['‹secret 1, 1 characters›', 'y']], []]);
  });

  it('a body made of back slashes and half a member takes no time', async () => {
    const began = performance.now();
    await written([entry({ body: keepText('\\'.repeat(300_000) + '"access_token":"'.repeat(5_000)) })]);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
