/**
 * The walls: which folder may import which, and the gates every source file passes.
 * Change a row here when a better layout shows itself; do not add an exception beside it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { scan, type Import, type Scan } from './architecture.scan.ts';

/* The walls, as data. */

/** Low to high: a folder sees the rows above it in this list and itself, never its neighbours in a row. */
const engineRows = [
  ['base'],
  ['protocol', 'store', 'wire'],
  ['eras', 'wire-log'],
  ['capabilities', 'schema', 'auth'],
  ['lint', 'diff', 'responders'],
  ['rounds'],
  ['views'],
  ['session'],
  ['comparison'],
].map((row) => row.map((folder) => `engine/${folder}`));

/** What the user interface may run: the objects it talks to, and pure modules. Of the rest it may only name types. */
const forTheUi = [
  'engine/session',
  'engine/comparison',
  'engine/views',
  'engine/protocol',
  'engine/capabilities',
  'engine/diff',
  'engine/lint/rules',
  'engine/responders/answerable',
  'engine/responders/sampling-answers',
  'engine/responders/suggest',
  'engine/responders/defaults',
  'engine/responders/schema-of-answer',
  'engine/schema',
  'engine/wire-log',
  'engine/base',
];

interface Wall {
  /**
   * A folder, a file without its ending, `*` for each folder in one, or a folder with a slash for the files directly in
   * it. The longest that fits a path is that file's place.
   */
  place: string;
  /** Places it may import, with all they contain. It always sees itself. */
  sees: readonly string[];
  /** Places of which it may name types only. */
  types?: readonly string[];
  packages?: readonly string[];
  /** Packages for its tests alone. */
  testPackages?: readonly string[];
  /** Seen only where it is named itself, not with the folder it lies in. */
  closed?: boolean;
}

const walls: readonly Wall[] = [
  { place: 'main', sees: ['ui', 'engine', 'demo', 'workers'], packages: ['svelte'] },
  { place: 'workers', sees: ['engine', 'engine/schema/compile'] },
  {
    place: 'demo',
    sees: [],
    types: ['engine'],
    packages: ['@modelcontextprotocol/server', 'zod'],
    testPackages: ['@modelcontextprotocol/client'],
  },

  ...engineRows.flatMap((row, index) =>
    row.map((place) => ({ place, sees: engineRows.slice(0, index).flat(), packages: enginePackages(place) })),
  ),
  // ajv builds functions from text, which the page's policy forbids: workers and tests alone may load it.
  {
    place: 'engine/schema/compile',
    sees: ['engine/schema', ...engineRows.slice(0, 3).flat()],
    packages: ['ajv', 'ajv-formats', '@cfworker/json-schema'],
    closed: true,
  },

  // The shell puts the panels together; no panel knows it.
  {
    place: 'ui/App',
    sees: [...forTheUi, 'ui/shell', 'ui/panels', 'ui/wire', 'ui/', 'ui/parts', 'ui/console', 'ui/theme'],
    types: ['engine'],
    packages: ['svelte'],
  },
  {
    place: 'ui/shell',
    sees: [...forTheUi, 'ui/panels', 'ui/wire', 'ui/', 'ui/parts', 'ui/console', 'ui/theme'],
    types: ['engine'],
    packages: ['svelte'],
  },
  // The bridge, what the shell gives to every panel, and what they have in common.
  { place: 'ui/', sees: [...forTheUi, 'ui/parts'], types: ['engine'], packages: ['svelte'] },
  // Facts about real clients, loaded when somebody asks for them.
  {
    place: 'ui/panels/client',
    sees: [...forTheUi, 'ui/wire', 'ui/', 'ui/parts', 'ui/theme'],
    types: ['engine'],
    packages: ['svelte', 'mcp-client-capabilities'],
  },
  {
    place: 'ui/panels/*',
    sees: [...forTheUi, 'ui/wire', 'ui/', 'ui/parts', 'ui/console', 'ui/theme'],
    types: ['engine'],
    packages: ['svelte'],
  },
  // What several panels draw of the protocol, and no part may know.
  {
    place: 'ui/wire',
    sees: [...forTheUi, 'ui/', 'ui/parts', 'ui/theme'],
    types: ['engine'],
    packages: ['svelte'],
  },
  {
    place: 'ui/console',
    sees: [...forTheUi, 'ui/', 'ui/parts', 'ui/theme'],
    types: ['engine'],
    packages: ['svelte', '@xterm/*'],
  },
  // The parts know nothing of the protocol. JSON and JSON Schema are not the protocol.
  {
    place: 'ui/parts',
    sees: ['ui/theme', 'engine/base', 'engine/schema'],
    packages: ['svelte', '@codemirror/*', '@lezer/*', 'virtua'],
  },
  { place: 'ui/theme', sees: [] },

  { place: 'architecture', sees: [], packages: ['svelte', 'typescript'] },
];

function enginePackages(place: string): readonly string[] {
  const allowed: Record<string, readonly string[]> = {
    'engine/base': ['lossless-json'],
    'engine/store': ['idb'],
    'engine/wire': ['eventsource-parser'],
    'engine/schema': ['@cfworker/json-schema'],
    'engine/auth': ['oauth4webapi'],
  };
  return allowed[place] ?? [];
}

/** Only in files called `….test.ts`. */
const testPackages = ['vitest', 'msw', '@testing-library/*', 'node:*'];

/**
 * What a test may import beside what its folder may. The demo is a server, Node may compile schemas, and a panel is also
 * tried inside the whole page, over the engine as it is.
 */
const testsSee: Record<string, readonly string[]> = {
  engine: ['demo', 'engine/schema/compile'],
  ui: ['engine', 'engine/schema/compile', 'demo', 'ui/App', 'ui/shell'],
};

/** Names that say nothing about what is inside. `index` is a barrel. */
const drawers = ['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'index'];

/** The one file that turns the engine's subscriptions into runes. */
const bridge = 'ui/bridge.svelte.ts';

/* Judging a tree. */

/** Source files by path below src. */
type Tree = ReadonlyMap<string, string>;

const isTest = (path: string) => path.endsWith('.test.ts');

/** A stand-in that tests of several files use. It may see what they see, and nothing else may see it. */
const isStandIn = (path: string) => /(^|\/)fake-[^/]*\.ts$/.test(path);

const isForTests = (path: string) => isTest(path) || isStandIn(path);

/** A path up to the first dot of its file name. */
const stem = (path: string) => path.replace(/\.[^/]*$/, '');

/** A place that ends in a slash holds the files directly in it alone. */
const within = (path: string, place: string) =>
  place.endsWith('/') ? `${dirname(path)}/` === place : path === place || path.startsWith(`${place}/`);

/** The wall of a path, with `*` filled in. */
function wallOf(path: string): Wall | undefined {
  const fitting = walls.flatMap((wall) => {
    const start = wall.place.replace('*', '');
    const folder = path.startsWith(start) ? path.slice(start.length).split('/')[0] : undefined;
    if (start === wall.place || !folder) return within(stem(path), wall.place) ? [wall] : [];
    return [{ ...wall, place: start + folder }];
  });
  return fitting.sort((a, b) => b.place.length - a.place.length)[0];
}

function allowsPackage(allowed: readonly string[], specifier: string): boolean {
  return allowed.some((name) =>
    name.endsWith('*') ? specifier.startsWith(name.slice(0, -1)) : within(specifier, name),
  );
}

/** Whether one place sees another under the names in `sees`. */
function seesPlace(sees: readonly string[], target: string, wall: Wall): boolean {
  if (wall.closed) return sees.includes(wall.place);
  return sees.some((place) => (place.endsWith('/') ? place === wall.place : within(stem(target), place)));
}

/** Why an import is refused, or undefined. `target` is the path it leads to, or undefined where that is a package. */
function refusal(
  from: string,
  wall: Wall,
  { to = '', kind }: Import,
  target: string | undefined,
): string | undefined {
  if (target === undefined) {
    const packages = [
      ...(wall.packages ?? []),
      ...(isTest(from) ? [...testPackages, ...(wall.testPackages ?? [])] : []),
    ];
    return allowsPackage(packages, to) ? undefined : `may not import the package ${to}`;
  }
  if (isTest(target)) return `may not import the test ${target}`;
  if (isStandIn(target) && !isForTests(from)) return `may not import the stand-in ${target}`;
  const other = wallOf(target);
  if (!other || other.place === wall.place) return undefined;
  const sees = [
    ...wall.sees,
    ...(isForTests(from) ? (testsSee[from.split('/')[0] ?? ''] ?? []) : []),
    ...(kind === 'type' ? (wall.types ?? []) : []),
  ];
  if (seesPlace(sees, target, other)) return undefined;
  return `(${wall.place}) may not import ${kind === 'type' ? 'a type' : 'a value'} from ${target}`;
}

/** Everything wrong in a tree, a line each. `others` are files that can be imported and are not source: styles, pictures. */
function violations(tree: Tree, others: ReadonlySet<string> = new Set()): string[] {
  const found: string[] = [];
  const scans = new Map([...tree].map(([path, text]) => [path, scan(path, text)]));
  const files = new Map<string, Set<string>>();
  const loaded = new Map<string, Set<string>>();
  for (const [path, scanned] of scans) {
    const complain = (line: number, what: string) => found.push(`${path}:${line} ${what}`);
    if (path.split('/').some((part) => drawers.includes(stem(part))))
      complain(1, 'has a name that says nothing');
    const wall = wallOf(path);
    if (!wall) complain(1, 'lies outside every place of the walls');
    files.set(path, new Set());
    loaded.set(path, new Set());
    for (const imported of scanned.imports) {
      const target = resolve(path, imported.to);
      if (imported.to === undefined) {
        // This test alone reads the whole tree.
        if (!within(stem(path), 'architecture')) complain(imported.line, 'imports by a computed name');
        continue;
      }
      if (target !== undefined && !tree.has(target) && !others.has(target)) {
        complain(imported.line, `imports ${imported.to}, which is not there`);
        continue;
      }
      if (target !== undefined && tree.has(target)) {
        files.get(path)?.add(target);
        // A worker's file is not loaded by who starts it, and a type by nobody.
        if (imported.kind === 'value' || imported.kind === 'dynamic') loaded.get(path)?.add(target);
      }
      const why = wall && refusal(path, wall, imported, target);
      if (why) complain(imported.line, why);
    }
    for (const { line, what } of gates(path, scanned)) complain(line, what);
  }
  found.push(
    ...bridges(scans),
    ...inThePage(loaded),
    ...cycles(files, 'files'),
    ...cycles(folderGraph(files), 'folders'),
  );
  return found;
}

/** The path below src that an import leads to; undefined for a package. */
function resolve(from: string, to: string | undefined): string | undefined {
  if (to === undefined || !/^[./]/.test(to)) return undefined;
  return posix.join(dirname(from), to.replace(/[?#].*$/, ''));
}

function gates(
  path: string,
  { anys, bareErrors, undocumented, barrels }: Scan,
): { line: number; what: string }[] {
  const everywhere = barrels.map(({ line, what }) => ({ line, what: `is a barrel: ${what}` }));
  if (!within(path, 'engine') || isForTests(path)) return everywhere;
  return [
    ...everywhere,
    ...anys.map(({ line }) => ({ line, what: 'says any' })),
    ...bareErrors.map(({ line, what }) => ({ line, what: `says ${what}: use EngineError` })),
    ...undocumented.map(({ line, what }) => ({ line, what: `exports ${what} without a doc comment` })),
  ];
}

function bridges(scans: ReadonlyMap<string, Scan>): string[] {
  const users = [...scans].flatMap(([path, { imports }]) =>
    imports.some(({ names }) => names.includes('createSubscriber')) ? [path] : [],
  );
  const due = scans.has(bridge) ? [bridge] : [];
  return users.join() === due.join()
    ? []
    : [`createSubscriber is in [${users.join()}], not in [${due.join()}]`];
}

/** The page's policy forbids what ajv does, so nothing that `main.ts` loads, now or lazily, may lead there. */
function inThePage(loaded: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const cameFrom = new Map<string, string>([['main.ts', '']]);
  for (const path of cameFrom.keys()) {
    for (const next of loaded.get(path) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, path);
  }
  const through = cameFrom.get('engine/schema/compile.ts');
  return through === undefined ? [] : [`the page loads engine/schema/compile.ts by way of ${through}`];
}

/** Edges between folders. A folder and what it contains are one place, and a test may look where its subject may not. */
function folderGraph(files: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [from, targets] of files) {
    if (isForTests(from)) continue;
    const a = dirname(from);
    const edges = graph.get(a) ?? new Set();
    graph.set(a, edges);
    for (const b of [...targets].map((target) => dirname(target))) {
      if (a !== '.' && b !== '.' && !within(a, b) && !within(b, a)) edges.add(b);
    }
  }
  return graph;
}

/** One line for each knot of nodes that reach each other (Tarjan). */
function cycles(graph: ReadonlyMap<string, ReadonlySet<string>>, what: string): string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const knots: string[] = [];
  const walk = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    let lowest = own;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, walk(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? own);
    }
    low.set(node, lowest);
    if (lowest === own) {
      const knot = stack.splice(stack.indexOf(node));
      if (knot.length > 1 || graph.get(node)?.has(node)) knots.push(`cycle of ${what}: ${knot.join(' → ')}`);
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!index.has(node)) walk(node);
  return knots;
}

/* The tree as it is. */

const here = dirname(fileURLToPath(import.meta.url));
const sources: Record<string, string> = import.meta.glob('./**/*.{ts,svelte}', {
  query: '?raw',
  eager: true,
  import: 'default',
});
const tree: Tree = new Map([
  ...Object.entries(sources).map(([path, text]): [string, string] => [path.slice(2), text]),
  // A glob leaves out the file it stands in.
  ['architecture.test.ts', readFileSync(fileURLToPath(import.meta.url), 'utf8')],
]);
const onDisk = readdirSync(here, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(here, join(entry.parentPath, entry.name)).split(sep).join('/'));
const isSource = (path: string) => /\.(ts|svelte)$/.test(path);

describe('the tree', () => {
  // Every file is read and parsed: on a busy machine that takes a while.
  test('keeps within its walls and passes every gate', { timeout: 60_000 }, () => {
    expect(violations(tree, new Set(onDisk.filter((path) => !isSource(path))))).toEqual([]);
  });

  test('is visited whole', () => {
    expect([...tree.keys()].sort()).toEqual(onDisk.filter(isSource).sort());
  });
});

/* The walls tested: a small tree that keeps them, and what each change to it must be refused for. */

const doc = '/** What it is. */\n';
const clean: Record<string, string> = {
  'main.ts': `import { mount } from 'svelte';
    import App from './ui/App.svelte';
    import './ui/theme/all.css';
    import { session } from './engine/session/session.ts';
    import { spawn } from './workers/spawn.ts';
    mount(App, { target: document.body, props: { session, spawn, demo: () => import('./demo/demo.ts') } });`,
  'workers/spawn.ts': `export const spawn = () => new Worker(new URL('./schema.ts', import.meta.url), { type: 'module' });`,
  'workers/schema.ts': `import { compile } from '../engine/schema/compile.ts'; compile();`,
  'demo/demo.ts': `import { z } from 'zod/v4'; import type { Session } from '../engine/session/session.ts'; export const x = z;`,
  'demo/demo.test.ts': `import { Client } from '@modelcontextprotocol/client'; import { x } from './demo.ts'; x(Client);`,
  'engine/base/errors.ts': `${doc}export class EngineError extends Error {}\n${doc}export const a = 1, b = 2;`,
  'engine/base/json/scan.ts': `import { parse } from 'lossless-json'; import { a } from '../errors.ts';\nfunction scan() { parse(a); }\n${doc}export { say as scan2 };\n${doc}function say() { scan(); }`,
  'engine/wire/exchange.ts': `import { EngineError } from '../base/errors.ts';\n${doc}export function send(x: string): void;\nexport function send(x: unknown): void { throw new EngineError(x); }`,
  'engine/schema/compile.ts': `import Ajv from 'ajv/dist/2020.js'; import { form } from './form.ts';\n${doc}export const compile = () => form(Ajv);`,
  'engine/schema/form.ts': `${doc}export type Form = string;\n${doc}export const form = (x: unknown) => x;`,
  'engine/schema/form.test.ts': `import { test } from 'vitest'; import { compile } from './compile.ts'; import { form } from './form.ts'; const x: any = form(compile); test(x); throw new Error();`,
  'engine/lint/rules/no-id.ts': `import type { Rule } from '../rule.ts';\n${doc}export const noId = {} as Rule;`,
  'engine/lint/rule.ts': `${doc}export interface Rule { id: string }`,
  'engine/lint/lint.ts': `import { noId } from './rules/no-id.ts';\n${doc}export const rules = [noId];`,
  'engine/session/session.ts': `import { send } from '../wire/exchange.ts'; import { rules } from '../lint/lint.ts';\n${doc}export const session = () => send(rules);\n${doc}export interface Session {}`,
  'engine/session/session.test.ts': `import { http } from 'msw'; import { x } from '../../demo/demo.ts'; import { session } from './session.ts'; session(http, x);`,
  'ui/App.svelte': `<script lang="ts">\n  import { onMount } from 'svelte';\n  import { bridge } from './bridge.svelte.ts';\n  import type { Route } from './shell/route.ts';\n  onMount(bridge);\n</script>\n\n{#await import('./panels/tools/Panel.svelte') then { default: Panel }}<Panel />{/await}`,
  'ui/shell/route.ts': `import type { App } from '../app.ts'; export type Route = keyof App;`,
  'ui/app.ts': `import type { bridge } from './bridge.svelte.ts'; export interface App { bridge: typeof bridge }`,
  'ui/bridge.svelte.ts': `import { createSubscriber } from 'svelte/reactivity'; import { session } from '../engine/session/session.ts'; export const bridge = () => createSubscriber(session);`,
  'ui/panels/tools/Panel.svelte': `<script lang="ts">import Row from './Row.svelte'; import Tabs from '../../parts/Tabs.svelte'; import { bridge } from '../../bridge.svelte.ts'; import type { send } from '../../../engine/wire/exchange.ts'; import { noId } from '../../../engine/lint/rules/no-id.ts'; bridge(noId as typeof send);</script><Row /><Tabs />`,
  'ui/panels/tools/Row.svelte': `<p>row</p>`,
  'ui/panels/log/Panel.svelte': `<p>log</p>`,
  'ui/parts/Tabs.svelte': `<script module lang="ts">import { EditorState } from '@codemirror/state'; export const x = EditorState;</script><p>tabs</p>`,
  'ui/shell/fake-session.ts': `import { send } from '../../engine/wire/exchange.ts'; send();`,
  'ui/panels/log/panel.test.ts': `import '../../shell/fake-session.ts'; import App from '../../App.svelte'; import Panel from './Panel.svelte'; App(Panel);`,
  'ui/parts/tabs.test.ts': `import { render } from '@testing-library/svelte'; import Tabs from './Tabs.svelte'; render(Tabs);`,
};
const cleanOthers = new Set(['ui/theme/all.css']);

const judge = (changes: Record<string, string>) =>
  violations(new Map(Object.entries({ ...clean, ...changes })), cleanOthers);

describe('the walls', () => {
  test('find nothing in a tree that keeps them', () => {
    expect(judge({})).toEqual([]);
  });

  // prettier-ignore
  const refused: [rule: string, path: string, text: string, why: string][] = [
    // Folder walls
    ['a lower engine folder imports no higher one', 'engine/wire/a.ts', `import { session } from '../session/session.ts';`, 'may not import a value from engine/session/session.ts'],
    ['nor a type of it', 'engine/wire/a.ts', `import type { Session } from '../session/session.ts';`, 'may not import a type from engine/session/session.ts'],
    ['nor a type in place', 'engine/wire/a.ts', `type S = import('../session/session.ts').Session;`, 'may not import a type from engine/session/session.ts'],
    ['nor by a re-export', 'engine/wire/a.ts', `const x = 1; export { session } from '../session/session.ts';`, 'may not import a value from engine/session/session.ts'],
    ['nor lazily', 'engine/wire/a.ts', `await import('../session/session.ts');`, 'may not import a value from engine/session/session.ts'],
    ['nor for its effect', 'engine/wire/a.ts', `import '../session/session.ts';`, 'may not import a value from engine/session/session.ts'],
    ['nor its neighbour in the row', 'engine/store/a.ts', `import { send } from '../wire/exchange.ts';`, 'may not import a value from engine/wire/exchange.ts'],
    ['a test keeps the walls of its folder', 'engine/wire/a.test.ts', `import { session } from '../session/session.ts';`, 'may not import a value from engine/session/session.ts'],
    ['the engine knows no ui', 'engine/session/a.ts', `import { bridge } from '../../ui/bridge.svelte.ts';`, 'may not import a value from ui/bridge.svelte.ts'],
    ['the engine knows no demo', 'engine/session/a.ts', `import { x } from '../../demo/demo.ts';`, 'may not import a value from demo/demo.ts'],
    ['the ui runs no wire code', 'ui/panels/log/a.ts', `import { send } from '../../../engine/wire/exchange.ts';`, 'may not import a value from engine/wire/exchange.ts'],
    ['a mixed import loads the module', 'ui/panels/log/a.ts', `import { type send } from '../../../engine/wire/exchange.ts';`, 'may not import a value from engine/wire/exchange.ts'],
    ['of lint the ui runs the rules alone', 'ui/panels/log/a.ts', `import { rules } from '../../../engine/lint/lint.ts';`, 'may not import a value from engine/lint/lint.ts'],
    ['the page never loads the compiler of schemas', 'ui/panels/log/a.ts', `import { compile } from '../../../engine/schema/compile.ts';`, 'may not import a value from engine/schema/compile.ts'],
    ['nor does main', 'main.ts', `import { compile } from './engine/schema/compile.ts';`, 'may not import a value from engine/schema/compile.ts'],
    ['nor the folder it lies in', 'engine/schema/a.ts', `import { compile } from './compile.ts';`, 'may not import a value from engine/schema/compile.ts'],
    ['a panel imports no other panel', 'ui/panels/log/a.ts', `import Panel from '../tools/Panel.svelte';`, 'may not import a value from ui/panels/tools/Panel.svelte'],
    ['nor in its markup', 'ui/panels/log/Panel.svelte', `<p>\n{#await import('../tools/Panel.svelte')}…{/await}</p>`, 'ui/panels/log/Panel.svelte:2 (ui/panels/log) may not import a value from ui/panels/tools/Panel.svelte'],
    ['nor in its module script', 'ui/panels/log/Panel.svelte', `<script lang="ts">\n  let x = 1;\n</script>\n<script module lang="ts">\n  import '../tools/Panel.svelte';\n</script>\n<p>{x}</p>`, 'ui/panels/log/Panel.svelte:5 (ui/panels/log) may not import'],
    ['the shell is put together by App', 'ui/shell/a.ts', `import App from '../App.svelte';`, 'may not import a value from ui/App.svelte'],
    ['what panels have in common knows none', 'ui/a.ts', `import Panel from './panels/log/Panel.svelte';`, 'may not import a value from ui/panels/log/Panel.svelte'],
    ['nor the shell', 'ui/a.ts', `import type { Route } from './shell/route.ts';`, 'may not import a type from ui/shell/route.ts'],
    ['a panel does not know the shell', 'ui/panels/log/a.ts', `import App from '../../App.svelte';`, 'may not import a value from ui/App.svelte'],
    ['nor does what panels share', 'ui/wire/a.ts', `import Panel from '../panels/log/Panel.svelte';`, 'may not import a value from ui/panels/log/Panel.svelte'],
    ['a part knows no session', 'ui/parts/a.ts', `import type { Session } from '../../engine/session/session.ts';`, 'may not import a type from engine/session/session.ts'],
    ['a part knows no panel', 'ui/parts/a.ts', `import Panel from '../panels/log/Panel.svelte';`, 'may not import a value from ui/panels/log/Panel.svelte'],
    ['the demo runs no code of ours', 'demo/a.ts', `import { send } from '../engine/wire/exchange.ts';`, 'may not import a value from engine/wire/exchange.ts'],
    ['nor does its test', 'demo/a.test.ts', `import { send } from '../engine/wire/exchange.ts';`, 'may not import a value from engine/wire/exchange.ts'],
    ['only main starts workers', 'ui/panels/log/a.ts', `new Worker(new URL('../../../workers/schema.ts', import.meta.url));`, 'may not import a value from workers/schema.ts'],
    ['a worker is started, not loaded into the page', 'main.ts', `import './workers/schema.ts';`, 'the page loads engine/schema/compile.ts by way of workers/schema.ts'],
    ['nor lazily', 'main.ts', `() => import('./workers/schema.ts');`, 'the page loads engine/schema/compile.ts by way of workers/schema.ts'],
    ['nobody imports main', 'ui/a.ts', `import './../main.ts';`, 'may not import a value from main.ts'],
    ['nobody imports a test', 'engine/session/a.ts', `import './session.test.ts';`, 'may not import the test engine/session/session.test.ts'],
    ['nor a stand-in, but tests', 'ui/App.svelte', `<script lang="ts">import './shell/fake-session.ts';</script>`, 'may not import the stand-in ui/shell/fake-session.ts'],
    ['every file has a place', 'tools/a.ts', `export {};`, 'lies outside every place of the walls'],

    // Packages
    ['the engine knows no svelte', 'engine/session/a.ts', `import { untrack } from 'svelte';`, 'may not import the package svelte'],
    ['nor a part of it', 'engine/session/a.ts', `import { untrack } from 'svelte/reactivity';`, 'may not import the package svelte/reactivity'],
    ['ajv in compile.ts alone', 'engine/schema/a.ts', `import type { ErrorObject } from 'ajv';`, 'may not import the package ajv'],
    ['idb in the store alone', 'engine/session/a.ts', `import { openDB } from 'idb';`, 'may not import the package idb'],
    ['CodeMirror in parts alone', 'ui/panels/log/a.ts', `await import('@codemirror/view');`, 'may not import the package @codemirror/view'],
    ['a package whose name begins alike is another', 'ui/panels/log/a.ts', `import 'svelte-other';`, 'may not import the package svelte-other'],
    ['the server SDK in the demo alone', 'engine/session/a.test.ts', `import '@modelcontextprotocol/server';`, 'may not import the package @modelcontextprotocol/server'],
    ['the client SDK in tests of the demo alone', 'demo/a.ts', `import '@modelcontextprotocol/client';`, 'may not import the package @modelcontextprotocol/client'],
    ['test packages in tests alone', 'engine/session/fixture.ts', `import { http } from 'msw/node';`, 'may not import the package msw/node'],
    ['Node in tests alone', 'engine/session/a.ts', `import { readFile } from 'node:fs';`, 'may not import the package node:fs'],
    ['no package by worker URL', 'main.ts', `new URL('ajv', import.meta.url);`, 'may not import the package ajv'],

    // What the walls could not see
    ['every import leads somewhere', 'engine/session/a.ts', `import './gone.ts';`, 'imports ./gone.ts, which is not there'],
    ['with its ending', 'engine/session/a.ts', `import './session';`, 'imports ./session, which is not there'],
    ['a style too', 'ui/a.ts', `import './gone.css';`, 'imports ./gone.css, which is not there'],
    ['an address is no file', 'main.ts', `import('/src/main.ts');`, 'imports /src/main.ts, which is not there'],
    ['no import by a computed name', 'engine/session/a.ts', 'const x = 1; await import(`./${x}.ts`);', 'imports by a computed name'],
    ['no glob', 'ui/a.ts', `import.meta.glob('./panels/*');`, 'imports by a computed name'],
    ['a query does not hide a file', 'ui/panels/log/a.ts', `import x from '../tools/Panel.svelte?raw';`, 'may not import a value from ui/panels/tools/Panel.svelte'],

    // Gates
    ['no any in the engine', 'engine/wire/a.ts', `const x: any = 1;`, 'engine/wire/a.ts:1 says any'],
    ['no bare error', 'engine/wire/a.ts', `\nthrow new Error('x');`, 'engine/wire/a.ts:2 says throw new Error'],
    ['nor without new', 'engine/wire/a.ts', `throw Error('x');`, 'says throw new Error'],
    ['nor as a rejection', 'engine/wire/a.ts', `Promise.reject(new Error('x'));`, 'says Promise.reject(new Error)'],
    ['a doc comment on every constant', 'engine/wire/a.ts', `export const x = 1;`, 'exports x without a doc comment'],
    ['on every type', 'engine/wire/a.ts', `// not this\nexport type X = 1;`, 'engine/wire/a.ts:2 exports X without a doc comment'],
    ['on what a list exports', 'engine/wire/a.ts', `const x = 1; export { x as y };`, 'exports x without a doc comment'],
    ['on a default', 'engine/wire/a.ts', `export default 1;`, 'exports default without a doc comment'],
    ['that says something', 'engine/wire/a.ts', `/** */\nexport const x = 1;`, 'exports x without a doc comment'],
    ['no drawer', 'engine/wire/utils.ts', `export {};`, 'has a name that says nothing'],
    ['nor a folder of that name', 'ui/parts/shared/a.ts', `export {};`, 'has a name that says nothing'],
    ['nor its test', 'ui/parts/helpers.test.ts', `export {};`, 'has a name that says nothing'],
    ['no export of everything', 'ui/parts/a.ts', `const x = 1; export * from './Tabs.svelte';`, 'is a barrel'],
    ['no file that only passes on', 'ui/parts/a.ts', `export { x } from './Tabs.svelte';`, 'is a barrel'],
    ['one bridge', 'ui/parts/a.ts', `import { createSubscriber as c } from 'svelte/reactivity';`, 'createSubscriber is in [ui/bridge.svelte.ts,ui/parts/a.ts]'],
    ['which is the bridge', 'ui/bridge.svelte.ts', `export const bridge = 1;`, 'createSubscriber is in []'],

    // Cycles
    ['no cycle of files', 'engine/schema/form.ts', `import './compile.ts';`, 'cycle of files: engine/schema/'],
    ['nor of types', 'engine/base/errors.ts', `import type { x } from './json/scan.ts';`, 'cycle of files: engine/base/'],
    ['nor a file with itself', 'ui/parts/a.ts', `import './a.ts';`, 'cycle of files: ui/parts/a.ts'],
  ];

  test.each(refused)('refuse: %s', (_, path, text, why) => {
    expect(judge({ [path]: text })).toContainEqual(expect.stringContaining(why));
  });

  test('refuse a cycle of folders that is none of files', () => {
    const found = judge({
      'ui/parts/one/a.ts': `import '../two/a.ts';`,
      'ui/parts/two/a.ts': `export {};`,
      'ui/parts/two/b.ts': `import '../one/b.ts';`,
      'ui/parts/one/b.ts': `export {};`,
    });
    expect(found).toEqual(['cycle of folders: ui/parts/one → ui/parts/two']);
  });

  test('refuse a change by one line each, so that a row proves its own rule', () => {
    const found = judge({ 'engine/store/a.ts': `import { send } from '../wire/exchange.ts'; send();` });
    expect(found).toEqual([
      'engine/store/a.ts:1 (engine/store) may not import a value from engine/wire/exchange.ts',
    ]);
  });
});
