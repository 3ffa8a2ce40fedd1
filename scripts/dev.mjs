import { installWhenNeeded } from './install-when-needed.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
await installWhenNeeded();
const { register } = await import('tsx/esm/api');
register();
await import('./dev-server.ts');
