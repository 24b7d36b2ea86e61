// The size of the initial load: what index.html asks for before anything is imported lazily.
// As a program it prints the files and fails over budget: node e2e/run/size.mjs

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';

/** Bytes after gzip. KB as 1000 bytes, the stricter reading. */
export const budget = 60_000;

/**
 * The scripts and styles that a page loads at once, by path below the folder of the build, with their size after gzip.
 * Throws where the page names a file that is not there.
 * @param {string} dist the folder of the build
 * @returns {Map<string, number>}
 */
export function initialLoad(dist) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  const waiting = linked(readFileSync(join(dist, 'index.html'), 'utf8'));
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (sizes.has(path)) continue;
    const bytes = readFileSync(join(dist, path));
    sizes.set(path, gzipSync(bytes).length);
    const here = posix.dirname(path);
    if (/\.m?js$/.test(path)) waiting.push(...imported(bytes.toString()).map((to) => posix.join(here, to)));
    if (path.endsWith('.css')) waiting.push(...styles(bytes.toString()).map((to) => posix.join(here, to)));
  }
  return sizes;
}

/** @param {string} html */
function linked(html) {
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? [];
  return tags.flatMap((tag) => {
    const wanted = tag.startsWith('<script') || /rel="(modulepreload|preload|stylesheet)"/.test(tag);
    const path = /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1];
    return wanted && path ? [posix.normalize(path)] : [];
  });
}

/**
 * What a module imports statically.
 * @param {string} code
 */
function imported(code) {
  const { statements } = ts.createSourceFile('x.js', code, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}

/** @param {string} css */
function styles(css) {
  return [...css.matchAll(/@import\s*(?:url\()?["']?([^"')\s;]+)/g)].flatMap(([, to]) => to ?? []);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sizes = initialLoad(join(import.meta.dirname, '../../dist'));
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const kb = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} KB`;
  for (const [path, size] of sizes) console.log(`${kb(size)}  ${path}`);
  console.log(`${kb(total)}  initial load after gzip, of ${kb(budget).trim()}`);
  if (total > budget) {
    console.error('The initial load is over budget. What is not needed to press Connect is imported lazily.');
    process.exitCode = 1;
  }
}
