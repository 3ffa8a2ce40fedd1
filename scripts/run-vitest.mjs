import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runTool } from './run-command.mjs';

/**
 * Runs Vitest and returns the result.
 * @param {string[]} parameters of `vitest run`: projects, files, a reporter to look at
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<{ isGreen: boolean, counts: import('./test-steps.mjs').Counts, failures: string[], skipped: string[] }>}
 *   green only
 *   when a test passed and none failed
 */
export async function runVitest(parameters, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'volume-tests-'));
  const outcome = join(folder, 'outcome.json');
  const tool = ['run', ...parameters, `--reporter=${root}scripts/outcome-reporter.mjs`];
  const { code } = await runTool('vitest/vitest.mjs', tool, { env: { ...env, OUTCOME: outcome } });
  const none = { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [], skipped: [] };
  const { counts, failures, skipped } = existsSync(outcome) ? JSON.parse(readFileSync(outcome, 'utf8')) : none;
  rmSync(folder, { recursive: true });
  return { isGreen: code === 0 && counts.failed === 0 && counts.passed > 0, counts, failures, skipped };
}
