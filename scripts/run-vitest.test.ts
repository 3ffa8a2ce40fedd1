import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runVitest } from '#scripts/run-vitest.mjs';

const folder = mkdtempSync(join(tmpdir(), 'volume-run-vitest-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (files: Record<string, string>) => {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return runVitest(['--root', folder, '--globals', '--silent']);
};

test('counts passed and skipped tests', async () => {
  const threeTests = `test('passes', () => {});\ntest.skip('is skipped', () => {});\ntest.todo('is planned');\n`;
  expect(await run({ 'a.test.ts': threeTests })).toEqual({
    isGreen: true,
    counts: { passed: 1, failed: 0, skipped: 2 },
    failures: [],
    skipped: ['a.test.ts › is skipped', 'a.test.ts › is planned'],
  });
});

test('reports a failed test, group, file and an error outside of tests with the first line of its message', async () => {
  const outcome = await run({
    'a.test.ts': `test('passes', () => {});\ntest('sums to zero', () => { throw new Error('1 is not 0\\nat a line'); });\n`,
    'b.test.ts': `import './nowhere.ts';\n`,
    'c.test.ts': `describe('a ledger', () => { beforeAll(() => { throw new Error('no database'); }); test('x', () => {}); });\n`,
    'd.test.ts': `test('leaves', async () => { void Promise.reject(new Error('too late')); });\n`,
  });
  expect(outcome.isGreen).toBe(false);
  expect(outcome.failures).toEqual([
    'a.test.ts › sums to zero: 1 is not 0',
    expect.stringMatching(/^b\.test\.ts: .*nowhere\.ts/),
    'c.test.ts › a ledger: no database',
    'outside of every test: too late',
  ]);
  expect(outcome.counts).toEqual({ passed: 2, failed: 4, skipped: 1 });
});

test('is not green when no test ran', async () => {
  expect(await run({ 'a.test.ts': `test.skip('is skipped', () => {});\n` })).toMatchObject({ isGreen: false });
});
