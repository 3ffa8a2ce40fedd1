import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startPortal, type StaticPortal } from '#e2e/fake-provider/start-portal.ts';
import type { SampleSignIn } from '#e2e/sign-ins.ts';
import { findOrInstallBrowser } from '#scripts/find-browser.mjs';
import { freePort } from '#scripts/free-port.mjs';
import { type Environment, visit, visitDemo } from '#proofs/environments/visit-environment.ts';
import { portalVariables } from '#proofs/portal-variables.ts';
import { startApp } from '#scripts/start-app.ts';
import { startDemo } from '#scripts/start-demo.ts';

/**
 * `npm run prove -- environments`: one build, configured for a sandbox, an integration and a live API and served
 * concurrently; each API is a separate process with separate data. A browser signs in to each: the label follows from
 * the address (§1), calls go only to its own API, and no other API accepts its token. The demo build runs next to them
 * and calls no server.
 */
const kinds = [
  { label: 'Sandbox', basePath: '/sandbox' },
  { label: 'Integration', basePath: '/integration' },
  { label: 'Live', basePath: '' },
] as const;

const stops: (() => Promise<void>)[] = [];

async function start({ label, basePath }: (typeof kinds)[number]): Promise<Environment> {
  const port = await freePort();
  const app = await startApp({
    API_BASE_PATH: basePath,
    ALLOWED_ORIGINS: `http://localhost:${port}`,
    SEED: label,
    SAMPLE_PAYMENTS: '500',
    LOG_LEVEL: 'error',
  });
  stops.push(app.stop);
  const apiBase = `${app.address}${basePath}`;
  const portal = await startPortal(portalVariables(apiBase), port);
  stops.push(portal.stop);
  const people = JSON.parse(readFileSync(join(app.dataDir, 'sign-ins.json'), 'utf8')) as SampleSignIn[];
  const person = people.find(({ role }) => role === 'MERCHANT_ADMIN');
  if (!person) throw new Error('The sample world has no MERCHANT_ADMIN.');
  return { label, portal, apiBase, person };
}

const settingsBlock = /(<script type="application\/json" id="settings">)[\s\S]*?(<\/script>)/;
/** Files that depend on the settings, and their compressed copies. */
const ofSettings = /^(_headers|_redirects|index\.html\.(br|gz))$/;

/** A hash of a configured folder without its settings. */
function buildOf({ folder }: StaticPortal): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name);
    if (ofSettings.test(name) || statSync(path).isDirectory()) continue;
    const content = readFileSync(path);
    hash.update(name).update(name === 'index.html' ? content.toString().replace(settingsBlock, '$1$2') : content);
  }
  return hash.digest('hex').slice(0, 12);
}

function say(name: string, wrong: string[]): boolean {
  console.log(`${name}: ${wrong.length === 0 ? 'as promised' : `${wrong.length} faults`}`);
  for (const fault of wrong) console.log(`  ${fault}`);
  return wrong.length === 0;
}

async function proveAll(browser: Browser): Promise<boolean> {
  const demo = await startDemo();
  stops.push(demo.stop);
  const environments: Environment[] = [];
  for (const kind of kinds) environments.push(await start(kind));
  const builds = [...new Set(environments.map(({ portal }) => buildOf(portal)))];
  const proved = [
    say(`One build, ${builds.join(', ')}`, builds.length === 1 ? [] : ['the folders differ in more than settings']),
  ];
  for (const environment of environments) {
    const others = environments.filter((each) => each !== environment);
    proved.push(say(`${environment.label}, ${environment.apiBase}`, await visit(browser, environment, others)));
  }
  proved.push(say(`Demo, ${demo.address}`, await visitDemo(browser, demo.address)));
  return proved.every(Boolean);
}

const executablePath = await findOrInstallBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const isProved = await proveAll(browser);
  console.log(isProved ? 'Proved.' : 'Not proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  await browser.close();
  for (const stop of stops.toReversed()) await stop();
}
