import { NO_SETTINGS } from '../../../engine/capabilities/profile.ts';
import type { ProfileDraft } from '../../app.ts';

/** A client that exists, as a public list knows it. */
export interface RealClient {
  /** What it says in `clientInfo.name`. */
  readonly id: string;
  readonly title: string;
  readonly draft: ProfileDraft;
}

/** What of a record a client declares; the rest says which features of a server it uses. */
const DECLARED = ['elicitation', 'sampling', 'roots', 'tasks', 'experimental', 'extensions'] as const;

/** The list of clients that `mcp-client-capabilities` holds, by title. It says no version of a client: that is for the person to fill in. */
export async function loadRealClients(): Promise<readonly RealClient[]> {
  const { mcpClients } = await import('mcp-client-capabilities');
  return Object.entries(mcpClients)
    .map(([id, record]) => realClient(id, record))
    .sort((a, b) => a.title.localeCompare(b.title) || a.id.localeCompare(b.id));
}

/** A record of the list as a profile: raw JSON, since a client declares what it declares whatever the revision. */
export function realClient(id: string, record: { readonly title: string }): RealClient {
  const given = record as unknown as Readonly<Record<string, unknown>>;
  const declared = DECLARED.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]] as const]));
  return {
    id,
    title: record.title,
    draft: {
      name: `${record.title} (${id})`,
      clientInfo: { name: id, version: '0.0.0', title: record.title },
      rule: 'nothing',
      settings: NO_SETTINGS,
      rawText: JSON.stringify(Object.fromEntries(declared)),
    },
  };
}
