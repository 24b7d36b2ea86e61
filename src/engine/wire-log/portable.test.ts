import { describe, expect, it } from 'vitest';
import { HEAP_LIMIT, keepText } from '../base/body.ts';
import { fromPortable, toPortable } from './portable.ts';
import type { Entry } from './recording.ts';

const texts = ['', '\uFEFF{"a":1.0}\r\n', '😀'.repeat(HEAP_LIMIT), '\u0000 "__proto__"'];

describe('entries as plain data and back', () => {
  it.each(texts.map((text) => [text.slice(0, 12), text]))(
    'keep the body %j to the character',
    async (_start, text) => {
      const entry: Entry = { type: 'body', at: 1.5, exchange: 3, body: keepText(text), messages: [] };
      const [portable] = await toPortable([entry]);
      expect(structuredClone(portable)).toEqual({
        type: 'body',
        at: 1.5,
        exchange: 3,
        body: text,
        messages: [],
      });
      const back = fromPortable(JSON.parse(JSON.stringify([portable])) as never).at(0);
      expect(back?.type === 'body' && (await back.body.text())).toBe(text);
    },
  );

  it('number new exchanges after those that are there', () => {
    const recording = fromPortable([{ type: 'end', at: 1, exchange: 41, how: 'complete', bytes: 0 }]);
    expect(recording.nextExchange()).toBe(42);
  });

  it('leave out what is no entry', () => {
    expect(fromPortable([{}, { type: 'end' }, { at: 3 }, { type: 7, at: 1 }]).length).toBe(0);
  });
});
