import { buildWhenStale } from './build-when-stale.mjs';
import { buildToolWhenStale } from './cli/build-cli.mjs';
import { installWhenNeeded } from './install-when-needed.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
await installWhenNeeded();
process.exit((await buildToolWhenStale()) && (await buildWhenStale()) ? 0 : 1);
