/** A worker that compares lists, for `createDiffer`. Loaded by URL, as the page's policy wants it. */
export function spawnDiffWorker(): Worker {
  return new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module' });
}
