import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/run-command.mjs';

test('the tour has ten pictures, each of them there and each of them shown once', () => {
  const shown = [...readFileSync(join(root, 'docs/tour.md'), 'utf8').matchAll(/\]\(tour\/([\w-]+\.webp)\)/g)];
  const names = shown.map(([, name]) => name);
  expect(names).toHaveLength(10);
  expect(names.toSorted()).toEqual(readdirSync(join(root, 'docs/tour')).toSorted());
});
