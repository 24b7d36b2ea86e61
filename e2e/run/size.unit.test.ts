import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { initialLoad } from './size.mjs';

let dist = '';
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'roundtrip-size-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
}

test('counts what the page links and what that imports statically, each once', () => {
  write({
    'index.html': `<link rel="icon" href="./icon.svg"><link rel="modulepreload" crossorigin href="./assets/c.js">
      <script type="module" crossorigin src="./assets/a.js"></script><link rel="stylesheet" href="./assets/a.css">`,
    'assets/a.js': `import{b}from"./b.js";import"./c.js";const later=()=>import("./later.js");new Worker(new URL("./worker.js",import.meta.url));`,
    'assets/b.js': `export*from"./d.js";import"./a.js";`,
    'assets/c.js': `0`,
    'assets/d.js': `export{x}from"./e/e.js"`,
    'assets/e/e.js': `import"../c.js"`,
    'assets/later.js': `1`,
    'assets/worker.js': `1`,
    'assets/a.css': `@import"./b.css";`,
    'assets/b.css': ``,
  });
  expect([...initialLoad(dist).keys()].sort()).toEqual(
    ['a.css', 'a.js', 'b.css', 'b.js', 'c.js', 'd.js', 'e/e.js'].map((name) => `assets/${name}`),
  );
});

test('counts bytes after gzip', () => {
  const noise = randomBytes(10_000).toString('hex');
  write({
    'index.html': `<script type="module" src="./a.js"></script>`,
    'a.js': `"${noise}"`,
  });
  const size = initialLoad(dist).get('a.js') ?? 0;
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThan(20_000);
});

test('fails where the page names a file that is not there', () => {
  write({ 'index.html': `<script type="module" src="./gone.js"></script>` });
  expect(() => initialLoad(dist)).toThrow(/gone\.js/);
});
