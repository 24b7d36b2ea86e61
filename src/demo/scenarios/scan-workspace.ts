import { inputRequired } from '@modelcontextprotocol/server';
import { rootsAnswer } from '../answers.ts';
import { type Scenario, text } from '../scenario.ts';

/** One roots request. */
export const scanWorkspace: Scenario = {
  name: 'scan_workspace',
  title: 'Scan the workspace',
  description: 'Asks which folders the client works in and looks for deployment manifests in them.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: {
      manifest: { type: 'string', title: 'Manifest', default: 'deploy.yaml' },
    },
  }),
  run(args, { mcpReq }) {
    const manifest = typeof args['manifest'] === 'string' ? args['manifest'] : 'deploy.yaml';
    const roots = rootsAnswer(mcpReq.inputResponses, 'workspace');
    if (roots.kind !== 'given')
      return inputRequired({ inputRequests: { workspace: inputRequired.listRoots() } });
    if (roots.value.length === 0) return text('The client has no roots, so there was nothing to scan.');
    return text(roots.value.map((uri) => `${uri}: would look for ${manifest}`).join('\n'));
  },
};
