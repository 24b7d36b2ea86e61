import {
  createMcpHandler,
  createRequestStateCodec,
  isLegacyRequest,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { answerPreflight, applyCors, type CorsPolicy } from './cors.ts';
import { type RecordingServer, startRecordingServer } from './recorder.ts';
import { LegacySessions } from './sdk-dual-sessions.ts';
import {
  createFixtureServer,
  finishLink,
  forgetLinks,
  type FixtureOptions,
  type FixtureState,
} from './sdk-dual-server.ts';

/** What the server is and what it allows. */
export type SdkDualOptions = FixtureOptions & {
  cors?: CorsPolicy;
  /** Which eras are served; both by default. Neither of the other era's requests is understood. */
  eras?: 'both' | 'modern' | 'legacy';
};

/** The running server. */
export type SdkDualServer = RecordingServer & {
  /** The endpoint. */
  url: string;
  /** Becomes another server at the same address, for handshakes to differ. Open sessions end. */
  become: (options: SdkDualOptions) => void;
  /** Tells the modern streams that asked for it of a change. */
  notify: ServerNotifier;
  /** As though somebody had been to a page that `link_files` named: tells the client. */
  finishLink: (id: string) => Promise<void>;
};

/**
 * A dual-era server built on the official SDK and its Node adapter, over real HTTP on a free port of 127.0.0.1.
 * Modern requests are served by `createMcpHandler`, legacy ones by one stateful transport for each session.
 */
export async function startSdkDual(initial: SdkDualOptions = {}): Promise<SdkDualServer> {
  let options = initial;
  const codec = createRequestStateCodec<FixtureState>({
    key: crypto.getRandomValues(new Uint8Array(32)),
    bind: (context) => context.mcpReq.method,
  });
  const modern = createMcpHandler(() => createFixtureServer(options, codec), { legacy: 'reject' });
  const sessions = new LegacySessions(() => createFixtureServer(options, codec));

  const endpoint = toNodeHandler({
    fetch: async (request, more) => {
      if (options.eras !== 'modern' && (options.eras === 'legacy' || (await isLegacyRequest(request)))) {
        return sessions.handle(request);
      }
      return modern.fetch(request, more);
    },
  });

  const server = await startRecordingServer((req, res, record) => {
    if (req.method === 'OPTIONS') {
      answerPreflight(req, res, options.cors);
      return;
    }
    applyCors(req, res, options.cors);
    if (new URL(record.url, 'http://host').pathname !== '/mcp') {
      res.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      return;
    }
    const decoder = new TextDecoder();
    req.on('data', (chunk: Buffer) => (record.body += decoder.decode(chunk, { stream: true })));
    void endpoint(req, res as Parameters<typeof endpoint>[1]);
  });
  return {
    ...server,
    url: `${server.origin}/mcp`,
    finishLink,
    notify: modern.notify,
    become: (next) => {
      forgetLinks();
      options = next;
      sessions.endAll();
    },
    close: async () => {
      sessions.endAll();
      await modern.close();
      await server.close();
    },
  };
}
