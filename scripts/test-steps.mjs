import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenStale } from './build-when-stale.mjs';
import { embeddedTests } from './embedded-tests.mjs';
import { findOrInstallBrowser } from './find-browser.mjs';
import { readPlaywrightCounts, readPlaywrightFailures } from './read-counts.mjs';
import { runTool } from './run-command.mjs';
import { runVitest } from './run-vitest.mjs';
import { startThrowawayPostgres } from './throwaway-postgres.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {object} StepResult
 * @property {string} [name]
 * @property {number} [seconds]
 * @property {boolean} isGreen
 * @property {Counts} [counts] of its tests; a step without tests has none
 * @property {string[]} [failures] the failed tests by name, for the end of the run
 * @property {string} [notRun] why the step could not run on this machine
 */

/**
 * The steps of `npm test`, in order.
 * @param {(() => void | Promise<void>)[]} cleanUps collects work for the end of the run, also after Ctrl-C
 * @returns {{ name: string, run: () => Promise<StepResult> }[]}
 */
export function testSteps(cleanUps) {
  const reports = mkdtempSync(join(tmpdir(), 'volume-reports-'));
  cleanUps.push(() => rmSync(reports, { recursive: true, force: true }));
  // Without PostgreSQL every test of the API runs on the embedded database.
  let runsAllOnPostgres = false;
  const runApi = async () => {
    const result = await runOnPostgres(cleanUps);
    runsAllOnPostgres = result.notRun === undefined && process.env['TEST_COUNTS'] !== 'full';
    return result;
  };
  const runEmbedded = () =>
    runProjects(
      ['api'],
      { TEST_DATABASE_URL: undefined },
      runsAllOnPostgres ? embeddedTests.map((part) => `src/${part}`) : [],
    );
  const units = ['contract', 'client', 'cli', 'portal', 'portal, fresh pages', 'scripts'];
  return [
    { name: 'check: format, types, import boundaries, dead code, page weight', run: check },
    { name: 'unit: contract, client, portal, scripts', run: () => runProjects(units) },
    { name: 'API on PostgreSQL', run: runApi },
    { name: 'API on the embedded database', run: runEmbedded },
    ...gatewaySteps(cleanUps, process.env['TEST_COUNTS'] === 'full' ? gatewayTests : gatewayTests.slice(0, 1)),
    { name: 'browser', run: () => runBrowser(join(reports, 'browser.json')) },
  ];
}

/**
 * The API tests that run once more with the simulated providers behind a gateway, over HTTP: money, races, kills and
 * access. `npm test` runs the first, `npm run test:full` and `npm run test:gateway` all.
 */
export const gatewayTests = [
  'testing/money/races.test.ts',
  'testing/money/',
  'testing/access/',
  'testing/gateway/',
  'payment-links/attempts/strangers.test.ts',
];

/**
 * @param {(() => void | Promise<void>)[]} cleanUps
 * @param {readonly string[]} [files]
 * @returns {{ name: string, run: () => Promise<StepResult> }[]}
 */
export function gatewaySteps(cleanUps, files = gatewayTests) {
  const env = { TEST_PROVIDERS: 'gateway' };
  return [{ name: 'API on PostgreSQL, behind a gateway', run: () => runOnPostgres(cleanUps, files, env) }];
}

/** @returns {Promise<StepResult>} */
async function check() {
  const { code } = await runTool('tsx/dist/cli.mjs', ['scripts/check.ts']);
  return { isGreen: code === 0 };
}

/**
 * @param {string[]} projects
 * @param {Record<string, string | undefined>} [env]
 * @param {readonly string[]} [files] parts of the paths of the test files; none runs all files
 * @returns {Promise<StepResult>}
 */
function runProjects(projects, env, files = []) {
  const chosen = projects.flatMap((project) => ['--project', project]);
  return runVitest([...files, ...chosen, '--reporter=default'], env);
}

/**
 * @param {(() => void | Promise<void>)[]} cleanUps
 * @param {readonly string[]} [parts] of the paths of the test files, below `src/`
 * @param {Record<string, string>} [env]
 * @returns {Promise<StepResult>}
 */
async function runOnPostgres(cleanUps, parts = [], env = {}) {
  const files = parts.map((part) => `src/${part}`);
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return runProjects(['api'], { ...env, TEST_DATABASE_URL: given }, files);
  try {
    const postgres = await startThrowawayPostgres({ isSmall: true });
    cleanUps.push(postgres.stop);
    return await runProjects(['api'], { ...env, TEST_DATABASE_URL: postgres.url }, files);
  } catch (error) {
    return { isGreen: false, notRun: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * @param {string} report
 * @returns {Promise<StepResult>}
 */
async function runBrowser(report) {
  const browser = await findOrInstallBrowser();
  if (!browser)
    return { isGreen: false, notRun: 'No Chrome or Chromium here: install one, or name it in CHROME_PATH.' };
  if (!(await buildWhenStale())) return { isGreen: false };
  const env = { CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env });
  const counts = readPlaywrightCounts(report);
  return { isGreen: code === 0 && isProof(counts), counts, failures: readPlaywrightFailures(report) };
}

/** @param {Counts} counts */
function isProof({ passed, failed }) {
  return failed === 0 && passed > 0;
}
