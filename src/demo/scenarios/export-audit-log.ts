import { RELEASES } from '../catalogue.ts';
import { type Scenario, text } from '../scenario.ts';

/** A result of any size, for looking at large bodies. */
export const exportAuditLog: Scenario = {
  name: 'export_audit_log',
  title: 'Export audit log',
  description: 'Returns as many lines of the audit log as asked for, about 100 bytes each.',
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  input: () => ({
    type: 'object',
    properties: {
      rows: { type: 'integer', title: 'Rows', minimum: 1, maximum: 100000, default: 100 },
    },
  }),
  run(args) {
    const rows = typeof args['rows'] === 'number' ? args['rows'] : 100;
    const lines = Array.from({ length: rows }, (_, row) => {
      const { release, service } = RELEASES[row % RELEASES.length] ?? { release: 'r-0', service: 'none' };
      const at = new Date(Date.UTC(2026, 6, 1) + row * 61_000).toISOString();
      return JSON.stringify({ row, at, actor: 'release-bot', action: 'deploy', service, release });
    });
    return text(lines.join('\n'));
  },
};
