// First: it fixes the order of the layers, whatever is loaded later.
import './ui/theme/theme.css';
import { mount } from 'svelte';
import { DEMO_URL } from './demo/demo-url.ts';
import { systemClock } from './engine/base/clock.ts';
import type { Differ } from './engine/diff/differ.ts';
import { createValidator } from './engine/schema/validator.ts';
import { createLateSession } from './engine/session/late-session.ts';
import { createLateStore } from './engine/store/late-store.ts';
import App from './ui/App.svelte';
import { showIdle } from './ui/parts/pending.svelte.ts';
import { Shell } from './ui/shell/shell.svelte.ts';
import { spawnSchemaWorker } from './workers/spawn-schema-worker.ts';

const demoOrigin = new URL(DEMO_URL).origin;
let demo: Promise<typeof fetch> | undefined;

/** The demo server answers at its own address, and is loaded when it is first asked; everything else goes out. */
const chosenFetch: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (!url.startsWith(`${demoOrigin}/`)) return fetch(input, init);
  demo ??= import('./demo/demo-fetch.ts').then(({ createDemoFetch }) => createDemoFetch());
  return (await demo)(input, init);
};

/** The names a browser may know the permission by; the first that it knows answers. */
const localNetworkPermissions = ['loopback-network', 'local-network', 'local-network-access'];

async function localNetworkPermission(): Promise<PermissionState | null> {
  for (const name of localNetworkPermissions) {
    try {
      // The compiler's list of names lags behind the browsers'.
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // This browser has no permission of that name.
    }
  }
  return null;
}

const store = createLateStore(async () => {
  const { createBrowserStore } = await import('./engine/store/idb.ts');
  return createBrowserStore();
});
const validator = createValidator(spawnSchemaWorker);
const engine = {
  fetch: chosenFetch,
  clock: systemClock,
  validator,
  page: { origin: location.origin, localNetworkPermission },
};
const session = createLateSession(async (recording) => {
  const [{ createSession }, { createViews }] = await Promise.all([
    import('./engine/session/session.ts'),
    import('./ui/shell/views.ts'),
  ]);
  shell.see(createViews);
  return createSession({ ...engine, store, recording });
});
const newSession = async () => {
  const [{ createSession }, { createMemoryStore }] = await Promise.all([
    import('./engine/session/session.ts'),
    import('./engine/store/memory.ts'),
  ]);
  return createSession({ ...engine, store: createMemoryStore() });
};
let differ: Promise<Differ> | undefined;
const lateDiffer = () =>
  (differ ??= Promise.all([import('./engine/diff/differ.ts'), import('./workers/spawn-diff-worker.ts')]).then(
    ([{ createDiffer }, { spawnDiffWorker }]) => createDiffer(spawnDiffWorker),
  ));
const shell = new Shell({
  session,
  newSession,
  store,
  validator,
  differ: lateDiffer,
  clientInfo: { name: 'roundtrip', version: '0.1.0' },
  demoUrl: DEMO_URL,
});

const target = document.getElementById('app');
if (target) mount(App, { target, props: { shell } });
showIdle();
// Once the first screen is painted: it is what a visitor waits for, and connecting is the soonest the engine is needed.
requestAnimationFrame(() => setTimeout(() => session.start()));
