import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ESLint } from 'eslint';
import { getFileInfo } from 'prettier';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const unix = (path: string) => relative(root, path).split(sep).join('/');

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => unix(join(entry.parentPath, entry.name)));
}

const atTheTop = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isFile() ? [entry.name] : [],
);
const sources = [...atTheTop, ...filesBelow('src'), ...filesBelow('e2e'), ...filesBelow('public')].filter(
  (path) => /\.(ts|mts|js|mjs|cjs|svelte)$/.test(path) && !path.startsWith('e2e/.out/'),
);

/** The files that one of the type checks of `npm test` reads. */
function checkedBy(config: string): string[] {
  const path = join(root, config);
  const { config: json } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config: unknown };
  const svelte = [{ extension: '.svelte', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }];
  const folder = join(path, '..');
  return ts
    .parseJsonConfigFileContent(json, ts.sys, folder, undefined, path, undefined, svelte)
    .fileNames.map(unix);
}

test('every source file is in a type check', () => {
  const checked = new Set(
    ['src', 'src/engine', 'e2e'].flatMap((folder) => checkedBy(`${folder}/tsconfig.json`)),
  );
  expect(sources.filter((path) => !checked.has(path))).toEqual([]);
});

test('every module of the engine is checked without the DOM', () => {
  const checked = new Set(checkedBy('src/engine/tsconfig.json'));
  const modules = filesBelow('src/engine').filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  expect(modules.filter((path) => !checked.has(path))).toEqual([]);
});

test('every source file is linted', async () => {
  const eslint = new ESLint({ cwd: root, overrideConfigFile: 'e2e/run/eslint.config.js' });
  const linted = await Promise.all(
    sources.map(async (path) => (await eslint.calculateConfigForFile(path)) !== undefined),
  );
  expect(sources.filter((_, index) => !linted[index])).toEqual([]);
});

test('every source file is in the format check', async () => {
  const ignorePath = join(root, '.prettierignore');
  const formatted = await Promise.all(
    sources.map(async (path) => {
      const info = await getFileInfo(join(root, path), { ignorePath, plugins: ['prettier-plugin-svelte'] });
      return !info.ignored && info.inferredParser !== null;
    }),
  );
  expect(sources.filter((_, index) => !formatted[index])).toEqual([]);
});

test('every browser test is guarded: only the tests of the guard and of the policy bring troubles about themselves', () => {
  const unguarded = filesBelow('e2e').filter((path) => {
    if (!/\.(spec|interop)\.ts$/.test(path)) return false;
    const text = readFileSync(join(root, path), 'utf8');
    return !/import \{[^}]*\btest\b[^}]*\} from '\.\.?\/fixtures\.ts'/.test(text);
  });
  expect(unguarded.sort()).toEqual(['e2e/fixtures.spec.ts', 'e2e/policy.spec.ts']);
});
