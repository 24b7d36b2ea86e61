import { inputRequired, type InputRequests } from '@modelcontextprotocol/server';
import { type Answer, askAgain, formAnswer } from '../answers.ts';
import { type ObjectSchema, type Scenario, text } from '../scenario.ts';
import { formRequest } from '../form-request.ts';

const PLAN: ObjectSchema = {
  type: 'object',
  properties: {
    plan: { type: 'string', title: 'Plan', enum: ['small', 'large'] },
    owner: { type: 'string', title: 'Owner', format: 'email' },
  },
  required: ['plan'],
};

/** What is known so far, one member for each round that was answered. */
type Progress = { plan?: Record<string, unknown>; size?: Record<string, unknown> };

/** Three questions, one after the other; the second depends on the answer to the first. */
export const provisionEnvironment: Scenario = {
  name: 'provision_environment',
  title: 'Provision an environment',
  description:
    'Asks three forms one after the other: plan, size within the limits of the plan, confirmation by name.',
  since: '2025-06-18',
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: {
      name: {
        type: 'string',
        title: 'Name',
        pattern: '^[a-z][a-z0-9-]*$',
        maxLength: 30,
        default: 'preview-42',
      },
    },
    required: ['name'],
  }),
  async run(args, context) {
    const name = String(args['name']);
    const { inputResponses: responses } = context.mcpReq;
    const known = context.mcpReq.requestState<Progress>() ?? {};
    const ask = async (key: string, message: string, schema: ObjectSchema, previous: Answer<unknown>) => {
      const inputRequests: InputRequests = {
        [key]: formRequest(askAgain(message, previous), schema),
      };
      return inputRequired({ inputRequests, requestState: await context.state.mint(known, context) });
    };
    const refusal = (key: string, action: string) =>
      text(`${name} was not provisioned: ${key} was answered with ${action}.`);

    if (known.plan === undefined) {
      const plan = await formAnswer(responses, 'plan', PLAN);
      if (plan.kind === 'refused') return refusal('plan', plan.action);
      if (plan.kind !== 'given') return ask('plan', `Which plan for ${name}?`, PLAN, plan);
      known.plan = plan.value;
      return ask('size', `How large should ${name} be?`, sizeForm(known.plan['plan']), { kind: 'missing' });
    }

    const confirmation = confirmationForm(name);
    if (known.size === undefined) {
      const schema = sizeForm(known.plan['plan']);
      const size = await formAnswer(responses, 'size', schema);
      if (size.kind === 'refused') return refusal('size', size.action);
      if (size.kind !== 'given') return ask('size', `How large should ${name} be?`, schema, size);
      known.size = size.value;
      return ask('confirm', `Type the name ${name} to confirm.`, confirmation, { kind: 'missing' });
    }

    const confirm = await formAnswer(responses, 'confirm', confirmation);
    if (confirm.kind === 'refused') return refusal('confirm', confirm.action);
    if (confirm.kind !== 'given')
      return ask('confirm', `Type the name ${name} to confirm.`, confirmation, confirm);
    if (confirm.value['name'] !== name) {
      return ask('confirm', `Type the name ${name} to confirm.`, confirmation, {
        kind: 'invalid',
        problem: `${JSON.stringify(confirm.value['name'])} is not the name`,
      });
    }
    return text(`${name} is ready: ${JSON.stringify({ ...known.plan, ...known.size })}`);
  },
};

function sizeForm(plan: unknown): ObjectSchema {
  const maximum = plan === 'large' ? 40 : 4;
  return {
    type: 'object',
    properties: {
      instances: { type: 'integer', title: 'Instances', minimum: 1, maximum },
      autoscale: { type: 'boolean', title: 'Autoscale', default: false },
    },
    required: ['instances'],
  };
}

function confirmationForm(name: string): ObjectSchema {
  return {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name', description: `Exactly ${name}`, minLength: 1 } },
    required: ['name'],
  };
}
