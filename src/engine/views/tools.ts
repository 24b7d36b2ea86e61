import { decodeString, member, readDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { atOnce } from '../base/turn.ts';
import {
  createListReader,
  nounOf,
  readKey,
  readOptionalText,
  type EntryList,
  type EntryProblem,
  type ListEntry,
  type PageEntry,
} from './list-pages.ts';
import type { ListingView } from './listings.ts';

/** One entry of a tool list, also a broken one, with everything as it travelled. */
export interface ToolEntry extends ListEntry {
  readonly inputSchema: string | null;
  readonly outputSchema: string | null;
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
}

/** Reads the tools of a listing. Never fails: what can't be read is named in place. */
export const readTools: (listing: ListingView) => Promise<EntryList<ToolEntry>> = createListReader<ToolEntry>(
  'tools',
  3,
  readEntry,
);

function readEntry(
  text: string,
  node: JsonNode,
  path: string,
  problems: EntryProblem[],
): PageEntry<ToolEntry> {
  const raw = sliceOf(text, node);
  if (!node.members) {
    problems.push({ path, reason: `Is ${nounOf(text, node)}, not an object` });
    return {
      path,
      key: '',
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
  const name = readKey(text, node, 'name', path, problems);
  return {
    path,
    key: name,
    name,
    title: readOptionalText(text, node, 'title', path, problems),
    description: readOptionalText(text, node, 'description', path, problems),
    raw,
    inputSchema: readSchema(text, 'inputSchema', member(node, 'inputSchema'), path, problems),
    outputSchema: readSchema(text, 'outputSchema', member(node, 'outputSchema'), path, problems),
    annotations: readAnnotations(text, member(node, 'annotations'), path, problems),
    problems,
  };
}

function readSchema(
  text: string,
  key: 'inputSchema' | 'outputSchema',
  node: JsonNode | undefined,
  path: string,
  problems: EntryProblem[],
): string | null {
  const at = `${path}.${key}`;
  if (!node) {
    if (key === 'inputSchema') problems.push({ path: at, reason: 'inputSchema is missing' });
    return null;
  }
  const schema = sliceOf(text, node);
  if (node.kind !== 'object') {
    problems.push({ path: at, reason: `${key} is ${nounOf(text, node)}, not an object` });
  } else if (key === 'inputSchema' && !typicalStart.test(schema)) {
    const type = member(insideOf(schema), 'type');
    if (decodeString(schema, type) !== 'object') {
      const says = type ? `says ${short(sliceOf(schema, type))}` : 'is missing';
      problems.push({ path: `${at}.type`, reason: `type ${says}; arguments are always an object` });
    }
  }
  return schema;
}

/** How nearly every input schema begins. Of thousands of tools only the others are read closer. */
const typicalStart = /^\{\s*"type"\s*:\s*"object"\s*[,}]/;

/** An object with its members, without what is in them. */
function insideOf(text: string): JsonNode | undefined {
  const read = atOnce(readDocument(text, 0));
  return read.ok ? read.value : undefined;
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function readAnnotations(
  text: string,
  node: JsonNode | undefined,
  path: string,
  problems: EntryProblem[],
): ToolEntry['annotations'] {
  if (!node) return {};
  const at = `${path}.annotations`;
  if (node.kind !== 'object') {
    problems.push({ path: at, reason: `annotations is ${nounOf(text, node)}, not an object` });
    return {};
  }
  const own = sliceOf(text, node);
  // It is JSON, or the list would not have been read; and of several members of one name it gives the last, as we do.
  const said = JSON.parse(own) as Readonly<Record<string, unknown>>;
  const annotations: { -readonly [K in keyof ToolEntry['annotations']]: boolean } = {};
  for (const hint of HINTS) {
    if (!Object.hasOwn(said, hint)) continue;
    const value = said[hint];
    if (typeof value === 'boolean') annotations[hint] = value;
    else {
      const found = member(insideOf(own), hint);
      const noun = found ? nounOf(own, found) : 'something else';
      problems.push({ path: `${at}.${hint}`, reason: `${hint} is ${noun}, not true or false` });
    }
  }
  return annotations;
}

function short(raw: string): string {
  return raw.length > 40 ? `${raw.slice(0, 40)}…` : raw;
}
