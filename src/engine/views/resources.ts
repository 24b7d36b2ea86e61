import { decodeString, member, sliceOf, type JsonNode } from '../base/json/document.ts';
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

/** What a server says about whom a resource is for (server/resources, "Annotations"). */
export interface Annotations {
  readonly audience: readonly string[];
  /** As typed. */
  readonly priority: string | null;
  readonly lastModified: string | null;
}

/** One entry of a list of resources; `key` is its URI. */
export interface ResourceEntry extends ListEntry {
  readonly mimeType: string | null;
  /** Bytes, as typed. */
  readonly size: string | null;
  readonly annotations: Annotations;
}

/** One entry of a list of resource templates; `key` is the template. */
export type TemplateEntry = Omit<ResourceEntry, 'size'>;

/** Reads the resources of a listing. Never fails: what can't be read is named in place. */
export const readResources: (listing: ListingView) => Promise<EntryList<ResourceEntry>> =
  createListReader<ResourceEntry>('resources', 5, (text, node, path, problems) => ({
    ...readEntry(text, node, 'uri', path, problems),
    size: tokenOf(text, node, 'size', path, problems),
  }));

/** Reads the resource templates of a listing. Never fails: what can't be read is named in place. */
export const readTemplates: (listing: ListingView) => Promise<EntryList<TemplateEntry>> =
  createListReader<TemplateEntry>('resourceTemplates', 5, (text, node, path, problems) =>
    readEntry(text, node, 'uriTemplate', path, problems),
  );

const NO_ANNOTATIONS: Annotations = { audience: [], priority: null, lastModified: null };

function readEntry(
  text: string,
  node: JsonNode,
  keyMember: 'uri' | 'uriTemplate',
  path: string,
  problems: EntryProblem[],
): PageEntry<TemplateEntry> {
  const raw = sliceOf(text, node);
  if (!node.members) {
    problems.push({ path, reason: `Is ${nounOf(text, node)}, not an object` });
    const nothing = { key: '', name: '', title: null, description: null, mimeType: null };
    return { path, ...nothing, raw, annotations: NO_ANNOTATIONS, problems };
  }
  return {
    path,
    key: readKey(text, node, keyMember, path, problems),
    name: readKey(text, node, 'name', path, problems),
    title: readOptionalText(text, node, 'title', path, problems),
    description: readOptionalText(text, node, 'description', path, problems),
    mimeType: readOptionalText(text, node, 'mimeType', path, problems),
    raw,
    annotations: readAnnotations(text, node, path, problems),
    problems,
  };
}

function tokenOf(
  text: string,
  node: JsonNode,
  key: string,
  path: string,
  problems: EntryProblem[],
): string | null {
  const value = member(node, key);
  if (!value) return null;
  if (value.kind === 'number') return sliceOf(text, value);
  problems.push({ path: `${path}.${key}`, reason: `${key} is ${nounOf(text, value)}, not a number` });
  return null;
}

function readAnnotations(text: string, node: JsonNode, path: string, problems: EntryProblem[]): Annotations {
  const annotations = member(node, 'annotations');
  if (!annotations) return NO_ANNOTATIONS;
  const at = `${path}.annotations`;
  if (!annotations.members) {
    problems.push({ path: at, reason: `annotations is ${nounOf(text, annotations)}, not an object` });
    return NO_ANNOTATIONS;
  }
  const audience = member(annotations, 'audience');
  if (audience && !audience.items) {
    const reason = `audience is ${nounOf(text, audience)}, not an array`;
    problems.push({ path: `${at}.audience`, reason });
  }
  return {
    audience: (audience?.items ?? []).map((item) => decodeString(text, item) ?? sliceOf(text, item)),
    priority: tokenOf(text, annotations, 'priority', at, problems),
    lastModified: readOptionalText(text, annotations, 'lastModified', at, problems),
  };
}
