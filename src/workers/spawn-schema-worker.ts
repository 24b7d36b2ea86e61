/** A worker that validates, for `createValidator`. Loaded by URL: a blob worker would take the page's policy, which forbids ajv. */
export function spawnSchemaWorker(): Worker {
  return new Worker(new URL('./schema.worker.ts', import.meta.url), { type: 'module' });
}
