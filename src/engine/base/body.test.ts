import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HEAP_LIMIT, keepingText, keepText, utf8Length } from './body.ts';
import { inSlices } from './turn.ts';

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

/** As after a collection of garbage. */
class Forgotten {
  deref(): undefined {
    return undefined;
  }
}

describe.each(['just kept', 'kept a while ago'])('a text, %s,', (when) => {
  beforeEach(() => {
    if (when === 'kept a while ago') vi.stubGlobal('WeakRef', Forgotten);
  });

  it.each(TEXTS)('is the text that was read: %s', async (_what, text) => {
    const kept = keepText(text);
    expect((await kept.text()) === text).toBe(true);
    expect(kept.bytes).toBe(new TextEncoder().encode(text).length);
    expect(kept.peek() === undefined).toBe(text.length > HEAP_LIMIT);
  });

  it.each(TEXTS)('is the same when it is kept in pieces: %s', async (_what, text) => {
    const kept = await inSlices(keepingText(text));
    expect((await kept.text()) === text).toBe(true);
    expect(kept.bytes).toBe(new TextEncoder().encode(text).length);
  });

  it('has U+FFFD for a lone surrogate where it leaves the heap', async () => {
    const kept = keepText(`${'a'.repeat(HEAP_LIMIT)}\ud800`);
    expect((await kept.text()).endsWith('a\uFFFD')).toBe(true);
  });
});

describe('the length in UTF-8', () => {
  it.each(TEXTS)('is that of the encoded text: %s', (_what, text) => {
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  });
});
