import { expect, test } from 'vitest';
import { CAPABILITIES, findCapability } from './capabilities.ts';
import { existsIn } from './revisions.ts';

const paths = (side: string, version: string) =>
  CAPABILITIES.filter((fact) => fact.side === side && existsIn(version, fact))
    .map((fact) => fact.path.join('.'))
    .sort();

const SERVER = [
  'experimental',
  'logging',
  'prompts',
  'prompts.listChanged',
  'resources',
  'resources.listChanged',
  'resources.subscribe',
  'tools',
  'tools.listChanged',
];
const SERVER_TASKS = [
  'tasks',
  'tasks.cancel',
  'tasks.list',
  'tasks.requests',
  'tasks.requests.tools',
  'tasks.requests.tools.call',
];
const CLIENT = ['experimental', 'roots', 'roots.listChanged', 'sampling'];
const CLIENT_2025_11 = [
  'elicitation.form',
  'elicitation.url',
  'sampling.context',
  'sampling.tools',
  'tasks',
  'tasks.cancel',
  'tasks.list',
  'tasks.requests',
  'tasks.requests.elicitation',
  'tasks.requests.elicitation.create',
  'tasks.requests.sampling',
  'tasks.requests.sampling.createMessage',
];

// ServerCapabilities and ClientCapabilities of each revision's schema.
test.each([
  ['server', '2024-11-05', SERVER],
  ['server', '2025-03-26', [...SERVER, 'completions']],
  ['server', '2025-06-18', [...SERVER, 'completions']],
  ['server', '2025-11-25', [...SERVER, 'completions', ...SERVER_TASKS]],
  ['server', '2026-07-28', [...SERVER, 'completions', 'extensions']],
  ['client', '2025-03-26', CLIENT],
  ['client', '2025-06-18', [...CLIENT, 'elicitation']],
  ['client', '2025-11-25', [...CLIENT, 'elicitation', ...CLIENT_2025_11]],
  [
    'client',
    '2026-07-28',
    [
      'elicitation',
      'elicitation.form',
      'elicitation.url',
      'experimental',
      'extensions',
      'roots',
      'sampling',
      'sampling.context',
      'sampling.tools',
    ],
  ],
])('a %s of %s may declare exactly what its schema has', (side, version, expected) => {
  expect(paths(side, version)).toEqual([...expected].sort());
});

test('roots, sampling and logging are deprecated since 2026-07-28, nothing else at the top', () => {
  const deprecated = CAPABILITIES.filter(
    (fact) => fact.path.length === 1 && fact.deprecatedSince !== undefined,
  );
  expect(deprecated.map((fact) => [fact.path[0], fact.deprecatedSince])).toEqual([
    ['logging', '2026-07-28'],
    ['sampling', '2026-07-28'],
    ['roots', '2026-07-28'],
  ]);
});

test('tasks went into an extension', () => {
  expect(findCapability('server', ['tasks'])).toMatchObject({
    until: '2026-07-28',
    movedTo: 'io.modelcontextprotocol/tasks',
  });
});

test('every capability says what it means, and what it means that it came or went', () => {
  for (const fact of CAPABILITIES) {
    expect(fact.meaning).toMatch(/^[A-Z].*[^.]$/);
    expect(fact.appeared).toMatch(/^[A-Z].*\.$/);
    expect(fact.disappeared).toMatch(/^[A-Z].*\.$/);
  }
});

test('parents come before their parts', () => {
  CAPABILITIES.forEach((fact, at) => {
    if (fact.path.length === 1) return;
    const parent = findCapability(fact.side, fact.path.slice(0, -1));
    expect(CAPABILITIES.indexOf(parent ?? fact)).toBeLessThan(at);
  });
});

test.each([[['__proto__']], [['tools\nlistChanged']], [['']], [[]], [['tools', 'toString']]])(
  'no revision defines %j',
  (path) => {
    expect(findCapability('server', path)).toBeUndefined();
  },
);
