import { existsSync, readFileSync } from 'node:fs';

/** @typedef {import('./test-steps.mjs').Counts} Counts */

/**
 * @param {string} path of vitest's JSON report; without one nothing passed
 * @returns {Counts}
 */
export function readVitestCounts(path) {
  const report = readReport(path);
  return {
    passed: report?.numPassedTests ?? 0,
    // A file that cannot even be loaded has no failed test, only a failed suite.
    failed: Math.max(report?.numFailedTests ?? 0, report && !report.success ? 1 : 0),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}

/**
 * @param {string} path of Playwright's JSON report; a test that passed only when repeated counts as failed
 * @returns {Counts}
 */
export function readPlaywrightCounts(path) {
  const stats = readReport(path)?.stats;
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  };
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
