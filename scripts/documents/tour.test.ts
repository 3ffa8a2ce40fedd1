import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/run-command.mjs';

test('the tour shows each of its ten pictures once', () => {
  const shown = [...readFileSync(join(root, 'docs/tour.md'), 'utf8').matchAll(/\]\(tour\/([\w-]+\.webp)\)/g)];
  expect(shown).toHaveLength(10);
  expect(new Set(shown.map(([, name]) => name))).toEqual(new Set(readdirSync(join(root, 'docs/tour'))));
});
