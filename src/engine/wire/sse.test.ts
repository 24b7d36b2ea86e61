import { createParser } from 'eventsource-parser';
import { describe, expect, it } from 'vitest';
import { SseReader, type SseBlock } from './sse.ts';

const message = '{"jsonrpc":"2.0","id":1,"result":{"t":"Zürich 😀"}}';
const split = ['{"jsonrpc":"2.0",', '"id":1,"result":{"t":"Zürich 😀"}}'];

/** One stream with everything at once, for each line end. */
const streamOf = (end: string) =>
  [
    '\uFEFF: hi',
    'id: 1',
    'data: ',
    '',
    'retry: 500',
    '',
    'event: ping',
    'data:x',
    '',
    'event: message',
    'id',
    `data: ${split[0]}`,
    `data:${split[1]}`,
    '',
    '',
  ].join(end);

const blocksOf = (reader: SseReader, text: string): SseBlock[] =>
  [...reader.push(text)].filter((block) => block !== null);

const read = (chunks: readonly string[]): SseBlock[] => {
  const reader = new SseReader();
  const blocks = chunks.flatMap((chunk) => blocksOf(reader, chunk));
  const { block } = reader.end();
  return block ? [...blocks, block] : blocks;
};

const fieldsOf = ({ raw: _raw, ...fields }: SseBlock) => fields;

const ends = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const;

describe.each(ends)('a stream with %s line ends', (_name, end) => {
  const text = streamOf(end);
  const whole = read([text]);

  it('gives the blocks with their fields and the joined data', () => {
    expect(whole.map(fieldsOf)).toEqual([
      { id: '1', data: '' },
      { retry: 500, data: null },
      { event: 'ping', data: 'x' },
      { event: 'message', id: '', data: `${split[0]}\n${split[1]}` },
    ]);
  });

  it('keeps each block as it came, with the blank line that closed it', () => {
    expect(whole.map(({ raw }) => raw)).toEqual([
      `\uFEFF: hi${end}id: 1${end}data: ${end}${end}`,
      `retry: 500${end}${end}`,
      `event: ping${end}data:x${end}${end}`,
      `event: message${end}id${end}data: ${split[0]}${end}data:${split[1]}${end}${end}`,
    ]);
  });

  it('is the same for a cut at every position', () => {
    for (let cut = 0; cut <= text.length; cut++) {
      const cutThere = read([text.slice(0, cut), text.slice(cut)]);
      expect(cutThere.map(fieldsOf), `cut at ${cut}`).toEqual(whole.map(fieldsOf));
    }
  });

  it('is the same one character at a time', () => {
    expect(read([...text].flatMap((each) => each.split(''))).map(fieldsOf)).toEqual(whole.map(fieldsOf));
  });

  it('gives an event as soon as its blank line has come, not with the next chunk', () => {
    const reader = new SseReader();
    expect(blocksOf(reader, `data: ${message}${end}${end}`)).toHaveLength(1);
  });
});

it('keeps further blank lines with the block after them, and those after the last one as the rest', () => {
  const reader = new SseReader();
  const raws = blocksOf(reader, '\n\ndata: 1\n\n\r\n\rdata: 2\n\n\n\n').map(({ raw }) => raw);
  expect(raws).toEqual(['\n\ndata: 1\n\n', '\r\n\rdata: 2\n\n']);
  expect(reader.end()).toEqual({ block: null, rest: '\n\n' });
});

describe('fields', () => {
  it.each([
    ['a comment block is given, with no data', ': keepalive\n\n', [{ data: null }]],
    ['a colon alone ends the field name', 'data\n\n', [{ data: '' }]],
    ['only one space after the colon goes', 'data:  two\n\n', [{ data: ' two' }]],
    ['an id with NUL is ignored', 'id: a\0b\ndata: x\n\n', [{ data: 'x' }]],
    ['a retry that is not digits is ignored', 'retry: soon\ndata: x\n\n', [{ data: 'x' }]],
    ['unknown fields are ignored', 'foo: bar\ndata: x\n\n', [{ data: 'x' }]],
    ['a block that the end cuts off is no event', 'data: x\n', [{ data: null }]],
    ['blank lines alone are nothing', '\n\n\r\n', []],
  ])('%s', (_rule, text, expected) => {
    expect(read([text]).map(fieldsOf)).toEqual(expected);
  });
});

describe('against the library that the official client uses', () => {
  // A seeded generator, so that a failure can be run again.
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const pick = <T>(from: readonly T[], next: () => number): T => from[Math.floor(next() * from.length)] as T;

  it('gives the same events for 300 streams in random chunks', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const next = random(seed);
      // The library has an open report on a lone CR cut between chunks, so CR-only streams are tested above instead.
      const end = pick(['\n', '\r\n'], next);
      const lines = Array.from({ length: 30 }, () =>
        pick(
          ['data: a', 'data:b ü😀', 'data', 'id: 7', 'event: x', 'event: message', ': c', 'retry: 9', '', ''],
          next,
        ),
      );
      const text = [...lines, '', ''].join(end);
      const chunks: string[] = [];
      for (let at = 0; at < text.length;) {
        const to = at + 1 + Math.floor(next() * 9);
        chunks.push(text.slice(at, to));
        at = to;
      }
      const theirs: unknown[] = [];
      const parser = createParser({
        onEvent: ({ data, event }) => theirs.push({ data, event: event ?? '' }),
      });
      for (const chunk of chunks) parser.feed(chunk);
      const ours = read(chunks).flatMap(({ data, event }) =>
        data === null ? [] : [{ data, event: event ?? '' }],
      );
      expect(ours, `seed ${seed}`).toEqual(theirs);
    }
  });
});

it('reads no more of a text than it is asked for', () => {
  const lines = new SseReader().push('data: 1\n\ndata: 2\n\n');
  expect([lines.next().value, lines.next().value]).toMatchObject([null, { data: '1' }]);
});
