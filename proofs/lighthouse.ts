import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { findOrInstallBrowser } from '#scripts/find-browser.mjs';
import { freePort } from '#scripts/free-port.mjs';
import {
  fetchLighthouse,
  type FormFactor,
  judge,
  type Judgement,
  scoreSpeed,
  type Speed,
} from '#proofs/lighthouse/run-lighthouse.ts';
import { listScreens, type Viewer } from '#proofs/lighthouse/judged-screens.ts';
import { startApp } from '#scripts/start-app.ts';

/**
 * `npm run prove -- lighthouse`: Lighthouse judges every screen, as each kind of visitor, on desktop and mobile.
 * Accessibility and best practices must score 100 everywhere. `npm run prove -- lighthouse /settings` judges paths that
 * start with it, and `-- --performance` measures sign-in, the list and the overview: the median of five runs, which
 * needs an otherwise idle machine.
 */
const forms: FormFactor[] = ['desktop', 'mobile'];
const wanted = process.argv[2] ?? '/';

/** The lowest acceptable median of five runs; fewer runs do not count. */
const leastSpeed: Record<FormFactor, number> = { desktop: 100, mobile: 95 };
const fastPages: Record<string, string[]> = { nobody: ['/auth/signin'], 'merchant admin': ['/payments/payin', '/'] };

async function proveSpeed(address: string, viewers: Viewer[], executablePath: string): Promise<boolean> {
  const lighthouse = await fetchLighthouse();
  let short = 0;
  console.log('Performance: median, all five');
  for (const viewer of viewers) {
    const paths = fastPages[viewer.name] ?? [];
    if (paths.length === 0) continue;
    const browser = await openBrowser(address, viewer, executablePath);
    try {
      for (const path of paths) {
        for (const form of forms) {
          const looks: Speed[] = [];
          while (looks.length < 5)
            looks.push(await scoreSpeed(lighthouse, { address: address + path, port: browser.port, form }));
          const scores = looks.map(({ score }) => score).join(' ');
          const median = looks.toSorted((a, b) => a.score - b.score)[2];
          const isShort = (median?.score ?? 0) < leastSpeed[form];
          console.log(`${String(median?.score).padStart(4)}  ${path}, ${form}, ${leastSpeed[form]} wanted: ${scores}`);
          if (isShort) console.log(`      ${median?.metrics}`);
          if (isShort) short += 1;
        }
      }
    } finally {
      await browser.close();
    }
  }
  return short === 0;
}

async function prove(address: string, viewers: Viewer[], executablePath: string): Promise<boolean> {
  const lighthouse = await fetchLighthouse();
  let short = 0;
  console.log('Accessibility, best practices');
  for (const viewer of viewers) {
    const paths = viewer.paths.filter((path) => path.startsWith(wanted));
    if (paths.length === 0) continue;
    console.log(`\n${viewer.name}`);
    const browser = await openBrowser(address, viewer, executablePath);
    try {
      for (const path of paths) {
        for (const form of forms) {
          const judgement = await judge(lighthouse, { address: address + path, port: browser.port, form });
          if (!isWhole(judgement)) short += 1;
          tell(`${path.replace(/[\w-]{30,}/, '{}')}, ${form}`, judgement);
        }
      }
    } finally {
      await browser.close();
    }
  }
  if (short > 0) console.log(`\n${short} looks below 100.`);
  return short === 0;
}

const isWhole = ({ scores, error }: Judgement): boolean =>
  error === undefined && Object.values(scores).every((score) => score === 100);

function tell(what: string, { scores, faults, error }: Judgement): void {
  const figures = Object.values(scores).map((score) => String(score).padStart(4));
  console.log(`${figures.join('')}  ${what}`);
  for (const line of error === undefined ? faults : [error]) console.log(`            ${line}`);
}

/** Opens a browser with this visitor's stored state and a port for Lighthouse. */
async function openBrowser(address: string, { stored }: Viewer, executablePath: string) {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'volume-lighthouse-'));
  const args = ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(profile, { executablePath, args, headless: true });
  const page = await context.newPage();
  await page.goto(`${address}/about`);
  await page.evaluate((keys) => {
    for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
  }, stored);
  await page.close();
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  return { port, close };
}

const executablePath = await findOrInstallBrowser();
if (!executablePath) throw new Error('No Chrome or Chromium here: install one, or name it in CHROME_PATH.');
if (!(await buildWhenStale())) process.exit(1);
const app = await startApp({ PORTAL_IS_TEST_AUTOMATION: 'true', LOG_LEVEL: 'error' });
try {
  const look = wanted === '--performance' ? proveSpeed : prove;
  const isProved = await look(app.address, await listScreens(app), executablePath);
  console.log(isProved ? '\nProved.' : '\nNot proved.');
  process.exitCode = isProved ? 0 : 1;
} finally {
  await app.stop();
}
