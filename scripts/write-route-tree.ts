import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';
import { root } from '#scripts/run-command.mjs';

/** Writes the portal's route tree, as its build does (`apps/portal/vite.config.ts` has the same options), so that the types know a new route. */
export async function writeRouteTree(): Promise<void> {
  const portal = join(root, 'apps/portal');
  const config = getConfig({ addExtensions: true, semicolons: true }, portal);
  await new Generator({ config, root: portal }).run();
}
