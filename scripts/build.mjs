import { buildWhenStale } from './build-when-stale.mjs';
import { buildClientWhenStale } from './client/build-client.mjs';
import { installWhenNeeded } from './install-when-needed.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
await installWhenNeeded();
process.exit((await buildClientWhenStale()) && (await buildWhenStale()) ? 0 : 1);
