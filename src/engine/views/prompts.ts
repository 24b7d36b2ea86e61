import { member, sliceOf, type JsonNode } from '../base/json/document.ts';
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

/** One argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly required: boolean;
}

/** One entry of a list of prompts. */
export interface PromptEntry extends ListEntry {
  /** Those that have a name, in order; of one name the first. */
  readonly arguments: readonly PromptArgument[];
}

/** Reads the prompts of a listing. Never fails: what can't be read is named in place. */
export const readPrompts: (listing: ListingView) => Promise<EntryList<PromptEntry>> =
  createListReader<PromptEntry>('prompts', 5, readEntry);

function readEntry(
  text: string,
  node: JsonNode,
  path: string,
  problems: EntryProblem[],
): PageEntry<PromptEntry> {
  const raw = sliceOf(text, node);
  if (!node.members) {
    problems.push({ path, reason: `Is ${nounOf(text, node)}, not an object` });
    return { path, key: '', name: '', title: null, description: null, raw, arguments: [], problems };
  }
  const name = readKey(text, node, 'name', path, problems);
  return {
    path,
    key: name,
    name,
    title: readOptionalText(text, node, 'title', path, problems),
    description: readOptionalText(text, node, 'description', path, problems),
    raw,
    arguments: readArguments(text, member(node, 'arguments'), `${path}.arguments`, problems),
    problems,
  };
}

function readArguments(
  text: string,
  node: JsonNode | undefined,
  path: string,
  problems: EntryProblem[],
): readonly PromptArgument[] {
  if (!node) return [];
  if (!node.items) {
    problems.push({ path, reason: `arguments is ${nounOf(text, node)}, not an array` });
    return [];
  }
  const found = new Map<string, PromptArgument>();
  for (const [index, item] of node.items.entries()) {
    const at = `${path}[${String(index)}]`;
    if (!item.members) {
      problems.push({ path: at, reason: `Is ${nounOf(text, item)}, not an object` });
      continue;
    }
    const name = readKey(text, item, 'name', at, problems);
    if (name === '') continue;
    if (found.has(name)) {
      problems.push({ path: `${at}.name`, reason: `A second argument is called ${name}` });
      continue;
    }
    found.set(name, {
      name,
      title: readOptionalText(text, item, 'title', at, problems),
      description: readOptionalText(text, item, 'description', at, problems),
      required: readFlag(text, item, 'required', at, problems),
    });
  }
  return [...found.values()];
}

function readFlag(
  text: string,
  node: JsonNode,
  key: string,
  path: string,
  problems: EntryProblem[],
): boolean {
  const value = member(node, key);
  if (!value) return false;
  const said = sliceOf(text, value);
  if (said !== 'true' && said !== 'false')
    problems.push({ path: `${path}.${key}`, reason: `${key} is ${nounOf(text, value)}, not true or false` });
  return said === 'true';
}
