import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {import('./test-steps.mjs').Counts} Counts */

/**
 * @param {string} path of Playwright's JSON report; a test that only passed on a retry counts as failed
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

/**
 * @param {string} path of Playwright's JSON report
 * @returns {string[]} each failed test with the first line of its message
 */
export function readPlaywrightFailures(path) {
  /** @type {PlaywrightSuite[]} */
  const suites = readReport(path)?.suites ?? [];
  return suites.flatMap(failuresOfSuite);
}

/**
 * @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {{ file: string, title: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 */

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOfSuite({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
      return nameFailure(`${file} › ${title}`, messages.find(Boolean));
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/**
 * @param {string} name
 * @param {string} [message] only its first line is used
 */
export function nameFailure(name, message = '') {
  const [first = ''] = stripVTControlCharacters(message).split('\n');
  return first ? `${name}: ${first}` : name;
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
