import { LISTS } from '../protocol/lists.ts';
import type { Validator } from '../schema/validator.ts';
import type { Session } from '../session/contract.ts';
import { createCallsView } from '../views/calls.ts';
import { createListingsView } from '../views/listings.ts';
import { readTools } from '../views/tools.ts';
import {
  COMPARED_LISTS,
  type CallMade,
  type ColumnRun,
  type ComparedCall,
  type ComparisonColumn,
  type ComparisonPlan,
} from './plan.ts';

/** What a column is run with. */
export interface ColumnHost {
  /** A session of its own, with a recording of its own, that keeps nothing. */
  newSession(): Promise<Session>;
  readonly validator: Validator;
  readonly signal: AbortSignal;
  /** What it is about to do, in words: `connects`, `lists tools`, `calls deploy`. */
  onStep(words: string): void;
}

/** Connects once, lists all that is offered, makes the calls one after the other, and disconnects. Never rejects for what a server did. */
export async function runColumn(
  column: ComparisonColumn,
  plan: ComparisonPlan,
  host: ColumnHost,
): Promise<ColumnRun> {
  const { signal } = host;
  const session = await host.newSession();
  const { recording } = session;
  const calls: CallMade[] = [];
  const reveal = (placeholder: string) => session.reveal(placeholder);
  const stop = () => session.cancelConnect();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await session.ready;
    session.setResponders(plan.responders);
    session.setLimits(plan.limits);
    if (signal.aborted) return { recording, calls, reveal };
    host.onStep('connects');
    await unlessAborted(session.connect(column.options), signal);
    // Connecting has listed the tools, where there are any.
    for (const method of COMPARED_LISTS) {
      if (signal.aborted || session.snapshot.phase !== 'connected') break;
      const { member, capability } = LISTS[method];
      if (method === 'tools/list' || !mayList(session, capability)) continue;
      host.onStep(`lists ${member === 'resourceTemplates' ? 'templates' : member}`);
      await unlessAborted(session.list(method), signal);
    }
    for (const call of plan.calls) {
      if (signal.aborted || session.snapshot.phase !== 'connected') break;
      host.onStep(`calls ${call.subject.name}`);
      calls.push(await makeCall(session, call, host));
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // Ends the session of a legacy server, and whatever still runs.
    await session.disconnect();
  }
  return { recording, calls, reveal };
}

function mayList({ snapshot }: Session, capability: string): boolean {
  return snapshot.connection?.declares?.includes(capability) ?? true;
}

async function makeCall(
  session: Session,
  { subject, anyway }: ComparedCall,
  host: ColumnHost,
): Promise<CallMade> {
  const reason = anyway ? null : await refusalOf(session, subject, host.validator);
  if (reason !== null) return { kind: 'left out', reason };
  if (host.signal.aborted) return { kind: 'left out', reason: 'Cancelled' };
  const call = session.startCall(subject);
  const givenUp = await ended(session, call, host.signal);
  return { kind: 'made', call, ...(givenUp === null ? {} : { givenUp }) };
}

/** Why a call of a tool is not made as it stands; null where nothing is against it. */
async function refusalOf(
  session: Session,
  { method, name, argumentsText }: ComparedCall['subject'],
  validator: Validator,
): Promise<string | null> {
  if (method !== 'tools/call') return null;
  const number = session.snapshot.listings['tools/list'];
  const listing = createListingsView(session.recording)
    .read()
    .find((each) => each.listing === number);
  if (!listing) return 'It lists no tools';
  const tool = (await readTools(listing)).entries.find((each) => each.name === name);
  // A list that came in part says nothing about the rest.
  if (!tool) return listing.ended?.how === 'complete' ? 'It lists no tool of that name' : null;
  if (tool.inputSchema === null) return null;
  const verdict = await validator.validate(
    tool.inputSchema,
    argumentsText.trim() === '' ? '{}' : argumentsText,
  );
  if (verdict.verdict !== 'invalid') return null;
  return `Its input schema refuses the arguments: ${verdict.problems[0]?.message ?? 'not valid'}`;
}

/** Resolves once a call is over. One that waits for a person is given up, and what it waited for is told. */
function ended(session: Session, call: number, signal: AbortSignal): Promise<string | null> {
  const view = createCallsView(session.recording);
  return new Promise((resolve) => {
    let waitedFor: string | null = null;
    const finish = () => {
      stop();
      signal.removeEventListener('abort', finish);
      resolve(waitedFor);
    };
    const look = () => {
      const found = view.read().find((each) => each.call === call);
      if (found?.state === 'ended') finish();
      else if (found?.waiting && waitedFor === null) {
        waitedFor = found.waiting.reason;
        // The session is in the middle of saying so.
        queueMicrotask(() => session.abandonCall(call));
      }
    };
    const stop = session.recording.subscribe(look);
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
    else look();
  });
}

async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const give = () => resolve();
    signal.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
