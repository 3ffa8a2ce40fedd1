import { readFileSync } from 'node:fs';
import { expect, test } from '#e2e/journey.ts';
import { rest, tour } from '#scripts/tour-pictures.ts';

test.use({ role: 'MERCHANT_ADMIN' });

test('each picture of the tour can be taken, and docs/tour.md shows exactly these', async ({ page }) => {
  const shown = [...readFileSync('docs/tour.md', 'utf8').matchAll(/\(tour\/([\w-]+)\.webp\)/g)].map(([, name]) => name);
  expect(shown).toEqual(Object.keys(tour));
  for (const [name, go] of Object.entries(tour)) {
    await test.step(name, async () => {
      await go(page);
      await rest(page);
    });
  }
});
