import { UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import { failure, type Scenario } from '../scenario.ts';

/** The error idiom of 2025-11-25: code -32042 with the pages to visit first. */
export const openBilling: Scenario = {
  name: 'open_billing',
  title: 'Open billing',
  description: 'Needs two pages to be visited first, and says so by error -32042.',
  since: '2025-11-25',
  until: '2025-11-25',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: () => ({ type: 'object', properties: {} }),
  run(_args, { clientCapabilities }) {
    if (clientCapabilities?.elicitation?.url === undefined) {
      return failure('open_billing asks to open pages. The client did not declare elicitation.url.');
    }
    const page = (name: string) => ({
      mode: 'url' as const,
      message: `Visit the ${name} page.`,
      elicitationId: `billing-${name}`,
      url: `https://example.com/acme-deploy/billing/${name}`,
    });
    throw new UrlElicitationRequiredError([page('terms'), page('payment')]);
  },
};
