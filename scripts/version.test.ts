import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApi } from '#api/docs/open-api.ts';
import { root } from '#scripts/run-command.mjs';

const read = (path: string): string => readFileSync(root + path, 'utf8');

test('every package, the API document, the README and the newest entry of the changelog have the same version', () => {
  const packages = ['', 'apps/api/', 'apps/portal/', 'packages/contract/'].map((folder) => `${folder}package.json`);
  const versions = packages.map((path) => [path, (JSON.parse(read(path)) as { version: string }).version]);
  const newest = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1];
  const { version } = openApi([], 'https://portal.example.com')['info'] as { version: string };
  const shown = /^This is version (\S+);/m.exec(read('README.md'))?.[1];
  expect(new Set([...versions.map(([, each]) => each), version, newest, shown]).size, JSON.stringify(versions)).toBe(1);
});
