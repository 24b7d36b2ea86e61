import { comparisonFile } from '../../../engine/comparison/comparison-json.ts';
import { comparisonMarkdown } from '../../../engine/comparison/comparison-markdown.ts';
import { exportMasks } from '../../../engine/comparison/export-masks.ts';
import { maskedComparison, type ExportedComparison } from '../../../engine/comparison/exported.ts';
import { endOf, matrixReports } from '../../../engine/comparison/reports.ts';
import type { ReportEnd } from '../../../engine/diff/report.ts';
import type { App } from '../../app.ts';
import { fileNameFor, saveJson } from '../../save-file.ts';
import type { ComparePanel } from './panel.svelte.ts';

/** All that is compared and what stands behind each mark, without secrets; null where nothing is shown. */
async function exported(panel: ComparePanel, app: App): Promise<ExportedComparison | null> {
  const { plan, state, rows, before } = panel;
  const { ran } = panel.choices;
  if (!plan || !state || !ran) return null;
  const runs = [...state.columns.map((column) => column.runs), ...(before?.columns ?? [])].flat();
  const [reports, masks] = await Promise.all([
    matrixReports(
      rows,
      (...cell) => panel.sideOf(...cell),
      await app.differ(),
      before ? 'run before' : 'left neighbour',
    ),
    exportMasks(runs.map(({ run }) => run)),
  ]);
  return maskedComparison(
    {
      title: ran.title,
      ranAt: ran.from === 'kept' ? null : state.startedAt,
      against: before ? 'run before' : 'left neighbour',
      columns: plan.columns.map(({ title, options }, index) => {
        const runs = state.columns[index]?.runs ?? [];
        const { server, revision, at }: Partial<ReportEnd> = runs[0] ? endOf({ title, facts: runs[0] }) : {};
        return {
          title,
          url: options.url,
          protocolVersion: options.protocolVersion,
          profile: options.profile.name,
          runs: runs.length,
          ...(server !== undefined && { server }),
          ...(revision !== undefined && { revision }),
          ...(at !== undefined && { recordedAt: at }),
        };
      }),
      calls: plan.calls.map(({ subject: { method, name, argumentsText, metaText, metaReplaces } }) => ({
        method,
        name,
        arguments: argumentsText,
        ...(metaText === undefined ? {} : { meta: metaText }),
        ...(metaReplaces ? { metaReplaces } : {}),
      })),
      rows,
    },
    reports,
    masks,
  );
}

export async function asMarkdown(panel: ComparePanel, app: App): Promise<string> {
  const comparison = await exported(panel, app);
  return comparison ? comparisonMarkdown(comparison, Date.now()) : '';
}

export async function saveAsJson(panel: ComparePanel, app: App): Promise<void> {
  const comparison = await exported(panel, app);
  if (!comparison) return;
  const name = fileNameFor(comparison.title, '.comparison.json', 'comparison');
  saveJson(comparisonFile(comparison, { app: app.clientInfo, at: Date.now() }), name);
}
