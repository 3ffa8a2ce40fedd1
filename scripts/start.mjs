import { buildWhenStale } from './build-when-stale.mjs';
import { installWhenNeeded } from './install-when-needed.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
await installWhenNeeded();
// A separate process builds the portal while this one creates the sample world.
const building = buildWhenStale().then((isBuilt) => isBuilt || process.exit(1));

stopWithNpm();
// In this process, so that signals such as Ctrl-C reach the server itself and its exit code is ours.
const { register } = await import('tsx/esm/api');
register();
const { startBesideBuild } = await import('#api/node/portal/serve-portal.ts');
startBesideBuild(building);
await import('#api/main.ts');

/**
 * A signal that is sent only to npm ends its shell and never reaches us. Without this, the server would keep running
 * and hold its port and data.
 */
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
