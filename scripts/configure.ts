import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fillPortalSettings, readPortalSettings } from '@volume/contract/fill-portal-settings.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { root } from '#scripts/run-command.mjs';

const usage =
  'Usage: npm run configure -- --out DIR   (settings come from PORTAL_API_BASE_URL and its sisters, see the README)';

/** Puts the built portal into a folder with its settings filled, for any static host. */
async function configure(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  if (!values.out) throw new Error(usage);
  const settings = readPortalSettings(process.env);
  if (!(await buildWhenStale())) throw new Error('Nothing was written.');
  const out = resolve(process.env['INIT_CWD'] ?? root, values.out);
  const dist = join(root, 'apps/portal/dist');
  cpSync(dist, out, { recursive: true });
  rmSync(join(out, '.built-from'), { force: true });
  writeFileSync(join(out, 'index.html'), fillPortalSettings(readFileSync(join(dist, 'index.html'), 'utf8'), settings));
  console.log(`The portal for ${settings.apiBaseUrl} stands in ${out}.`);
}

try {
  await configure();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
