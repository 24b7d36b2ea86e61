import { siteLink } from './spec-links.ts';

/** An official extension: negotiated by its identifier in `capabilities.extensions` (2026-07-28). */
export interface Extension {
  readonly id: string;
  readonly title: string;
  /** Sentence case, no full stop. */
  readonly meaning: string;
  readonly url: string;
}

/** The identifier of the tasks extension, where tasks went from 2025-11-25's core protocol. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** The official extensions. Others are data like these, without a meaning known here. */
export const EXTENSIONS: readonly Extension[] = [
  {
    id: TASKS_EXTENSION,
    title: 'Tasks',
    meaning: 'Runs requests as tasks that outlive them, to be polled',
    url: siteLink('extensions/tasks/overview'),
  },
  {
    id: 'io.modelcontextprotocol/ui',
    title: 'MCP Apps',
    meaning: 'Shows interactive pages inside a conversation',
    url: siteLink('extensions/apps/overview'),
  },
  {
    id: 'io.modelcontextprotocol/oauth-client-credentials',
    title: 'OAuth client credentials',
    meaning: 'Authorizes a client as itself, without a person',
    url: siteLink('extensions/auth/oauth-client-credentials'),
  },
  {
    id: 'io.modelcontextprotocol/enterprise-managed-authorization',
    title: 'Enterprise-managed authorization',
    meaning: 'Lets an organisation decide centrally which servers its people may use',
    url: siteLink('extensions/auth/enterprise-managed-authorization'),
  },
];

/** The official extension with this identifier; undefined for any other. */
export function findExtension(id: string): Extension | undefined {
  return EXTENSIONS.find((extension) => extension.id === id);
}
