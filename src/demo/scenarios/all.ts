import type { Scenario } from '../scenario.ts';
import { awaitRollout } from './await-rollout.ts';
import { collectReleaseEvidence } from './collect-release-evidence.ts';
import { deployRelease } from './deploy-release.ts';
import { draftReleaseNotes } from './draft-release-notes.ts';
import { echo } from './echo.ts';
import { exportAuditLog } from './export-audit-log.ts';
import { importHistory } from './import-history.ts';
import { linkAccount } from './link-account.ts';
import { openBilling } from './open-billing.ts';
import { provisionEnvironment } from './provision-environment.ts';
import { releaseReport } from './release-report.ts';
import { releaseStatus } from './release-status.ts';
import { requestRollback } from './request-rollback.ts';
import { restartService } from './restart-service.ts';
import { runSmokeTests } from './run-smoke-tests.ts';
import { scanWorkspace } from './scan-workspace.ts';
import { tailLogs } from './tail-logs.ts';
import { triageIncident } from './triage-incident.ts';

/** Every tool, in the order in which it is listed. */
export const SCENARIOS: readonly Scenario[] = [
  releaseStatus,
  deployRelease,
  provisionEnvironment,
  requestRollback,
  linkAccount,
  draftReleaseNotes,
  triageIncident,
  scanWorkspace,
  collectReleaseEvidence,
  awaitRollout,
  importHistory,
  releaseReport,
  runSmokeTests,
  exportAuditLog,
  tailLogs,
  echo,
  restartService,
  openBilling,
];
