import type { BodyRef } from '../base/body.ts';
import { decodeString, member, readDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { inSlices } from '../base/turn.ts';
import type { ListingView, PageView } from './listings.ts';

/** One entry of a tool list, also a broken one, with everything as it travelled. */
export interface ToolEntry {
  /** Position over all pages, from 0: the key of the entry, since names may repeat. */
  readonly index: number;
  readonly page: number;
  /** `tools[6]` within its page. */
  readonly path: string;
  /** Empty where the entry has none. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  /** The entry's text as it travelled. */
  readonly raw: string;
  readonly inputSchema: string | null;
  readonly outputSchema: string | null;
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
  /** What makes it broken: where, and why. It stays callable by hand where it has a name. */
  readonly problems: readonly ToolProblem[];
  /** Position among the entries with this name, from 1, and how many there are. */
  readonly twin: { readonly nth: number; readonly of: number } | null;
}

/** One thing wrong with an entry of a tool list. */
export interface ToolProblem {
  /** `tools[6].inputSchema` */
  readonly path: string;
  /** Sentence case, no full stop. */
  readonly reason: string;
}

/** The tools of a listing and what kept a page from being read. */
export interface ToolList {
  readonly tools: readonly ToolEntry[];
  readonly failedPages: readonly {
    readonly page: number;
    readonly exchange: number;
    readonly reason: string;
  }[];
}

/** Reads the pages of a listing. Never fails: what can't be read is named in place. */
export type ReadTools = (listing: ListingView) => Promise<ToolList>;

/** An entry before its place among all pages is known. */
type PageEntry = Omit<ToolEntry, 'index' | 'page' | 'twin'>;
type PageContent =
  | { readonly ok: true; readonly entries: readonly PageEntry[] }
  | { readonly ok: false; readonly reason: string };

// A page never changes once it has come, and a listing is read again whenever one more arrives.
const contents = new WeakMap<BodyRef, Promise<PageContent>>();
/** Several places read the same listing. */
const lists = new WeakMap<ListingView, Promise<ToolList>>();
/** How deep an entry's parts have their members; deeper nobody looks. */
const LOOKED_INTO = 4;
/** Entries that are read between two chances to stop. */
const STEP = 256;

/**
 * The tools of a listing, from the text of its pages. A broken entry is listed with its problems and hides none of the others;
 * a page without tools is named with the reason. A page that is still under way is left out. Never rejects for what came.
 */
export function readTools(listing: ListingView): Promise<ToolList> {
  const known = lists.get(listing);
  if (known) return known;
  const reading = readPages(listing);
  lists.set(listing, reading);
  return reading;
}

interface ReadPage {
  readonly page: PageView;
  /** Null while it is under way. */
  readonly content: PageContent | null;
}

async function readPages(listing: ListingView): Promise<ToolList> {
  const pages = await Promise.all(
    listing.pages.map(async (page) => ({ page, content: await contentOf(page, listing) })),
  );
  return inSlices(joinPages(pages));
}

function* joinPages(pages: readonly ReadPage[]): Generator<void, ToolList> {
  const failedPages: { page: number; exchange: number; reason: string }[] = [];
  const counts = new Map<string, number>();
  for (const { page, content } of pages) {
    if (content === null) continue;
    if (!content.ok) failedPages.push({ page: page.page, exchange: page.exchange, reason: content.reason });
    else
      for (const { name } of content.entries) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const seen = new Map<string, number>();
  const tools: ToolEntry[] = [];
  for (const { page, content } of pages) {
    if (!content?.ok) continue;
    for (const entry of content.entries) {
      const of = counts.get(entry.name) ?? 1;
      const nth = (seen.get(entry.name) ?? 0) + 1;
      if (of > 1) seen.set(entry.name, nth);
      tools.push({ ...entry, index: tools.length, page: page.page, twin: of > 1 ? { nth, of } : null });
      if (tools.length % STEP === 0) yield;
    }
  }
  return { tools, failedPages };
}

function contentOf(page: PageView, listing: ListingView): Promise<PageContent> | PageContent | null {
  const { result } = page;
  if (result === null) {
    const { ended } = listing;
    return ended ? { ok: false, reason: ended.detail ?? 'No answer came' } : null;
  }
  const known = contents.get(result);
  if (known) return known;
  const reading = result.text().then(
    (text) => inSlices(readPage(text)),
    () => unreadable('Its text is no longer there'),
  );
  contents.set(result, reading);
  return reading;
}

function unreadable(reason: string): PageContent {
  return { ok: false, reason };
}

function* readPage(text: string): Generator<void, PageContent> {
  // An answer in an array stands one deeper.
  const parsed = yield* readDocument(text, /^\s*\[/.test(text) ? LOOKED_INTO + 1 : LOOKED_INTO);
  if (!parsed.ok) return unreadable(`Not JSON. ${parsed.message}`);
  const message = answerIn(parsed.value);
  const result = member(message, 'result');
  if (!result) return unreadable(errorText(text, member(message, 'error')));
  const tools = member(result, 'tools');
  if (!tools) return unreadable('The result has no tools');
  if (!tools.items) return unreadable(`tools is ${nounOf(text, tools)}, not an array`);
  const entries: PageEntry[] = [];
  for (const node of tools.items) {
    entries.push(readEntry(text, node, `tools[${entries.length}]`));
    if (entries.length % STEP === 0) yield;
  }
  return { ok: true, entries };
}

/** The answer in a body: the body itself, or the first answer of an array (2025-03-26). */
function answerIn(root: JsonNode): JsonNode {
  return root.items?.find((item) => member(item, 'result') ?? member(item, 'error')) ?? root;
}

function errorText(text: string, error: JsonNode | undefined): string {
  if (!error) return 'The answer is neither a result nor an error';
  const code = member(error, 'code');
  const said = decodeString(text, member(error, 'message'));
  const number = code ? ` ${sliceOf(text, code).replace('-', '−')}` : '';
  return `The server answered error${number}${said ? `: ${said}` : ''}`;
}

function readEntry(text: string, node: JsonNode, path: string): PageEntry {
  const problems: ToolProblem[] = [];
  const raw = sliceOf(text, node);
  if (!node.members) {
    problems.push({ path, reason: `Is ${nounOf(text, node)}, not an object` });
    return {
      path,
      name: '',
      title: null,
      description: null,
      raw,
      inputSchema: null,
      outputSchema: null,
      annotations: {},
      problems,
    };
  }
  const optionalText = (key: string): string | null => {
    const value = member(node, key);
    if (!value) return null;
    const found = decodeString(text, value);
    if (found === undefined) {
      problems.push({ path: `${path}.${key}`, reason: `${key} is ${nounOf(text, value)}, not a string` });
    }
    return found ?? null;
  };

  return {
    path,
    name: readName(text, member(node, 'name'), path, problems),
    title: optionalText('title'),
    description: optionalText('description'),
    raw,
    inputSchema: readSchema(text, 'inputSchema', member(node, 'inputSchema'), path, problems),
    outputSchema: readSchema(text, 'outputSchema', member(node, 'outputSchema'), path, problems),
    annotations: readAnnotations(text, member(node, 'annotations'), path, problems),
    problems,
  };
}

function readName(text: string, node: JsonNode | undefined, path: string, problems: ToolProblem[]): string {
  const at = `${path}.name`;
  if (!node) {
    problems.push({ path: at, reason: 'name is missing' });
    return '';
  }
  const name = decodeString(text, node);
  if (name === undefined) problems.push({ path: at, reason: `name is ${nounOf(text, node)}, not a string` });
  else if (name === '') problems.push({ path: at, reason: 'name is empty' });
  else if (name.trim() === '') problems.push({ path: at, reason: 'name is blank' });
  return name ?? '';
}

function readSchema(
  text: string,
  key: 'inputSchema' | 'outputSchema',
  node: JsonNode | undefined,
  path: string,
  problems: ToolProblem[],
): string | null {
  const at = `${path}.${key}`;
  if (!node) {
    if (key === 'inputSchema') problems.push({ path: at, reason: 'inputSchema is missing' });
    return null;
  }
  if (!node.members) {
    problems.push({ path: at, reason: `${key} is ${nounOf(text, node)}, not an object` });
  } else if (key === 'inputSchema') {
    const type = member(node, 'type');
    if (decodeString(text, type) !== 'object') {
      const says = type ? `says ${short(sliceOf(text, type))}` : 'is missing';
      problems.push({ path: `${at}.type`, reason: `type ${says}; arguments are always an object` });
    }
  }
  return sliceOf(text, node);
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function readAnnotations(
  text: string,
  node: JsonNode | undefined,
  path: string,
  problems: ToolProblem[],
): ToolEntry['annotations'] {
  if (!node) return {};
  const at = `${path}.annotations`;
  if (!node.members) {
    problems.push({ path: at, reason: `annotations is ${nounOf(text, node)}, not an object` });
    return {};
  }
  const annotations: { -readonly [K in keyof ToolEntry['annotations']]: boolean } = {};
  for (const hint of HINTS) {
    const value = member(node, hint);
    if (!value) continue;
    const said = sliceOf(text, value);
    if (said === 'true' || said === 'false') annotations[hint] = said === 'true';
    else
      problems.push({
        path: `${at}.${hint}`,
        reason: `${hint} is ${nounOf(text, value)}, not true or false`,
      });
  }
  return annotations;
}

const NOUNS = { object: 'an object', array: 'an array', string: 'a string', number: 'a number' } as const;

function nounOf(text: string, node: JsonNode): string {
  return node.kind === 'literal' ? sliceOf(text, node) : NOUNS[node.kind];
}

function short(raw: string): string {
  return raw.length > 40 ? `${raw.slice(0, 40)}…` : raw;
}
