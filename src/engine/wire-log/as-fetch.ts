import type { SentRequest } from './sent-request.ts';

/**
 * JavaScript that sends the request with `fetch`, in a module or a browser's console, and prints what comes: the same method, URL, headers in order
 * and body.
 */
export function asFetch({ method, url, headers, body, mode }: SentRequest): string {
  const members = [`  method: ${literal(method)},`];
  if (mode === 'no-cors') members.push(`  mode: 'no-cors',`);
  if (headers.length > 0) {
    members.push('  headers: [');
    for (const [name, value] of headers) members.push(`    [${literal(name)}, ${literal(value)}],`);
    members.push('  ],');
  }
  if (body !== null) members.push(`  body: ${literal(body)},`);
  return [
    `const response = await fetch(${literal(url)}, {`,
    ...members,
    '});',
    'console.log(response.status, response.headers);',
    'console.log(await response.text());',
    '',
  ].join('\n');
}

/** A string of JavaScript. JSON is one; what an editor or a console might take for a line end is escaped too. */
function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
