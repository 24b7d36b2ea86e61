import { setTimeout as delay } from 'node:timers/promises';
import {
  acceptedContent,
  inputRequired,
  inputResponse,
  McpServer,
  type RequestStateCodec,
  type ServerCapabilities,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { registerCatalogue } from './sdk-dual-catalogue.ts';

/** What one handshake can differ in from the next. */
export type FixtureOptions = {
  name?: string;
  version?: string;
  instructions?: string;
  /** Declared besides `tools`. Default: logging, prompts and resources. */
  capabilities?: ServerCapabilities;
  /** Adds a tool whose arguments have to be mirrored in `Mcp-Param-*` headers. */
  headerParams?: boolean;
  /** Adds resources, templates and prompts of every kind, with completion. */
  catalogue?: boolean;
  /** `echo` wants to know to whom: whoever calls it as before is refused. */
  echoTo?: boolean;
  /** Adds tools that ask with a request of the server's own, which the SDK sends on the notification stream: legacy alone. */
  pushes?: boolean;
};

/** What the rounds of `book_trip` and `poll` know so far. */
export type FixtureState = { step: number; city?: string; nights?: number };

const CITY = z.object({ city: z.string().min(2) });
const NIGHTS = z.object({ nights: z.number().int().min(1).max(30) });
const CONFIRM = z.object({ confirm: z.boolean() });

/** A fresh instance: one for each modern request, one for each legacy session. */
export function createFixtureServer(
  options: FixtureOptions,
  codec: RequestStateCodec<FixtureState>,
): McpServer {
  const server = new McpServer(
    { name: options.name ?? 'harbour', version: options.version ?? '3.1.0' },
    {
      instructions: options.instructions ?? 'A fixture. Nothing it says is true.',
      capabilities: options.capabilities ?? {
        tools: {},
        logging: {},
        prompts: {},
        resources: { subscribe: false },
      },
      requestState: { verify: (state, context) => codec.verify(state, context) },
    },
  );
  registerPlainTools(server, options.echoTo === true);
  registerInputTools(server, codec);
  if (options.headerParams === true) registerHeaderTool(server);
  if (options.pushes === true) registerPushTools(server);
  if (options.catalogue === true) registerCatalogue(server);
  if (options.capabilities === undefined || options.capabilities.prompts !== undefined)
    registerPrompt(server);
  if (options.capabilities === undefined || options.capabilities.resources !== undefined)
    registerResource(server);
  return server;
}

const text = (message: string) => ({ content: [{ type: 'text' as const, text: message }] });

function registerPlainTools(server: McpServer, echoTo: boolean): void {
  const message = z.string();
  server.registerTool(
    'echo',
    {
      description: 'Returns the message.',
      inputSchema: echoTo ? z.object({ message, to: z.string() }) : z.object({ message }),
    },
    ({ message: said }) => text(said),
  );
  server.registerTool(
    'add',
    {
      title: 'Add two numbers',
      description: 'Returns the sum as structured content.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  );
  server.registerTool('fail', { description: 'Fails with isError.' }, () => ({
    ...text('It did not work.'),
    isError: true,
  }));
  server.registerTool(
    'progress',
    {
      description: 'Reports progress and logs at each step.',
      inputSchema: z.object({ steps: z.number().int().default(5), delay: z.number().default(20) }),
    },
    async ({ steps, delay: ms }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (let step = 1; step <= steps; step++) {
        await delay(ms, undefined, { signal: mcpReq.signal });
        if (progressToken !== undefined) {
          const params = { progressToken, progress: step, total: steps, message: `Step ${step}` };
          await mcpReq.notify({ method: 'notifications/progress', params });
        }
        await mcpReq.log('info', { step }, 'fixture');
      }
      return text(`${steps} steps done`);
    },
  );
  server.registerTool(
    'slow',
    { description: 'Says nothing for a while.', inputSchema: z.object({ ms: z.number().default(1000) }) },
    async ({ ms }, { mcpReq }) => {
      await delay(ms, undefined, { signal: mcpReq.signal });
      return text('at last');
    },
  );
  server.registerTool(
    'big',
    { description: 'A large text.', inputSchema: z.object({ kilobytes: z.number().int().default(1024) }) },
    ({ kilobytes }) => text('0123456789abcdef'.repeat(64 * kilobytes)),
  );
}

function registerInputTools(server: McpServer, codec: RequestStateCodec<FixtureState>): void {
  server.registerTool(
    'book_trip',
    {
      description: 'Three rounds: city, nights, confirmation.',
      inputSchema: z.object({ traveller: z.string() }),
    },
    async ({ traveller }, context) => {
      const { mcpReq } = context;
      const state = mcpReq.requestState<FixtureState>() ?? { step: 0 };
      const ask = async (next: FixtureState, key: string, message: string, requestedSchema: z.ZodObject) =>
        inputRequired({
          inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) },
          requestState: await codec.mint(next, context),
        });
      if (state.step < 2) {
        const city = acceptedContent(mcpReq.inputResponses, 'city', CITY)?.city;
        if (city === undefined) return ask({ step: 1 }, 'city', `Where does ${traveller} go?`, CITY);
        return ask({ step: 2, city }, 'nights', `How many nights in ${city}?`, NIGHTS);
      }
      if (state.step === 2) {
        const nights = acceptedContent(mcpReq.inputResponses, 'nights', NIGHTS)?.nights;
        if (nights === undefined) return ask(state, 'nights', `How many nights in ${state.city}?`, NIGHTS);
        return ask(
          { ...state, step: 3, nights },
          'confirm',
          `${nights} nights in ${state.city}. Book?`,
          CONFIRM,
        );
      }
      const confirmation = inputResponse(mcpReq.inputResponses, 'confirm');
      if (confirmation.kind === 'missing') return ask(state, 'confirm', 'Book?', CONFIRM);
      const booked = acceptedContent(mcpReq.inputResponses, 'confirm', CONFIRM)?.confirm === true;
      return text(
        booked ? `Booked ${state.nights} nights in ${state.city} for ${traveller}.` : 'Not booked.',
      );
    },
  );
  server.registerTool(
    'ask_many',
    { description: 'A form, a sample and the roots in one round.' },
    ({ mcpReq }) => {
      const keys = ['form', 'sample', 'roots'];
      const kinds = keys.map((key) => inputResponse(mcpReq.inputResponses, key).kind);
      if (!kinds.includes('missing')) return text(`Got ${kinds.join(', ')}.`);
      return inputRequired({
        inputRequests: {
          form: inputRequired.elicit({
            message: 'Your name?',
            requestedSchema: z.object({ name: z.string() }),
          }),
          sample: inputRequired.createMessage({
            messages: [{ role: 'user', content: { type: 'text', text: 'Say a word.' } }],
            maxTokens: 10,
          }),
          roots: inputRequired.listRoots(),
        },
      });
    },
  );
  server.registerTool('open_page', { description: 'A page to open.' }, ({ mcpReq }) => {
    const consent = inputResponse(mcpReq.inputResponses, 'consent');
    if (consent.kind === 'elicit') return text(`The page was answered with ${consent.action}.`);
    const message = 'Sign in to go on.';
    const url = 'https://example.com/harbour/sign-in';
    return inputRequired({ inputRequests: { consent: inputRequired.elicitUrl({ message, url }) } });
  });
  registerLinkTool(server);
  server.registerTool(
    'poll',
    {
      description: 'Only a request state, twice.',
      inputSchema: z.object({ times: z.number().int().default(2) }),
    },
    async ({ times }, context) => {
      const step = context.mcpReq.requestState<FixtureState>()?.step ?? 0;
      if (step >= times) return text(`Polled ${step} times.`);
      return inputRequired({ requestState: await codec.mint({ step: step + 1 }, context) });
    },
  );
}

function registerPushTools(server: McpServer): void {
  const asked = { message: 'Your name?', requestedSchema: { type: 'object', properties: {} } } as const;
  server.registerTool(
    'ask_by_push',
    { description: 'Asks once, on its own.', inputSchema: z.object({ name: z.string().default('it') }) },
    async ({ name }, { mcpReq }) => text(`${name}: ${(await mcpReq.elicitInput(asked)).action}`),
  );
  server.registerTool('ping_client', { description: 'Pings, and says that the pong came.' }, async () => {
    await server.server.ping();
    return text('The pong came.');
  });
  server.registerTool(
    'ask_briefly',
    { description: 'Asks, and gives up soon.', inputSchema: z.object({ ms: z.number().default(300) }) },
    ({ ms }, { mcpReq }) =>
      mcpReq.elicitInput(asked, { timeout: ms }).then(
        ({ action }) => text(action),
        () => text('Nobody answered in time.'),
      ),
  );
}

/** Legacy alone: −32042 until `/finish?id=…` was told about each of two URLs. */
function registerLinkTool(server: McpServer): void {
  server.registerTool('link_files', { description: 'Two pages to go to first.' }, (context) => {
    const asked = ['link-drive', 'link-mail'].filter((id) => !finishedLinks.has(id));
    const { sessionId } = context;
    for (const id of asked)
      finishers.set(id, async () => {
        finishedLinks.add(id);
        if (sessionId !== undefined) await server.server.createElicitationCompletionNotifier(id)();
      });
    if (asked.length === 0) return text('Both are linked.');
    throw new UrlElicitationRequiredError(
      asked.map((elicitationId) => ({
        mode: 'url',
        elicitationId,
        url: `https://example.com/harbour/${elicitationId}`,
        message: `Link ${elicitationId}`,
      })),
    );
  });
}

const finishedLinks = new Set<string>();
const finishers = new Map<string, () => Promise<void>>();

/** As though somebody had been to the page that `link_files` named. */
export async function finishLink(id: string): Promise<void> {
  await finishers.get(id)?.();
}

/** Nobody has been to any page. */
export function forgetLinks(): void {
  finishedLinks.clear();
  finishers.clear();
}

function registerHeaderTool(server: McpServer): void {
  const inputSchema = z.object({
    region: z.string().meta({ 'x-mcp-header': 'Region' }),
    count: z.number().int().optional().meta({ 'x-mcp-header': 'Count' }),
  });
  server.registerTool(
    'routed',
    { description: 'Mirrors its arguments in headers.', inputSchema },
    ({ region }) => text(`Routed to ${region}.`),
  );
  server.registerTool(
    'routed_trip',
    { description: 'Mirrors its arguments, and asks before it goes.', inputSchema },
    ({ region }, { mcpReq }) =>
      inputResponse(mcpReq.inputResponses, 'confirm').kind === 'missing'
        ? inputRequired({
            inputRequests: {
              confirm: inputRequired.elicit({ message: `To ${region}?`, requestedSchema: CONFIRM }),
            },
          })
        : text(`Gone to ${region}.`),
  );
}

function registerPrompt(server: McpServer): void {
  const argsSchema = z.object({ ship: z.string() });
  server.registerPrompt('greeting', { description: 'Greets a ship.', argsSchema }, ({ ship }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${ship}.` } }],
  }));
}

function registerResource(server: McpServer): void {
  server.registerResource('tide', 'harbour://tide', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'High at 14:02.' }],
  }));
}
