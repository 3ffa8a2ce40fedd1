import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { serveBarePage } from '#bench/page-bare-server.ts';
import { measurePage, type Line, type PageFigures } from '#bench/page-measure.ts';
import { signIn } from '#e2e/sign-in.ts';
import type { SampleSignIn } from '#e2e/sign-ins.ts';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { findOrInstallBrowser } from '#scripts/find-browser.mjs';
import { startApp, type RunningApp } from '#scripts/start-app.ts';

// Cold loads of the list beside a bare React table in the same run, on a fast and a slow line. Ratios count, milliseconds are noise.
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const rowLink = 'tbody tr a[href]';

type State = Awaited<ReturnType<typeof readState>>;

async function readState(browser: Browser, { address, dataDir }: RunningApp) {
  const signIns = JSON.parse(readFileSync(join(dataDir, 'sign-ins.json'), 'utf8')) as SampleSignIn[];
  const person = signIns.find(({ role }) => role === 'MERCHANT_ADMIN');
  if (!person) throw new Error('The sample world has no MERCHANT_ADMIN.');
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await signIn(page, person);
  await page.goto('/payments/payin');
  await page.locator(rowLink).nth(9).waitFor();
  const state = await context.storageState();
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1') ?? '');
  const answer = await context.request.get(`${address}/sandbox/api/payments?size=10&page=0`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.volume.v0.8+json' },
  });
  const rows = await answer.text();
  const url = page.url();
  await context.close();
  return { state, rows, url };
}

async function run(browser: Browser, app: RunningApp): Promise<void> {
  const { state, rows, url }: State = await readState(browser, app);
  const bare = await serveBarePage(rows);
  const pages = {
    'bare React table': { url: bare.address, shown: rowLink, count: 10 },
    'list, ten rows': { url, shown: rowLink, count: 10, state },
    'list, as React has it': { url, shown: `#root ${rowLink}`, count: 10, state },
    'sign-in form': { url: `${app.address}/auth/signin`, shown: 'input[type=password]', count: 1 },
  };
  const seen = new Map<string, PageFigures[]>();
  // Round by round, so that a busy minute of the machine falls on all pages alike.
  for (const line of ['fast', 'slow'] satisfies Line[])
    for (let round = 0; round < rounds; round += 1)
      for (const [name, page] of Object.entries(pages)) {
        const key = `${line} ${name}`;
        seen.set(key, [...(seen.get(key) ?? []), await measurePage(browser, { ...page, line })]);
      }
  bare.stop();
  print(Object.keys(pages), seen);
}

function print(names: string[], seen: Map<string, PageFigures[]>): void {
  const figure = (key: string, of: keyof PageFigures): number =>
    median((seen.get(key) ?? []).map((figures) => figures[of]));
  const table = names.map((name) => {
    const [fast, slow] = [figure(`fast ${name}`, 'ms'), figure(`slow ${name}`, 'ms')];
    return {
      page: name,
      'JS kB till silence': (figure(`fast ${name}`, 'jsBytes') / 1000).toFixed(1),
      requests: figure(`fast ${name}`, 'requests'),
      'fast ms': Math.round(fast),
      '× limit': (fast / figure('fast bare React table', 'ms')).toFixed(2),
      'slow ms': Math.round(slow),
      '× limit, slow': (slow / figure('slow bare React table', 'ms')).toFixed(2),
      CLS: Math.max(figure(`fast ${name}`, 'shift'), figure(`slow ${name}`, 'shift')).toFixed(3),
    };
  });
  console.log(
    `Cold loads, median of ${rounds}; slow is a quarter of the CPU, 150 ms and 1.6 Mbit/s. The bare table is the limit.`,
  );
  console.table(table);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const executablePath = await findOrInstallBrowser();
if (!(await buildWhenStale())) process.exit(1);
const app = await startApp({
  PORTAL_IS_TEST_AUTOMATION: 'true',
  CALLS_PER_SECOND: '10000',
  SIGN_INS_PER_MINUTE: '1000',
});
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await run(browser, app);
} finally {
  await browser.close();
  await app.stop();
}
