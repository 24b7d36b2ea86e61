import { describe, expect, test } from 'vitest';
import { addressProblem, withoutFragment } from './address.ts';

describe('an address that can be tried', () => {
  test.each([
    ['https://host/mcp'],
    ['http://127.0.0.1:3001/mcp?x=1'],
    ['  https://host/mcp '],
    ['http://[::1]:8080/'],
    ['HTTPS://HOST/MCP'],
  ])('%s', (text) => expect(addressProblem(text)).toBeNull());
});

describe('an address that is refused says what to do', () => {
  test.each([
    ['', 'Type the address'],
    ['   ', 'Type the address'],
    ['localhost:3001/mcp', 'put https:// or http:// in front'],
    ['host.example/mcp', 'put https:// or http:// in front'],
    ['what is this', 'looks like https://host/mcp'],
    ['https://', 'looks like https://host/mcp'],
    ['ftp://host/mcp', "can't speak ftp:"],
    ['javascript:alert(1)', "can't speak javascript:"],
    ['https://me:secret@host/mcp', 'Authorization header'],
  ])('%s', (text, reason) => expect(addressProblem(text)).toContain(reason));
});

test.each([
  ['https://host/mcp', 'https://host/mcp', null],
  [' https://host/mcp#a#b ', 'https://host/mcp', '#a#b'],
  ['https://host/mcp?q=%23#', 'https://host/mcp?q=%23', '#'],
])('a fragment stays behind, and nothing else of the address changes: %s', (text, url, fragment) => {
  expect(withoutFragment(text)).toEqual({ url, fragment });
});
