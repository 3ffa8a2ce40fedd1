import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenStale } from './build-when-stale.mjs';
import { installWhenNeeded } from './install-when-needed.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './run-command.mjs';

requireNode();
await installWhenNeeded();
if (!(await buildWhenStale())) process.exit(1);

// In this same process, so that Ctrl-C and signals reach the server itself and its exit code is ours.
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(join(root, 'apps/api/src/main.ts')).href);
