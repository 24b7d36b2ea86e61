import { expect, test } from 'vitest';
import type { Words } from '../../parts/words.ts';
import { codedWords } from './coded-words.ts';

test.each<[Words, unknown]>([
  ['nothing', ['nothing']],
  ['', []],
  [
    'It answered with 400 and -32022; a client asks again.',
    ['It answered with 400 and ', { error: -32022, text: '-32022' }, '; a client asks again.'],
  ],
  ['−32021', [{ error: -32021, text: '−32021' }]],
  [
    'codes -32601, -32602.',
    ['codes ', { error: -32601, text: '-32601' }, ', ', { error: -32602, text: '-32602' }, '.'],
  ],
  ['a1-32601 and -326011', ['a1-32601 and -326011']],
  [
    ['Sent ', { code: 'tools/call' }, ' -32601'],
    ['Sent ', { code: 'tools/call' }, ' ', { error: -32601, text: '-32601' }],
  ],
  [
    'The server answered server/discover with 400; trying initialize.',
    ['The server answered ', { code: 'server/discover' }, ' with 400; trying ', { code: 'initialize' }, '.'],
  ],
  [
    'Its headers lack mcp-method and Mcp-Param-Region',
    ['Its headers lack ', { code: 'mcp-method' }, ' and ', { code: 'Mcp-Param-Region' }],
  ],
  ['http://a.example/tools/call, and/or, mcp-else', ['http://a.example/tools/call, and/or, mcp-else']],
  [[{ code: '-32601' }], [{ error: -32601, text: '-32601' }]],
])('%j is read as %j', (words, read) => {
  expect(codedWords(words)).toEqual(read);
});
