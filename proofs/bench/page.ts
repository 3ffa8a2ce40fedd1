import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { findOrInstallBrowser } from '#scripts/find-browser.mjs';
import { freePort } from '#scripts/free-port.mjs';
import { type RunningApp, startApp, unlimited } from '#scripts/start-app.ts';
import { serveBarePage } from '#proofs/bench/page/bare-server.ts';
import type { Line } from '#proofs/bench/page/drive-page.ts';
import { type ActFigures, measureActed } from '#proofs/bench/page/measure-acted.ts';
import { type ClickFigures, measureClicks } from '#proofs/bench/page/measure-clicks.ts';
import { type LoadFigures, measureLoad, type Start } from '#proofs/bench/page/measure-load.ts';
import { measureRows, type RowFigures } from '#proofs/bench/page/measure-rows.ts';
import { bareAct, bareApp, barePage, findPages } from '#proofs/bench/page/pages.ts';
import { printActs, printClicks, printLoads, printMissed, printRows } from '#proofs/bench/page/print-page.ts';
import { Series } from '#proofs/bench/page/series.ts';
import { makeCertificate, serveHttp2 } from '#proofs/bench/page/serve-http2.ts';

// Compares cold loads and clicks with a bare React app in the same run, over HTTP/2 with brotli, on a fast and a slow
// network. Ratios are meaningful, milliseconds are noise. `-- --rounds 2` for fewer rounds, `-- --only overview` for
// pages whose name starts with it. Exits with 1 when a bound is missed.
const { values } = parseArgs({ options: { rounds: { type: 'string' }, only: { type: 'string' } } });
const rounds = Number(values.rounds ?? process.env['BENCH_ROUNDS'] ?? 5);
const lines: Line[] = ['fast', 'slow'];
const starts: Start[] = ['elsewhere', 'new tab'];

async function run(browser: Browser, { address, dataDir }: Pick<RunningApp, 'address' | 'dataDir'>, barePort: number) {
  const { pages, app, many, act, rows } = await findPages(browser, address, dataDir);
  const bare = await serveBarePage(rows);
  const front = await serveHttp2(bare.address, barePort, certificate);
  const wanted = pages.filter(({ name }) => name.startsWith(values.only ?? ''));
  const measured = [barePage(front.address), ...wanted];
  const loads = new Series<LoadFigures>();
  const clicks = new Series<ClickFigures>();
  const presses = new Series<RowFigures>();
  const acts = new Series<ActFigures>();
  try {
    // Interleaves the pages in rounds, so that a busy minute of the machine affects all of them.
    for (let round = 0; round < rounds; round += 1) {
      for (const line of lines) {
        for (const start of starts)
          for (const page of measured) {
            const { jsBytes, ...figures } = await measureLoad(browser, page, { line, start });
            loads.add(`${page.name}, ${line}, ${start}`, { ...figures, jsBytes: jsBytes + page.inlineBytes });
          }
        acts.add(`bare, ${line}`, await measureActed(browser, bareAct(front.address, rows), line));
        acts.add(`portal, ${line}`, await measureActed(browser, act, line));
        clicks.add(`bare, ${line}`, await measureClicks(browser, bareApp(front.address), line));
        clicks.add(`portal, ${line}`, await measureClicks(browser, app, line));
        presses.add(line, await measureRows(browser, many, line));
      }
      console.log(`Round ${round + 1} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}.`);
    }
  } finally {
    front.stop();
    bare.stop();
  }
  const names = measured.map(({ name }) => name);
  printLoads(names, loads);
  printActs(acts);
  printClicks(clicks);
  printRows(presses);
  return printMissed(names, { loads, acts, clicks, presses });
}

/** Warns when more is running than the processors can handle, because that affects every figure. */
function warnWhenBusy(when: string): void {
  const load = loadavg()[0] ?? 0;
  if (load <= availableParallelism()) return;
  console.log(
    `Load ${load.toFixed(1)} on ${availableParallelism()} processors ${when}: these figures are not to be trusted.`,
  );
}

const certificate = makeCertificate();
const executablePath = await findOrInstallBrowser();
if (!(await buildWhenStale())) process.exit(1);
warnWhenBusy('before it began');
const [port, barePort] = [await freePort(), await freePort()];
const app = await startApp({
  PORTAL_IS_TEST_AUTOMATION: 'true',
  PORTAL_API_BASE_URL: `https://localhost:${port}/sandbox`,
  ...unlimited,
  SIGN_INS_PER_MINUTE: '1000',
});
const front = await serveHttp2(app.address, port, certificate);
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`],
});
try {
  const isKept = await run(browser, { address: front.address, dataDir: app.dataDir }, barePort);
  warnWhenBusy('at its end');
  process.exitCode = isKept ? 0 : 1;
} finally {
  await browser.close();
  front.stop();
  await app.stop();
}
