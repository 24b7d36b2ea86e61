import { expect, test } from 'vitest';
import { fileNameFor } from './save-file.ts';

test.each([
  ['production, 12 November', 'production 12 November.x'],
  ['Zürich / Genève: 2.0', 'Zürich Genève 2.0.x'],
  ['../../etc/passwd', 'etc passwd.x'],
  ['<b>\u202E"', 'b.x'],
  ['...', 'kept.x'],
  ['', 'kept.x'],
  ['a'.repeat(300), `${'a'.repeat(80)}.x`],
])('%j makes the file name %j', (words, expected) => {
  expect(fileNameFor(words, '.x', 'kept')).toBe(expected);
});
