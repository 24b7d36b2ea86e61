import { inputRequired } from '@modelcontextprotocol/server';
import { consentAnswer } from '../answers.ts';
import { type Scenario, text } from '../scenario.ts';

/** One URL elicitation, correlated by request state. */
export const linkAccount: Scenario = {
  name: 'link_account',
  title: 'Link an account',
  description: 'Asks to open a page in the browser, where the account of a code host would be linked.',
  since: '2025-11-25',
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  input: () => ({
    type: 'object',
    properties: {
      host: { type: 'string', title: 'Code host', enum: ['forge', 'mirror'], default: 'forge' },
    },
  }),
  async run(args, context) {
    const host = typeof args['host'] === 'string' ? args['host'] : 'forge';
    const state = context.mcpReq.requestState<{ linkId?: string }>();
    const consent = consentAnswer(context.mcpReq.inputResponses, 'consent');
    if (consent.kind === 'refused') return text(`The ${host} account was not linked (${consent.action}).`);
    if (consent.kind === 'given' && state?.linkId !== undefined) {
      return text(`The ${host} account is linked (${state.linkId}).`);
    }
    const linkId = state?.linkId ?? `link-${crypto.randomUUID().slice(0, 8)}`;
    return inputRequired({
      inputRequests: {
        consent: inputRequired.elicitUrl({
          message: `Link your ${host} account in the browser, then come back.`,
          url: `https://example.com/acme-deploy/link?host=${encodeURIComponent(host)}&id=${linkId}`,
        }),
      },
      requestState: await context.state.mint({ linkId }, context),
    });
  },
};
