import { afterEach, describe, expect, it, vi } from 'vitest';
import { HEAP_LIMIT, keepText, utf8Length, type BodyRef } from './body.ts';

afterEach(() => vi.unstubAllGlobals());

const long = (unit: string) => unit.repeat(Math.ceil(2_500_000 / unit.length));

const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['empty', ''],
  ['ASCII', 'abc'],
  ['two, three and four bytes', 'é€😀'],
  ['a lone surrogate in the heap', 'a\ud800b'],
  ['long ASCII', long('abc')],
  ['long, a pair at every place a piece may end', `x${long('😀')}`],
  ['long, of odd length', `${long('é€😀')}z`],
  ['a byte order mark', '\uFEFF{}'],
];

/** As after a collection of garbage; tells what is kept in no other way any more. */
class Forgotten {
  static readonly texts = new Set<string>();

  constructor(target: { readonly text: string }) {
    Forgotten.texts.add(target.text);
  }

  deref(): undefined {
    return undefined;
  }
}

/** Counts what is written into Blobs. */
function countBlobs(): { bytes: number } {
  const written = { bytes: 0 };
  class Counted extends Blob {
    constructor(parts: BlobPart[]) {
      super(parts);
      if (parts.every((part) => typeof part === 'string')) written.bytes += this.size;
    }
  }
  vi.stubGlobal('Blob', Counted);
  return written;
}

// In this order: what was just kept may leave the heap much later.
describe.each(['kept a while ago', 'just kept'])('a text, %s,', (when) => {
  async function kept(text: string): Promise<BodyRef> {
    if (when === 'just kept') return keepText(text);
    vi.stubGlobal('WeakRef', Forgotten);
    const body = keepText(text);
    if (text.length > HEAP_LIMIT)
      await vi.waitFor(() => expect(Forgotten.texts.has(text.toWellFormed())).toBe(true), {
        timeout: 10_000,
      });
    return body;
  }

  it.each(TEXTS)('is the text that was read: %s', async (_what, text) => {
    const body = await kept(text);
    expect((await body.text()) === text).toBe(true);
    expect(body.bytes).toBe(new TextEncoder().encode(text).length);
    expect(body.peek() === undefined).toBe(text.length > HEAP_LIMIT);
  });

  it('has U+FFFD for a lone surrogate where it leaves the heap', async () => {
    const body = await kept(`${'a'.repeat(HEAP_LIMIT)}\ud800`);
    expect((await body.text()).endsWith('a\uFFFD')).toBe(true);
  });
});

it('many long texts at once leave the heap without rest', async () => {
  const written = countBlobs();
  // No rest ends by itself, and nothing rests from the tests before.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.resetModules();
  const fresh = await import('./body.ts');
  const texts = Array.from({ length: 20 }, (_, number) => fresh.keepText('x'.repeat(2_500_000 + number)));
  const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
  while (written.bytes < bytes - 32_000_000) await new Promise((resolve) => setImmediate(resolve));
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

describe('the length in UTF-8', () => {
  it.each(TEXTS)('is that of the encoded text: %s', (_what, text) => {
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  });
});
