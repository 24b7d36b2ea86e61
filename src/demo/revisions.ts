import type { Implementation, ServerCapabilities } from '@modelcontextprotocol/server';

/** The revisions the demo speaks, oldest first. */
export const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

export type Revision = (typeof REVISIONS)[number];

/** The one modern revision: no session, input requests inside results. */
export const MODERN: Revision = '2026-07-28';

/** The legacy revisions, newest first: the order in which a server offers them. */
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'] as const satisfies readonly Revision[];

/** What an `initialize` that asks for `requested` gets: that revision, or the newest legacy one. */
export function legacyRevision(requested: unknown): (typeof LEGACY)[number] {
  return LEGACY.find((revision) => revision === requested) ?? LEGACY[0];
}

/** What the demo says of itself under one revision. */
export type Profile = {
  serverInfo: Implementation;
  capabilities: ServerCapabilities;
  instructions: string;
};

/**
 * A service that grew with the protocol: each revision meets an older or newer release of it. That gives the
 * capability diff something to say, and a client of each revision only what that revision knows.
 *
 * `listChanged: false` is written out because the SDK reads its absence as `true`.
 */
export const PROFILES: Readonly<Record<Revision, Profile>> = {
  '2025-03-26': {
    serverInfo: { name: 'acme-deploy', version: '1.0.2' },
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
      completions: {},
      logging: {},
    },
    instructions:
      'Acme Deploy, embedded demo. Read release_status before anything else. Restart a service with restart_service.',
  },
  '2025-06-18': {
    serverInfo: { name: 'acme-deploy', title: 'Acme Deploy', version: '1.2.0' },
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: true },
      prompts: { listChanged: false },
      completions: {},
      logging: {},
    },
    instructions:
      'Acme Deploy, embedded demo. Read release_status before anything else. deploy_release asks for a window and an approval.',
  },
  '2025-11-25': {
    serverInfo: {
      name: 'acme-deploy',
      title: 'Acme Deploy',
      version: '1.4.0',
      description: 'Release management for the Acme services. A demo that runs inside this page.',
    },
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
    instructions:
      'Acme Deploy, embedded demo. Read release_status before anything else. deploy_release asks for a window, then for an approval, release notes and the workspace.',
  },
  '2026-07-28': {
    // Short: the SDK repeats it in the `_meta` of every result.
    serverInfo: {
      name: 'acme-deploy',
      title: 'Acme Deploy',
      version: '2.0.0',
    },
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true },
      prompts: { listChanged: false },
      completions: {},
      logging: {},
      extensions: { 'com.example/deploy-windows': { version: '1', timeZones: ['UTC', 'Europe/Berlin'] } },
    },
    instructions:
      'Acme Deploy, embedded demo. Read release_status before anything else. Tools that need input answer with input_required: send the same call again with inputResponses and the requestState as it came.',
  },
};
