import { inputRequired, type InputRequests } from '@modelcontextprotocol/server';
import { type Answer, askAgain, formAnswer, rootsAnswer, samplingAnswer } from '../answers.ts';
import { ENVIRONMENTS, RELEASES, SERVICE_ARGUMENT } from '../catalogue.ts';
import { formRequest } from '../form-request.ts';
import { pause } from '../pause.ts';
import { type ObjectSchema, type Scenario, type ScenarioContext, text } from '../scenario.ts';

const CHECKS = ['Build is signed', 'Tests are green', 'Capacity is free'];

const WINDOW: ObjectSchema = {
  type: 'object',
  properties: {
    when: { type: 'string', title: 'When', enum: ['now', 'tonight', 'weekend'] },
    announce: { type: 'boolean', title: 'Announce in the channel', default: true },
  },
  required: ['when'],
};

const APPROVAL: ObjectSchema = {
  type: 'object',
  properties: {
    // So that responders, which take what is suggested, get the release through.
    approve: { type: 'boolean', title: 'Approve', default: true },
    region: { type: 'string', title: 'Region', enum: ['eu', 'us'] },
    ticket: { type: 'string', title: 'Ticket', minLength: 8 },
  },
  required: ['approve', 'region'],
};

/** What is known so far. It travels in the request state, so that a client can answer in pieces. */
type Progress = {
  window?: Record<string, unknown>;
  approve?: Record<string, unknown>;
  notes?: string;
  workspace?: string[];
};

/**
 * Three rounds with a signed state: first the window, then an approval, release notes and the workspace together,
 * then the result. What is missing or not valid is asked again, and only that.
 */
export const deployRelease: Scenario = {
  name: 'deploy_release',
  title: 'Deploy a release',
  description:
    'Deploys in three rounds: a window, then an approval, notes and the workspace at once, then the result.',
  since: '2025-06-18',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: {
      service: SERVICE_ARGUMENT,
      release: { type: 'string', title: 'Release', pattern: '^r-[0-9]+$', default: 'r-4821' },
      environment: { type: 'string', title: 'Environment', enum: [...ENVIRONMENTS], default: 'production' },
    },
    required: ['service', 'release'],
  }),
  async run(args, context) {
    const { inputResponses: responses } = context.mcpReq;
    const known = context.mcpReq.requestState<Progress>() ?? {};
    const { service, release, environment } = target(args);

    if (known.window === undefined) {
      const window = await formAnswer(responses, 'window', WINDOW);
      if (window.kind === 'refused')
        return text(`Nothing was deployed: the window was answered with ${window.action}.`);
      if (window.kind !== 'given') {
        return ask(context, known, {
          window: formRequest(
            askAgain(`When may ${release} of ${service} go to ${environment}?`, window),
            WINDOW,
          ),
        });
      }
      known.window = window.value;
      await runChecks(context);
      return ask(context, known, secondRound(args, known));
    }

    const approve = await formAnswer(responses, 'approve', APPROVAL);
    if (approve.kind === 'refused' || (approve.kind === 'given' && approve.value['approve'] !== true)) {
      return text(`Nothing was deployed: ${release} was not approved.`);
    }
    const notes = samplingAnswer(responses, 'notes');
    const workspace = rootsAnswer(responses, 'workspace');
    if (approve.kind === 'given') known.approve = approve.value;
    if (notes.kind === 'given') known.notes = notes.value;
    if (workspace.kind === 'given') known.workspace = workspace.value;

    const missing = secondRound(args, known, approve);
    if (Object.keys(missing).length > 0) return ask(context, known, missing);
    return text(`${release} of ${service} is on its way to ${environment}.\nNotes: ${known.notes}`, {
      deployment: 'd-1207',
      service,
      release,
      environment,
      ...known,
    });
  },
};

function target(args: Record<string, unknown>): { service: string; release: string; environment: string } {
  return {
    service: String(args['service']),
    release: String(args['release']),
    environment: typeof args['environment'] === 'string' ? args['environment'] : 'production',
  };
}

function secondRound(
  args: Record<string, unknown>,
  known: Progress,
  approve: Answer<unknown> = { kind: 'missing' },
): InputRequests {
  const { service, release, environment } = target(args);
  const changes = RELEASES.find((entry) => entry.release === release)?.notes ?? 'no changes recorded';
  const open: InputRequests = {};
  if (known.approve === undefined) {
    open['approve'] = formRequest(
      askAgain(`Release ${release} of ${service} to ${environment}?`, approve),
      APPROVAL,
    );
  }
  if (known.notes === undefined) {
    open['notes'] = inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: `One line of release notes: ${changes}` } }],
      maxTokens: 120,
    });
  }
  if (known.workspace === undefined) open['workspace'] = inputRequired.listRoots();
  return open;
}

async function ask(context: ScenarioContext, known: Progress, inputRequests: InputRequests) {
  return inputRequired({ inputRequests, requestState: await context.state.mint(known, context) });
}

async function runChecks({ mcpReq }: ScenarioContext): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const [index, message] of CHECKS.entries()) {
    await pause(80, mcpReq.signal);
    if (progressToken === undefined) continue;
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: index + 1, total: CHECKS.length, message },
    });
  }
}
