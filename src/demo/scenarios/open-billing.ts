import { UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import { failure, type Scenario, text } from '../scenario.ts';

/** Sessions that were sent to the pages. */
const sent = new Set<string>();

/** The error idiom of 2025-11-25: code -32042 with the pages to visit first. */
export const openBilling: Scenario = {
  name: 'open_billing',
  title: 'Open billing',
  description: 'Needs two pages to be visited first, and says so by error -32042.',
  since: '2025-11-25',
  until: '2025-11-25',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: () => ({ type: 'object', properties: {} }),
  run(_args, { clientCapabilities, sessionId }) {
    if (clientCapabilities?.elicitation?.url === undefined) {
      return failure('open_billing asks to open pages. The client did not declare elicitation.url.');
    }
    // Nobody can tell whether the pages were visited: whoever comes back is taken at their word.
    if (sessionId !== undefined && sent.delete(sessionId)) return text('Billing is open.');
    if (sessionId !== undefined) sent.add(sessionId);
    const page = (name: string) => ({
      mode: 'url' as const,
      message: `Visit the ${name} page.`,
      elicitationId: `billing-${name}`,
      url: `https://example.com/acme-deploy/billing/${name}`,
    });
    throw new UrlElicitationRequiredError([page('terms'), page('payment')]);
  },
};
