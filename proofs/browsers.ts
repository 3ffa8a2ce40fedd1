import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { canInstallPackages, installPackage } from '#scripts/install-package.mjs';
import type { SampleSignIn } from '#e2e/sign-ins.ts';
import type { Driver } from '#proofs/browsers/driver.ts';
import { openFirefox } from '#proofs/browsers/firefox.ts';
import { journeys } from '#proofs/browsers/journeys.ts';
import { createPerson } from '#proofs/browsers/person.ts';
import { openWebKit } from '#proofs/browsers/webkit.ts';
import { type RunningApp, startApp } from '#scripts/start-app.ts';

/**
 * `npm run prove -- browsers`: the most frequent tasks in Debian's Firefox ESR and in WebKitGTK, each with a separate
 * merchant user. Screenshots of the end of each task are in test-results/browsers. A browser that cannot run is
 * reported and does not count as proved.
 */
const browsers = [
  { packages: ['firefox-esr'], programs: ['/usr/bin/firefox-esr'], open: openFirefox, role: 'MERCHANT_ADMIN' },
  {
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/xauth'],
    open: openWebKit,
    role: 'MERCHANT_EDITOR',
  },
] as const;
const pictures = 'test-results/browsers';

async function isInstalled({ packages, programs }: (typeof browsers)[number]): Promise<boolean> {
  const isThere = (): boolean => programs.every((program) => existsSync(program));
  if (isThere()) return true;
  if (canInstallPackages()) for (const name of packages) await installPackage(name);
  return isThere();
}

/** Runs the tasks until one fails; returns whether all succeeded. */
async function prove(app: RunningApp, driver: Driver, role: string): Promise<boolean> {
  console.log(`\n${driver.name}`);
  const person = createPerson(driver, app.address);
  const by = findSignIn(app, role);
  for (const [title, journey] of Object.entries(journeys)) {
    const failure = await journey(person, by).then(
      () => undefined,
      (error: unknown) => error,
    );
    console.log(`${failure === undefined ? '✓' : '✗'} ${title}`);
    await person.rest();
    writeFileSync(join(pictures, `${driver.name}, ${title}.png`), await driver.picture(), 'base64');
    if (failure === undefined) continue;
    console.log(`  ${failure instanceof Error ? failure.message : String(failure)}`);
    return false;
  }
  return true;
}

/** A sample user who can sign in with only a password. */
function findSignIn({ dataDir }: RunningApp, wanted: string): SampleSignIn {
  const people = JSON.parse(readFileSync(join(dataDir, 'sign-ins.json'), 'utf8')) as SampleSignIn[];
  const found = people.find(
    ({ role, totpSecret, situation }) => role === wanted && !totpSecret && !/code|refused/.test(situation ?? ''),
  );
  if (!found) throw new Error(`The sample world has no sign-in for ${wanted}.`);
  return found;
}

if (!(await buildWhenStale())) process.exit(1);
mkdirSync(pictures, { recursive: true });
const app = await startApp({ PORTAL_IS_TEST_AUTOMATION: 'true', LOG_LEVEL: 'error' });
let isProved = true;
try {
  for (const browser of browsers) {
    if (!(await isInstalled(browser))) {
      console.log(`\nNot here, and cannot be installed: ${browser.packages.join(', ')}.`);
      isProved = false;
      continue;
    }
    const driver = await browser.open();
    try {
      isProved = (await prove(app, driver, browser.role)) && isProved;
    } finally {
      await driver.close();
    }
  }
} finally {
  await app.stop();
}
console.log(isProved ? '\nProved.' : '\nNot proved.');
process.exitCode = isProved ? 0 : 1;
