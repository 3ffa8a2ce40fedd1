import { readdirSync } from 'node:fs';
import { root } from '#scripts/run-command.mjs';
import { expect, test } from 'vitest';
import { embeddedTests } from './embedded-tests.mjs';

const files = readdirSync(`${root}apps/api/src`, { recursive: true, encoding: 'utf8' });

test.each(embeddedTests)('%s names a test file of the API', (part) => {
  expect(files.filter((file) => file.startsWith(part) && file.endsWith('.test.ts'))).not.toEqual([]);
});
