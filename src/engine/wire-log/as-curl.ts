import type { SentRequest } from './sent-request.ts';

/** Longer than this, curl would first ask whether the server wants the body (RFC 9110, 10.1.1); a page does not ask. */
const EXPECT_ABOVE = 1_024;

/**
 * A command for a POSIX shell that sends the request with curl, byte for byte: body and header values as they were, the URL as it is,
 * and no header of curl's own that it can be kept from, except its `User-Agent`. Pasting it into a shell runs nothing else, whatever the
 * texts hold.
 */
export function asCurl({ method, url, headers, body }: SentRequest): string {
  const lines: string[] = [];
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  // -N: what comes on a stream is shown as it comes. -g: brackets in a URL are no pattern.
  const flags = /[[\]{}]/.test(url) ? '-N -g' : '-N';
  lines.push(`curl ${flags} -X ${method} ${quoted(url)}`);
  for (const [name, value] of headers) lines.push(`-H ${headerWord(name, value)}`);
  // curl would send these two of itself; a name and nothing else takes them away.
  if (!has('accept')) lines.push(`-H 'Accept: */*'`);
  if (body !== null && body.length > EXPECT_ABOVE && !has('expect')) lines.push(`-H 'Expect:'`);
  if (body === null) return lines.join(' \\\n  ');
  if (!needsPrintf(body)) {
    // Not --data-binary: there a body that begins with @ would name a file.
    lines.push(`--data-raw ${quoted(body)}`);
    return lines.join(' \\\n  ');
  }
  lines.push('--data-binary @-');
  return `printf ${quoted(printfFormat(body, (unit) => unit !== 0x0a && isControl(unit)))} |\n  ${lines.join(' \\\n  ')}`;
}

/** In single quotes a shell reads everything as it is, line ends and `!` included, but a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function headerWord(name: string, value: string): string {
  // A header with no value is written with a semicolon; with a colon curl would leave it out.
  if (value === '') return quoted(`${name};`);
  const text = `${name}: ${value}`;
  // A page sends one byte for each character up to U+00FF, a shell would send two; and printf can write a tab that a terminal
  // would take for a key.
  const bytes = [...text].every((character) => character.charCodeAt(0) <= 0xff);
  const plain = /^[\x20-\x7e]*$/.test(text);
  if (plain || !bytes) return quoted(text);
  // "!" too: between double quotes an interactive shell looks it up in its history.
  const format = printfFormat(text, (unit) => unit < 0x20 || unit > 0x7e || unit === 0x21);
  return `"$(printf ${quoted(format)})"`;
}

/** Characters that no argument can hold (NUL), or that a terminal takes for keys when they are pasted. */
function needsPrintf(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit !== 0x0a && isControl(unit)) return true;
  }
  return false;
}

function isControl(unit: number): boolean {
  return unit < 0x20 || unit === 0x7f;
}

/** A format that printf writes as `text`, with the units that `escapes` names as octal numbers: each is one byte. */
function printfFormat(text: string, escapes: (unit: number) => boolean): string {
  let format = '';
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (escapes(unit)) format += `\\${unit.toString(8).padStart(3, '0')}`;
    else if (unit === 0x25) format += '%%';
    else if (unit === 0x5c) format += '\\\\';
    else format += text.charAt(index);
  }
  return format;
}
