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

test('the run ends with a plain count', () => {
  expect(printCounts([green, green], 90)).toBe(true);
  expect(said.at(-1)).toContain('6 passed, 0 failed, 2 skipped, in 1 min 30 s.');
});

test('what could not run is said loudly, and fails under CI=true alone', () => {
  vi.stubEnv('CI', 'false');
  expect(printCounts([green, notRun], 1)).toBe(true);
  expect(said.at(-1)).toBe('NOT RUN: browser. No Chrome here.');
  vi.stubEnv('CI', 'true');
  expect(printCounts([green, notRun], 1)).toBe(false);
});

test('a failed step fails the run', () => {
  expect(printCounts([green, { ...green, isGreen: false }], 1)).toBe(false);
});

test('what failed is named once more at the end', () => {
  printCounts(
    [green, { ...green, name: 'API', isGreen: false, failures: ['ledger.test.ts › sums to zero: 1 ≠ 0'] }],
    1,
  );
  expect(said.at(-1)).toBe('FAILED: API: ledger.test.ts › sums to zero: 1 ≠ 0');
});

test('failed browser tests are named however deep they are described', () => {
  const results = [{ error: { message: 'Error: no such button' } }];
  const spec = (title: string, ok: boolean) => ({ file: 'users.spec.ts', title, ok, tests: [{ results }] });
  const suites = [{ specs: [spec('stands', true)], suites: [{ specs: [spec('adds a user', false)] }] }];
  expect(readPlaywrightFailures(report({ suites }))).toEqual(['users.spec.ts › adds a user: Error: no such button']);
});

test('without a report nothing passed', () => {
  expect(readPlaywrightCounts(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('a browser test that passed only when repeated counts as failed', () => {
  expect(readPlaywrightCounts(report({ stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 0 } }))).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
  });
});
