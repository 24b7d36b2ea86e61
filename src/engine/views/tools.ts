import type { ListingView } from './listings.ts';

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
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
  /** Position among the entries with this name, from 1, and how many there are. */
  readonly twin: { readonly nth: number; readonly of: number } | null;
}

/** The tools of a listing and what kept a page from being read. */
export interface ToolList {
  readonly tools: readonly ToolEntry[];
  readonly failedPages: readonly { readonly page: number; readonly exchange: number; readonly reason: string }[];
}

/** Reads the pages of a listing. Never fails: what can't be read is named in place. */
export type ReadTools = (listing: ListingView) => Promise<ToolList>;
