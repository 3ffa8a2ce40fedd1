import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { printCounts } from '#scripts/print-counts.mjs';
import { readPlaywrightCounts, readPlaywrightFailures } from '#scripts/read-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'volume-counts-'));
const said: string[] = [];
const report = (content: object): string => {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

beforeEach(() => {
  said.length = 0;
  const listen = (line: string) => void said.push(line);
  vi.spyOn(console, 'log').mockImplementation(listen);
  vi.spyOn(console, 'error').mockImplementation(listen);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(join(folder, 'report.json'), { force: true });
});

const green = { name: 'unit', isGreen: true, counts: { passed: 3, failed: 0, skipped: 1 }, seconds: 2 };
const notRun = { name: 'browser', isGreen: false, notRun: 'No Chrome here.' };

test('prints the counts at the end of the run', () => {
  expect(printCounts([green, green], 90)).toBe(true);
  expect(said.at(-1)).toContain('6 passed, 0 failed, 2 skipped, in 1 min 30 s.');
});

test('reports a step that could not run, and fails only under CI=true', () => {
  vi.stubEnv('CI', 'false');
  expect(printCounts([green, notRun], 1)).toBe(true);
  expect(said.at(-1)).toBe('NOT RUN: browser. No Chrome here.');
  vi.stubEnv('CI', 'true');
  expect(printCounts([green, notRun], 1)).toBe(false);
});

test('a failed step fails the run', () => {
  expect(printCounts([green, { ...green, isGreen: false }], 1)).toBe(false);
});

test('repeats the failures at the end', () => {
  printCounts(
    [green, { ...green, name: 'API', isGreen: false, failures: ['ledger.test.ts › sums to zero: 1 ≠ 0'] }],
    1,
  );
  expect(said.at(-1)).toBe('FAILED: API: ledger.test.ts › sums to zero: 1 ≠ 0');
});

test('reports failed browser tests at any depth', () => {
  const results = [{ error: { message: 'Error: no such button' } }];
  const spec = (title: string, ok: boolean) => ({ file: 'users.spec.ts', title, ok, tests: [{ results }] });
  const suites = [{ specs: [spec('stands', true)], suites: [{ specs: [spec('adds a user', false)] }] }];
  expect(readPlaywrightFailures(report({ suites }))).toEqual(['users.spec.ts › adds a user: Error: no such button']);
});

test('counts nothing as passed without a report', () => {
  expect(readPlaywrightCounts(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('counts a browser test that only passed on a retry as failed', () => {
  expect(readPlaywrightCounts(report({ stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 0 } }))).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
  });
});
