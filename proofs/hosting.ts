import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { fillPortalSettings, readPortalSettings } from '@volume/contract/portal/fill-settings.ts';
import { type InlineHashes, portalPolicy } from '@volume/contract/session/portal-policy.ts';
import { signIn } from '#e2e/sign-in.ts';
import type { SampleSignIn } from '#e2e/sign-ins.ts';
import { findOrInstallBrowser } from '#scripts/find-browser.mjs';
import { freePort } from '#scripts/free-port.mjs';
import { hostedHeaders } from '#scripts/hosting-files.ts';
import { askHost } from '#proofs/hosting/ask-host.ts';
import { portalVariables } from '#proofs/portal-variables.ts';
import { findServer, serveWithCaddy, serveWithNginx, type StaticHost } from '#proofs/hosting/static-host.ts';
import { root, runTool } from '#scripts/run-command.mjs';
import { startApp, type RunningApp } from '#scripts/start-app.ts';

/**
 * `npm run prove -- hosting`: the output of `npm run configure` behind Debian's nginx and Caddy with the generated
 * configuration, and the API on another host. Checks every header on 200, 304 and 404, compressed copies, caching, deep
 * links and missing assets; then a browser signs in and opens the list.
 */
const hosts = { nginx: serveWithNginx, caddy: serveWithCaddy };
type HostName = keyof typeof hosts;

const place = mkdtempSync(join(tmpdir(), 'volume-hosting-'));
// When started by root, nginx reads files as another user.
chmodSync(place, 0o755);
const site = join(place, 'site');

async function configure(app: RunningApp): Promise<Record<string, string>> {
  const env = portalVariables(`${app.address}/sandbox`);
  const { code, output } = await runTool('tsx/dist/cli.mjs', ['scripts/configure.ts', '--out', site], {
    env: { ...env, INIT_CWD: undefined },
    isQuiet: true,
  });
  if (code !== 0) throw new Error(`npm run configure ended with ${code}:\n${output}`);
  const settings = readPortalSettings(env);
  const page = readFileSync(join(site, 'index.html'), 'utf8');
  if (page !== fillPortalSettings(page, settings)) throw new Error('The page does not hold the settings it was given.');
  const hashes = JSON.parse(readFileSync(join(root, 'apps/portal/dist/csp.json'), 'utf8')) as InlineHashes;
  return hostedHeaders({ policy: portalPolicy(settings, hashes), isLocal: settings.isLocal });
}

/**
 * Signs in and opens the list, then reloads it. Returns the browser's complaints: blocked scripts, calls and styles.
 */
async function browse({ address }: StaticHost, app: RunningApp, executablePath: string): Promise<string[]> {
  const people = JSON.parse(readFileSync(join(app.dataDir, 'sign-ins.json'), 'utf8')) as SampleSignIn[];
  const person = people.find(({ role }) => role === 'MERCHANT_ADMIN');
  if (!person) throw new Error('The sample world has no MERCHANT_ADMIN.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ baseURL: address });
    const heard: string[] = [];
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(String(error)));
    await signIn(page, person);
    const rows = page.locator('tbody tr a[href]');
    await page.goto('/payments/payin?rows=25');
    await rows.nth(24).waitFor();
    await page.reload();
    await rows.nth(24).waitFor();
    return heard;
  } finally {
    await browser.close();
  }
}

async function prove(name: HostName, port: number, app: RunningApp, headers: Record<string, string>): Promise<boolean> {
  const program = findServer(name);
  if (!program) {
    console.log(`${name}: NOT RUN, it is not installed (Debian: apt-get install ${name}).`);
    return false;
  }
  const folder = join(place, name);
  mkdirSync(folder);
  const host = await hosts[name](program, { site, folder, port });
  try {
    const executablePath = await findOrInstallBrowser();
    if (!executablePath) console.log(`${name}: the browser was NOT RUN, there is no Chrome or Chromium here.`);
    const wrong = await askHost(host, { site, headers, apiBaseUrl: `${app.address}/sandbox` });
    if (executablePath) wrong.push(...(await browse(host, app, executablePath)));
    const packing = host.hasBrotli ? 'brotli' : 'gzip only: its brotli module is not installed';
    console.log(`${name} (${packing}): ${wrong.length === 0 ? 'all as promised' : `${wrong.length} faults`}`);
    for (const fault of wrong) console.log(`  ${fault}`);
    return wrong.length === 0 && executablePath !== undefined;
  } finally {
    await host.stop();
  }
}

async function proveAll(): Promise<boolean> {
  const ports = { nginx: await freePort(), caddy: await freePort() };
  const origins = Object.values(ports).map((port) => `http://localhost:${port}`);
  const app = await startApp({ ALLOWED_ORIGINS: origins.join(','), LOG_LEVEL: 'error' });
  try {
    const headers = await configure(app);
    const names = ['nginx', 'caddy'] as const;
    const proved: boolean[] = [];
    for (const name of names) proved.push(await prove(name, ports[name], app, headers));
    return proved.every(Boolean);
  } finally {
    await app.stop();
  }
}

try {
  const isProved = await proveAll();
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
