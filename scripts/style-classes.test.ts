import { cpSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, runTool } from '#scripts/run-command.mjs';

const refused: Record<string, string> = {
  'a class that nobody defines': 'export const a = <p className="text-bdy">a</p>;',
  'a size that is not ours': 'export const a = <p className="rounded-m">a</p>;',
  'an unknown variant': 'export const a = <p className="tablet:hidden">a</p>;',
  'one among known ones':
    'export const a = (b: boolean) => <p className={`flex ${b ? "text-bda" : "text-bad"}`}>a</p>;',
  'one in a constant of classes': 'export const toneClasses = { ok: "text-ok", bad: "text-bda" };',
  'a side that reads as a size': 'export const a = <p className="rounded-l">a</p>;',
};

const accepted: Record<string, string> = {
  "Tailwind's, by our own tokens": 'export const a = <p className="flex text-m rounded-medium phone:hidden">a</p>;',
  'our own style sheets': 'export const a = <p className="num mono data-table">a</p>;',
  'words that are no classes': 'export const word = "text-bda";',
};

const copy = mkdtempSync(join(tmpdir(), 'volume-classes-'));
const reports = new Map<string, string[]>();

beforeAll(async () => {
  // Only the folders and the style sheets are read.
  const isWanted = (path: string) =>
    statSync(path).isDirectory() ? !['node_modules', 'dist'].includes(basename(path)) : path.endsWith('.css');
  for (const app of ['apps/api/src', 'apps/portal/src'])
    cpSync(join(root, app), join(copy, app), { recursive: true, filter: isWanted });
  cpSync(join(root, 'lint.config.mjs'), join(copy, 'lint.config.mjs'));
  symlinkSync('lint.config.mjs', join(copy, 'oxlint.config.ts'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const plants = Object.values({ ...refused, ...accepted });
  const files = plants.map((code, index) => {
    writeFileSync(join(copy, `apps/portal/src/shell/plant-${index}.tsx`), `${code}\n`);
    return `apps/portal/src/shell/plant-${index}.tsx`;
  });
  const { output } = await runTool('oxlint/bin/oxlint', ['-f', 'json', ...files], { cwd: copy, isQuiet: true });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; code: string }[] };
  for (const { filename, code } of diagnostics) {
    const what = Object.keys({ ...refused, ...accepted })[files.indexOf(filename)] ?? filename;
    reports.set(what, [...(reports.get(what) ?? []), code]);
  }
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const complaints = (what: string) => (reports.get(what) ?? []).filter((code) => code.includes('better-tailwindcss'));

test.each(Object.keys(refused))('the lint refuses %s', (what) => {
  expect(complaints(what)).toHaveLength(1);
});

test.each(Object.keys(accepted))('the lint accepts %s', (what) => {
  expect(complaints(what)).toEqual([]);
});
