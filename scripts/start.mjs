import { buildWhenStale } from './build-when-stale.mjs';
import { installWhenNeeded } from './install-when-needed.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
await installWhenNeeded();
// The portal is built by a process of its own while this one makes the sample world.
const building = buildWhenStale().then((isBuilt) => isBuilt || process.exit(1));

stopWithNpm();
// In this same process, so that Ctrl-C and signals reach the server itself and its exit code is ours.
const { register } = await import('tsx/esm/api');
register();
const { startBesideBuild } = await import('#api/node/portal/serve-portal.ts');
startBesideBuild(building);
await import('#api/main.ts');

/** A signal sent to npm alone ends its shell and never reaches us: without this the server would stay behind, holding port and data. */
function stopWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
