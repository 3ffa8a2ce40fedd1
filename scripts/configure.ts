import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fillPortalSettings, readPortalSettings } from '@volume/contract/portal/fill-settings.ts';
import { type InlineHashes, portalPolicy } from '@volume/contract/session/portal-policy.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { caddyFile, headersFile, nginxFile, redirectsFile } from '#scripts/hosting-files.ts';
import { root } from '#scripts/run-command.mjs';

const usage = `npm run configure -- --out DIR

Writes the built portal with its settings to a folder for a static host, and examples for nginx and Caddy next to it. The settings
are environment variables such as PORTAL_API_BASE_URL: docs/settings.md, The portal, lists them and says which are required.

  --out DIR   the folder`;

/** Written for our server and the build; browsers do not need them. */
const notForHosts = /[/\\](\.built-from|\.vite|csp\.json|sbom\.cdx\.json)$/;

/** Copies the built portal to a folder and fills in its settings, for any static host. */
async function configure(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return console.log(usage);
  if (!values.out) throw new Error(usage);
  const settings = readPortalSettings(process.env);
  if (!(await buildWhenStale())) throw new Error('Nothing was written.');
  const out = resolve(process.env['INIT_CWD'] ?? root, values.out);
  const dist = join(root, 'apps/portal/dist');
  const hashes = JSON.parse(readFileSync(join(dist, 'csp.json'), 'utf8')) as InlineHashes;
  cpSync(dist, out, { recursive: true, filter: (path) => !notForHosts.test(path) });
  const page = fillPortalSettings(readFileSync(join(dist, 'index.html'), 'utf8'), settings);
  writeFileSync(join(out, 'index.html'), page);
  // The build compresses all other files, but this one only gets its settings now.
  writeFileSync(join(out, 'index.html.gz'), gzipSync(page, { level: 9 }));
  writeFileSync(join(out, 'index.html.br'), brotliCompressSync(page));
  const { apiBaseUrl } = settings;
  const hosted = { apiBaseUrl, policy: portalPolicy(settings, hashes), isLocal: settings.isLocal, folder: out };
  writeFileSync(join(out, '_headers'), headersFile(hosted));
  writeFileSync(join(out, '_redirects'), redirectsFile(hosted));
  // Next to the folder, because files inside it would be public.
  writeFileSync(`${out}.nginx.conf`, nginxFile(hosted));
  writeFileSync(`${out}.Caddyfile`, caddyFile(hosted));
  console.log(
    `The portal for ${settings.apiBaseUrl} is in ${out}. Examples for nginx and Caddy are next to that folder.`,
  );
}

try {
  await configure();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('npm run configure -- --help explains the command.');
  process.exitCode = 1;
}
