import {
  decodeString,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
  type JsonPath,
} from '../base/json/document.ts';
import { sameValue } from '../base/json/equal.ts';
import { diffSchemas } from './schema-diff.ts';
import { quoted, shortText, type SchemaUse } from './schema-finding.ts';
import type { Severity } from './severity.ts';
import { diffNodes, type StructuralChange, type StructuralForm } from './structural.ts';
import { valueKey } from './value-key.ts';

/** The lists of a server, by the member of the result that holds them. */
export type ListKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/**
 * `renamed`: probably, since the rest stayed as it was. `moved`: at another place among those that stayed.
 */
export type ListDifferenceKind = 'added' | 'removed' | 'renamed' | 'changed' | 'moved';

/** What of an entry differs: the entry as a whole, or one part of it. */
export type ListDifferencePart =
  | 'entry'
  | 'order'
  | 'wording'
  | 'annotations'
  | 'inputSchema'
  | 'outputSchema'
  | 'arguments'
  | 'content'
  | 'other';

/** One thing that differs in an entry of a list. */
export interface EntryFinding {
  readonly kind: ListDifferenceKind;
  readonly part: ListDifferencePart;
  /** From the entry on; empty for the entry itself. */
  readonly within: JsonPath;
  readonly severity: Severity;
  readonly sentence: string;
  readonly assumes?: 'only-named-properties';
  readonly before?: string;
  readonly after?: string;
}

/** What differs within an entry that is in both lists. */
export interface ComparedEntry {
  readonly parts: readonly EntryFinding[];
  /** Ways in which the same value is written otherwise. */
  readonly forms: readonly StructuralForm[];
}

interface EntryTexts {
  readonly key: string;
  readonly raw: string;
}

const NOUNS: Readonly<Record<ListKind, string>> = {
  tools: 'tool',
  prompts: 'prompt',
  resources: 'resource',
  resourceTemplates: 'resource template',
};

const nameOf = (kind: ListKind, { key }: EntryTexts): string =>
  key === '' ? `A ${NOUNS[kind]} without a name` : `The ${NOUNS[kind]} ${quoted(key)}`;

/** An entry that was not there before. */
export function addedFinding(kind: ListKind, entry: EntryTexts): EntryFinding {
  const sentence = `${nameOf(kind, entry)} is new.`;
  return { kind: 'added', part: 'entry', within: [], severity: 'compatible', sentence, after: entry.raw };
}

const LOSSES: Readonly<Record<ListKind, string>> = {
  tools: 'calls of it fail',
  prompts: 'to ask for it fails',
  resources: 'the list no longer names it, and reading it may fail',
  resourceTemplates: 'what it describes may no longer be read',
};

/** An entry that is no longer there. */
export function removedFinding(kind: ListKind, entry: EntryTexts): EntryFinding {
  const sentence = `${nameOf(kind, entry)} is gone: ${LOSSES[kind]}.`;
  return { kind: 'removed', part: 'entry', within: [], severity: 'breaking', sentence, before: entry.raw };
}

/** An entry that is probably there under another key. */
export function renamedFinding(
  kind: ListKind,
  { before, after }: { readonly before: EntryTexts; readonly after: EntryTexts },
): EntryFinding {
  const sentence = `${nameOf(kind, before)} is gone, and ${quoted(after.key)} is as it was: it was probably renamed. Callers that use the old ${kind === 'resources' ? 'URI' : kind === 'resourceTemplates' ? 'template' : 'name'} fail.`;
  return {
    kind: 'renamed',
    part: 'entry',
    within: [],
    severity: 'breaking',
    sentence,
    before: before.raw,
    after: after.raw,
  };
}

/** An entry at another place among those that stayed. */
export function movedFinding(kind: ListKind, { after }: { readonly after: EntryTexts }): EntryFinding {
  const sentence = `${nameOf(kind, after)} stands at another place in the list.`;
  return { kind: 'moved', part: 'order', within: [], severity: 'wording', sentence };
}

/** What an entry shares with what it was renamed to; undefined where that would fit too many. */
export function signatureOf(kind: ListKind, raw: string): string | undefined {
  const read = parseDocument(raw);
  if (!read.ok) return undefined;
  const part = (key: string): string => {
    const node = member(read.value, key);
    return node === undefined ? '' : valueKey(raw, node);
  };
  const description = part('description');
  if (kind === 'resources' || kind === 'resourceTemplates') {
    const name = part('name');
    return name === '' ? undefined : JSON.stringify([name, description, part('mimeType')]);
  }
  if (description === '') return undefined;
  return JSON.stringify([description, part(kind === 'tools' ? 'inputSchema' : 'arguments')]);
}

/** What differs within an entry, from the caller's side. `renamed`: that its key is another has been told. */
export function compareEntry(
  kind: ListKind,
  { before, after }: { readonly before: EntryTexts; readonly after: EntryTexts },
  renamed: boolean,
): ComparedEntry {
  const from = parseDocument(before.raw);
  const to = parseDocument(after.raw);
  if (!from.ok || !to.ok) {
    const sentence = `${nameOf(kind, after)} can't be read, and its text differs.`;
    const texts = { before: before.raw, after: after.raw };
    return {
      parts: [{ kind: 'changed', part: 'entry', within: [], severity: 'unclear', sentence, ...texts }],
      forms: [],
    };
  }
  const { changes, forms } = diffNodes(before.raw, from.value, after.raw, to.value);
  if (changes.some(({ path }) => path.length === 0)) {
    const sentence = `${nameOf(kind, after)} differs as a whole.`;
    return {
      parts: [
        {
          kind: 'changed',
          part: 'entry',
          within: [],
          severity: 'unclear',
          sentence,
          before: before.raw,
          after: after.raw,
        },
      ],
      forms,
    };
  }
  const byMember = new Map<string, StructuralChange[]>();
  for (const change of changes) {
    const top = String(change.path[0] ?? '');
    const known = byMember.get(top);
    if (known === undefined) byMember.set(top, [change]);
    else known.push(change);
  }
  const parts = [...byMember].flatMap(([key, found]): EntryFinding[] => {
    if (renamed && (key === 'name' || key === 'uri' || key === 'uriTemplate')) return [];
    const texts = { before: textOf(before.raw, from.value, key), after: textOf(after.raw, to.value, key) };
    return memberFindings(kind, key, texts, found);
  });
  return { parts, forms };
}

interface Texts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function textOf(raw: string, entry: JsonNode, key: string): string | undefined {
  const node = member(entry, key);
  return node && sliceOf(raw, node);
}

function memberFindings(
  kind: ListKind,
  key: string,
  texts: Texts,
  changes: readonly StructuralChange[],
): EntryFinding[] {
  const what = texts.before === undefined ? 'added' : texts.after === undefined ? 'removed' : 'changed';
  const found = (part: ListDifferencePart, severity: Severity, sentence: string): EntryFinding[] => [
    { kind: what, part, within: [key], severity, sentence, ...present(texts) },
  ];
  if (kind === 'tools' && key === 'inputSchema') return schemaFindings(key, 'input', texts, changes);
  if (kind === 'tools' && key === 'outputSchema') return schemaFindings(key, 'output', texts, changes);
  if (key === 'annotations') return annotationFindings(kind, changes);
  if (kind === 'prompts' && key === 'arguments') return argumentFindings(texts);
  const verb = { added: 'now has', removed: 'no longer has', changed: 'has another' }[what];
  switch (key) {
    case 'title':
      return found(
        'wording',
        'wording',
        `It ${verb} ${what === 'changed' ? '' : 'a '}title for people to read.`,
      );
    case 'description':
      return found(
        'wording',
        'wording',
        what === 'changed'
          ? 'It is described in other words; a model may use it differently.'
          : `It ${verb} a description, by which a model decides whether to use it.`,
      );
    case 'icons':
      return found('wording', 'wording', `It ${verb} icons.`.replace('another icons', 'other icons'));
    case 'name':
      return found('wording', 'wording', `It ${what === 'changed' ? 'has another' : `${verb} a`} name.`);
    case 'mimeType':
      return found(
        'content',
        what === 'changed' ? 'unclear' : 'wording',
        what === 'changed'
          ? `It is now ${shortText(texts.after ?? '')}; before, ${shortText(texts.before ?? '')}. Who reads it may not know the new format.`
          : `It ${what === 'added' ? 'now says' : 'no longer says'} which MIME type it has.`,
      );
    case 'size':
      return found(
        'content',
        'wording',
        what === 'changed'
          ? `Its size is now ${texts.after} bytes; before, ${texts.before}.`
          : `It ${what === 'added' ? 'now says' : 'no longer says'} how large it is.`,
      );
    case 'execution':
      return found('other', 'unclear', 'Whether it runs as a task is said in another way.');
    case '_meta':
      return found('other', 'unclear', 'Its _meta differs, whose meaning is between server and client.');
    default:
      return found(
        'other',
        'unclear',
        `Its ${quoted(key)} differs, which the specification does not define for a ${NOUNS[kind]}.`,
      );
  }
}

function present({ before, after }: Texts): { before?: string; after?: string } {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function schemaFindings(
  key: string,
  use: SchemaUse,
  texts: Texts,
  changes: readonly StructuralChange[],
): EntryFinding[] {
  const { before, after } = texts;
  if (before === undefined || after === undefined) {
    const [severity, sentence]: readonly [Severity, string] =
      use === 'input'
        ? [
            'unclear',
            before === undefined
              ? 'It now says which arguments it takes.'
              : 'It no longer says which arguments it takes.',
          ]
        : before === undefined
          ? ['compatible', 'It now says which form its result has.']
          : [
              'breaking',
              'It no longer says which form its result has: nothing about structured content is guaranteed.',
            ];
    const kind = before === undefined ? 'added' : 'removed';
    return [
      {
        kind,
        part: use === 'input' ? 'inputSchema' : 'outputSchema',
        within: [key],
        severity,
        sentence,
        ...present(texts),
      },
    ];
  }
  const part = use === 'input' ? 'inputSchema' : 'outputSchema';
  const found = diffSchemas(before, after, use).map(
    ({ path, severity, sentence, assumes, ...more }): EntryFinding => ({
      kind: 'changed',
      part,
      within: [key, ...path],
      severity,
      sentence,
      ...(assumes === undefined ? {} : { assumes }),
      ...present({ before: more.before, after: more.after }),
    }),
  );
  if (found.length > 0) return found;
  const onlyDigits = changes.every(({ sameNumber, kind }) => sameNumber === true || kind === 'moved');
  const sentence = onlyDigits
    ? 'The schema is written in another way: numbers in other digits, or values in another order.'
    : 'The schema is written in another way; what it accepts is the same.';
  return [{ kind: 'changed', part, within: [key], severity: 'wording', sentence, before, after }];
}

interface HintMeaning {
  /** What the specification takes for said where nothing is. */
  readonly preset: 'true' | 'false';
  readonly yes: string;
  readonly no: string;
  /** The value that lets a client be less careful. */
  readonly careless: 'true' | 'false';
}

/** ToolAnnotations of the schema; clients ask people, or do not, by these. */
const HINTS: ReadonlyMap<string, HintMeaning> = new Map([
  [
    'readOnlyHint',
    { preset: 'false', yes: 'it changes nothing', no: 'it may change something', careless: 'true' },
  ],
  [
    'destructiveHint',
    { preset: 'true', yes: 'it may destroy something', no: 'it only adds', careless: 'false' },
  ],
  [
    'idempotentHint',
    {
      preset: 'false',
      yes: 'a second call with the same arguments changes nothing more',
      no: 'a second call may change more',
      careless: 'true',
    },
  ],
  [
    'openWorldHint',
    {
      preset: 'true',
      yes: 'it deals with things outside',
      no: 'it deals with nothing outside',
      careless: 'false',
    },
  ],
]);

function annotationFindings(kind: ListKind, changes: readonly StructuralChange[]): EntryFinding[] {
  return annotationTexts(changes).map(([key, texts]): EntryFinding => {
    const what = texts.before === undefined ? 'added' : texts.after === undefined ? 'removed' : 'changed';
    const base = {
      kind: what,
      part: 'annotations',
      within: ['annotations', key],
      ...present(texts),
    } as const;
    const hint = kind === 'tools' ? HINTS.get(key) : undefined;
    if (hint === undefined)
      return {
        ...base,
        severity: 'wording',
        sentence: `The annotation ${quoted(key)} ${what === 'changed' ? 'has another value' : what === 'added' ? 'is new' : 'is gone'}.`,
      };
    const is = texts.after ?? hint.preset;
    const was = texts.before ?? hint.preset;
    if (is === was)
      return {
        ...base,
        severity: 'wording',
        sentence: `${key} says what is taken for granted where it is left out: nothing changes.`,
      };
    const says = is === 'true' ? hint.yes : hint.no;
    const said =
      texts.after === undefined ? `No longer says so, which is taken for: ${says}` : `Now says that ${says}`;
    const care =
      is === hint.careless
        ? 'Clients may stop asking before they call it.'
        : 'Clients may ask before they call it where they did not.';
    return { ...base, severity: 'unclear', sentence: `${said} (${key}). ${care}` };
  });
}

/** Each annotation on its own, also where all of them came or went at once. */
function annotationTexts(changes: readonly StructuralChange[]): (readonly [string, Texts])[] {
  const found = new Map<string, { before: string | undefined; after: string | undefined }>();
  for (const { path, before, after } of changes) {
    if (path.length > 1) {
      const key = String(path[1]);
      const known = found.get(key);
      // Deeper changes of one annotation are one difference.
      if (known === undefined) found.set(key, { before, after });
      continue;
    }
    for (const [text, end] of [
      [before, 'before'],
      [after, 'after'],
    ] as const) {
      const read = text === undefined ? undefined : parseDocument(text);
      if (text === undefined || read?.ok !== true) continue;
      for (const { key, value } of read.value.members ?? []) {
        const known = found.get(key) ?? { before: undefined, after: undefined };
        known[end] = sliceOf(text, value);
        found.set(key, known);
      }
    }
  }
  return [...found].filter(([, texts]) => texts.before !== texts.after);
}

interface Argument {
  readonly raw: string;
  readonly required: boolean;
}

function argumentsOf(text: string | undefined): ReadonlyMap<string, Argument> {
  const read = text === undefined ? undefined : parseDocument(text);
  if (text === undefined || read?.ok !== true) return new Map();
  return new Map(
    (read.value.items ?? []).flatMap((item) => {
      const name = decodeString(text, member(item, 'name'));
      const required = member(item, 'required');
      return name === undefined
        ? []
        : [
            [
              name,
              {
                raw: sliceOf(text, item),
                required: required !== undefined && sliceOf(text, required) === 'true',
              },
            ] as const,
          ];
    }),
  );
}

function argumentFindings(texts: Texts): EntryFinding[] {
  const was = argumentsOf(texts.before);
  const is = argumentsOf(texts.after);
  const found: EntryFinding[] = [];
  const say = (name: string, severity: Severity, sentence: string): void => {
    const [before, after] = [was.get(name), is.get(name)];
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    found.push({
      kind,
      part: 'arguments',
      within: ['arguments', name],
      severity,
      sentence,
      ...present({ before: before?.raw, after: after?.raw }),
    });
  };
  for (const [name, { raw, required }] of was) {
    const now = is.get(name);
    if (now === undefined)
      say(
        name,
        'unclear',
        `The argument ${quoted(name)} is gone: callers that give it may be refused, or it has no effect.`,
      );
    else if (required && !now.required)
      say(name, 'compatible', `The argument ${quoted(name)} may now be left out.`);
    else if (!required && now.required)
      say(
        name,
        'breaking',
        `Callers must now give the argument ${quoted(name)}; before, it could be left out.`,
      );
    else if (!sameValue(raw, now.raw))
      say(name, 'wording', `The argument ${quoted(name)} is described in other words.`);
  }
  for (const [name, { required }] of is) {
    if (was.has(name)) continue;
    if (required) say(name, 'breaking', `Callers must now give the argument ${quoted(name)}, which is new.`);
    else say(name, 'compatible', `Callers may now give the argument ${quoted(name)}.`);
  }
  if (found.length === 0)
    found.push({
      kind: 'changed',
      part: 'arguments',
      within: ['arguments'],
      severity: 'wording',
      sentence: 'Its arguments stand in another order, or are written in another way.',
      ...present(texts),
    });
  return found;
}
