import { describe, expect, test } from 'vitest';
import { diffLists, type ListDifference, type ListKind } from './list-diff.ts';

const schema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
const tool = (name: string, more: object = {}) => ({
  name,
  description: `Does ${name}`,
  inputSchema: schema,
  ...more,
});
const hints = (annotations: object) => [tool('a', { annotations })];

const short = ({ kind, path, severity, sentence }: ListDifference) =>
  `${kind} ${path} ${severity}: ${sentence}`;

function compare(kind: ListKind, before: unknown, after: unknown) {
  const compared = diffLists(kind, JSON.stringify(before), JSON.stringify(after));
  if (!compared.ok) throw new Error(compared.message);
  return compared.value;
}

describe('what differs between two lists', () => {
  test.each<[title: string, kind: ListKind, before: unknown[], after: unknown[], differences: string[]]>([
    ['nothing', 'tools', [tool('a')], [tool('a')], []],
    ['a tool is new', 'tools', [], [tool('a')], ['added tools.a compatible: The tool "a" is new.']],
    [
      'a tool is gone',
      'tools',
      [tool('a')],
      [],
      ['removed tools.a breaking: The tool "a" is gone: calls of it fail.'],
    ],
    [
      'a tool is renamed',
      'tools',
      [tool('a')],
      [{ ...tool('a'), name: 'b' }],
      [
        'renamed tools.b breaking: The tool "a" is gone, and "b" is as it was: it was probably renamed. Callers that use the old name fail.',
      ],
    ],
    [
      'renamed, and another title',
      'tools',
      [tool('a')],
      [{ ...tool('a'), name: 'b', title: 'B' }],
      [
        'renamed tools.b breaking: The tool "a" is gone, and "b" is as it was: it was probably renamed. Callers that use the old name fail.',
        'added tools.b.title wording: It now has a title for people to read.',
      ],
    ],
    [
      'two that could be it are none',
      'tools',
      [tool('a')],
      [
        { ...tool('a'), name: 'b' },
        { ...tool('a'), name: 'c' },
      ],
      [
        'removed tools.a breaking: The tool "a" is gone: calls of it fail.',
        'added tools.b compatible: The tool "b" is new.',
        'added tools.c compatible: The tool "c" is new.',
      ],
    ],
    [
      'without a description nothing is guessed',
      'tools',
      [{ name: 'a', inputSchema: {} }],
      [{ name: 'b', inputSchema: {} }],
      [
        'removed tools.a breaking: The tool "a" is gone: calls of it fail.',
        'added tools.b compatible: The tool "b" is new.',
      ],
    ],
    [
      'a tool moved',
      'tools',
      [tool('a'), tool('b'), tool('c')],
      [tool('c'), tool('a'), tool('b')],
      ['moved tools.c wording: The tool "c" stands at another place in the list.'],
    ],
    [
      'a description changed',
      'tools',
      [tool('a')],
      [tool('a', { description: 'x' })],
      [
        'changed tools.a.description wording: It is described in other words; a model may use it differently.',
      ],
    ],
    [
      'a description is gone',
      'prompts',
      [{ name: 'a', description: 'x' }],
      [{ name: 'a' }],
      [
        'removed prompts.a.description wording: It no longer has a description, by which a model decides whether to use it.',
      ],
    ],
    [
      'another title',
      'tools',
      [tool('a', { title: 'A' })],
      [tool('a', { title: 'B' })],
      ['changed tools.a.title wording: It has another title for people to read.'],
    ],
    [
      'other icons',
      'tools',
      [tool('a', { icons: [] })],
      [tool('a', { icons: [{ src: 'x' }] })],
      ['changed tools.a.icons wording: It has other icons.'],
    ],

    [
      'it now says that it only reads',
      'tools',
      [tool('a')],
      hints({ readOnlyHint: true }),
      [
        'added tools.a.annotations.readOnlyHint unclear: Now says that it changes nothing (readOnlyHint). Clients may stop asking before they call it.',
      ],
    ],
    [
      'it no longer says that it only reads',
      'tools',
      hints({ readOnlyHint: true }),
      [tool('a')],
      [
        'removed tools.a.annotations.readOnlyHint unclear: No longer says so, which is taken for: it may change something (readOnlyHint). Clients may ask before they call it where they did not.',
      ],
    ],
    [
      'it may destroy',
      'tools',
      hints({ destructiveHint: false }),
      hints({ destructiveHint: true }),
      [
        'changed tools.a.annotations.destructiveHint unclear: Now says that it may destroy something (destructiveHint). Clients may ask before they call it where they did not.',
      ],
    ],
    [
      'it says what is taken for granted',
      'tools',
      hints({}),
      hints({ destructiveHint: true }),
      [
        'added tools.a.annotations.destructiveHint wording: destructiveHint says what is taken for granted where it is left out: nothing changes.',
      ],
    ],
    [
      'it deals with nothing outside',
      'tools',
      hints({}),
      hints({ openWorldHint: false }),
      [
        'added tools.a.annotations.openWorldHint unclear: Now says that it deals with nothing outside (openWorldHint). Clients may stop asking before they call it.',
      ],
    ],
    [
      'it may be repeated',
      'tools',
      hints({ idempotentHint: false }),
      hints({ idempotentHint: true }),
      [
        'changed tools.a.annotations.idempotentHint unclear: Now says that a second call with the same arguments changes nothing more (idempotentHint). Clients may stop asking before they call it.',
      ],
    ],
    [
      'an unknown annotation',
      'tools',
      hints({ x: 1 }),
      hints({ x: 2 }),
      ['changed tools.a.annotations.x wording: The annotation "x" has another value.'],
    ],

    [
      'the input schema breaks',
      'tools',
      [tool('a')],
      [tool('a', { inputSchema: { ...schema, required: ['q', 'r'] } })],
      [
        'changed tools.a.inputSchema.required breaking: Callers must now give "r"; before, it could be left out.',
      ],
    ],
    [
      'the output schema breaks',
      'tools',
      [tool('a', { outputSchema: schema })],
      [tool('a', { outputSchema: { ...schema, required: [] } })],
      [
        'changed tools.a.outputSchema.required breaking: "q" is no longer guaranteed: callers that rely on it may miss it.',
      ],
    ],
    [
      'an output schema comes',
      'tools',
      [tool('a')],
      [tool('a', { outputSchema: schema })],
      ['added tools.a.outputSchema compatible: It now says which form its result has.'],
    ],
    [
      'an output schema goes',
      'tools',
      [tool('a', { outputSchema: schema })],
      [tool('a')],
      [
        'removed tools.a.outputSchema breaking: It no longer says which form its result has: nothing about structured content is guaranteed.',
      ],
    ],
    [
      'a schema in other words',
      'tools',
      [tool('a')],
      [tool('a', { inputSchema: { ...schema, $defs: { x: {} } } })],
      [
        'changed tools.a.inputSchema wording: The schema is written in another way; what it accepts is the same.',
      ],
    ],
    [
      'its _meta',
      'tools',
      [tool('a', { _meta: { a: 1 } })],
      [tool('a', { _meta: { a: 2 } })],
      ['changed tools.a._meta unclear: Its _meta differs, whose meaning is between server and client.'],
    ],
    [
      'a member nobody knows',
      'tools',
      [tool('a', { x: 1 })],
      [tool('a')],
      ['removed tools.a.x unclear: Its "x" differs, which the specification does not define for a tool.'],
    ],
    [
      'an entry that is no object',
      'tools',
      [1],
      [2],
      ['changed tools[""] unclear: A tool without a name differs as a whole.'],
    ],

    [
      'a prompt asks for a new argument',
      'prompts',
      [{ name: 'p' }],
      [{ name: 'p', arguments: [{ name: 'x', required: true }] }],
      ['added prompts.p.arguments.x breaking: Callers must now give the argument "x", which is new.'],
    ],
    [
      'a prompt may be given a new argument',
      'prompts',
      [{ name: 'p', arguments: [] }],
      [{ name: 'p', arguments: [{ name: 'x' }] }],
      ['added prompts.p.arguments.x compatible: Callers may now give the argument "x".'],
    ],
    [
      'an argument becomes required',
      'prompts',
      [{ name: 'p', arguments: [{ name: 'x' }] }],
      [{ name: 'p', arguments: [{ name: 'x', required: true }] }],
      [
        'changed prompts.p.arguments.x breaking: Callers must now give the argument "x"; before, it could be left out.',
      ],
    ],
    [
      'an argument may be left out',
      'prompts',
      [{ name: 'p', arguments: [{ name: 'x', required: true }] }],
      [{ name: 'p', arguments: [{ name: 'x', required: false }] }],
      ['changed prompts.p.arguments.x compatible: The argument "x" may now be left out.'],
    ],
    [
      'an argument is gone',
      'prompts',
      [{ name: 'p', arguments: [{ name: 'x' }] }],
      [{ name: 'p', arguments: [] }],
      [
        'removed prompts.p.arguments.x unclear: The argument "x" is gone: callers that give it may be refused, or it has no effect.',
      ],
    ],
    [
      'an argument in other words',
      'prompts',
      [{ name: 'p', arguments: [{ name: 'x', description: 'a' }] }],
      [{ name: 'p', arguments: [{ name: 'x', description: 'b' }] }],
      ['changed prompts.p.arguments.x wording: The argument "x" is described in other words.'],
    ],
    [
      'a prompt is gone',
      'prompts',
      [{ name: 'p' }],
      [],
      ['removed prompts.p breaking: The prompt "p" is gone: to ask for it fails.'],
    ],

    [
      'a resource moved to another URI',
      'resources',
      [{ uri: 'a:1', name: 'n' }],
      [{ uri: 'b:1', name: 'n' }],
      [
        'renamed resources["b:1"] breaking: The resource "a:1" is gone, and "b:1" is as it was: it was probably renamed. Callers that use the old URI fail.',
      ],
    ],
    [
      'a resource has another format',
      'resources',
      [{ uri: 'a:1', name: 'n', mimeType: 'text/plain' }],
      [{ uri: 'a:1', name: 'n', mimeType: 'text/html' }],
      [
        'changed resources["a:1"].mimeType unclear: It is now "text/html"; before, "text/plain". Who reads it may not know the new format.',
      ],
    ],
    [
      'a resource has another size',
      'resources',
      [{ uri: 'a:1', size: 1 }],
      [{ uri: 'a:1', size: 2 }],
      ['changed resources["a:1"].size wording: Its size is now 2 bytes; before, 1.'],
    ],
    [
      'a template is gone',
      'resourceTemplates',
      [{ uriTemplate: 'a:{x}', name: 'n' }],
      [],
      [
        'removed resourceTemplates["a:{x}"] breaking: The resource template "a:{x}" is gone: what it describes may no longer be read.',
      ],
    ],
    [
      'another name of a resource',
      'resources',
      [{ uri: 'a:1', name: 'n' }],
      [{ uri: 'a:1', name: 'm' }],
      ['changed resources["a:1"].name wording: It has another name.'],
    ],
  ])('%s', (_, kind, before, after, differences) => {
    expect(compare(kind, { [kind]: before }, { [kind]: after }).differences.map(short)).toEqual(differences);
  });

  test('the way an entry is written is told apart from what differs', () => {
    const { differences, forms, counts } = compare(
      'tools',
      [{ name: 'a', title: 'A' }],
      [{ title: 'A', name: 'a' }],
    );
    expect(differences).toEqual([]);
    expect(forms).toEqual([{ entry: 'a', places: { before: 0, after: 0 }, form: 'key order', count: 1 }]);
    expect(counts).toMatchObject({ changed: 0, same: 1 });
  });

  test('the second of a name is compared with the second', () => {
    const { differences } = compare('tools', [tool('a'), tool('a')], [tool('a'), tool('a', { title: 'x' })]);
    expect(differences.map(({ path }) => path)).toEqual(['tools.a.title']);
  });

  test('everything is counted once', () => {
    const before = [tool('a'), tool('b'), tool('c'), tool('d')];
    const after = [tool('a'), tool('b', { title: 'B' }), { ...tool('c'), name: 'x' }, tool('new')];
    expect(compare('tools', before, after).counts).toEqual({
      before: 4,
      after: 4,
      added: 1,
      removed: 1,
      renamed: 1,
      changed: 1,
      same: 1,
    });
  });

  test('a list comes from a message, a result or the array alone, or as a view read it', () => {
    const list = [tool('a')];
    const ends = [{ jsonrpc: '2.0', id: 1, result: { tools: list } }, { tools: list }, list].map((end) =>
      JSON.stringify(end),
    );
    const read = { entries: [{ key: 'a', raw: JSON.stringify(tool('a')) }] };
    for (const end of [...ends, read]) {
      const compared = diffLists('tools', { entries: [] }, end);
      expect(compared.ok && compared.value.differences.map(({ path }) => path)).toEqual(['tools.a']);
    }
  });

  test('a text without a list is refused with a reason', () => {
    expect(diffLists('tools', '{', '{}')).toMatchObject({ ok: false, code: 'not-json' });
    expect(diffLists('resources', '[]', '{"tools":[]}')).toMatchObject({
      ok: false,
      code: 'no-list',
      message: 'The text has no list of resources',
    });
  });

  test('a sentence shows only the beginning of a long name', () => {
    const { differences } = compare('tools', [], [tool('x'.repeat(500))]);
    expect(differences[0]?.sentence.length).toBeLessThan(110);
  });
});
