import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journey.ts';

// Each list once, at every width. The rows are from the sample world, with its longest names.

const many = 'rows=100&from=2020-01-01&to=2040-01-01';
const lists = {
  MERCHANT_ADMIN: [
    `/payments/payin?${many}`,
    `/payments/payout?${many}`,
    '/payments/approvals',
    '/payments/bulk',
    '/balances/fees',
    '/balances/scheduled-files',
    '/exchange',
    '/pay-by-link?rows=100',
    '/settings/users',
    '/settings/institutions',
    '/settings/security',
    '/settings/webhooks-callbacks?view=deliveries',
  ],
  VOLUME_ADMIN: [
    '/admin?rows=100',
    `/admin/payments?${many}`,
    '/admin/exceptions?rows=100',
    '/admin/banks',
    '/admin/failed-jobs',
    '/admin/administrators',
    '/admin/fees',
    '/admin/activity',
  ],
};

/** The elements that are wider than their container: the page, or a list. Runs in the page. */
const findWide = (): string[] => {
  const isWide = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth;
  const frames = [...document.querySelectorAll('.table-wrap')].filter(isWide);
  const named = frames.map(
    (frame) => `${frame.querySelector('caption')?.textContent}: ${frame.scrollWidth} of ${frame.clientWidth}`,
  );
  return isWide(document.documentElement) ? ['the page', ...named] : named;
};

/** The choosers of columns that are not at the end of the row of filters, above their table. Runs in the page. */
const findStrayChoosers = (): string[] => {
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(`#main ${selector}`)].map((each) => each.getBoundingClientRect());
  const [tables, searches] = [boxesOf('.table-wrap'), boxesOf('input[type=search]')];
  const isAtItsPlace = (button: Element): boolean => {
    const { right, top, bottom } = button.getBoundingClientRect();
    const below = tables.find((table) => table.top >= bottom);
    const isInRow = searches.some((search) => search.top < bottom && search.bottom > top);
    return below !== undefined && Math.abs(below.right - right) <= 1 && (isInRow || below.top - bottom < 40);
  };
  return [...document.querySelectorAll('#main button')]
    .filter((button) => button.textContent.trim() === 'Columns' && button.checkVisibility() && !isAtItsPlace(button))
    .map((button) => JSON.stringify(button.getBoundingClientRect()));
};

/** The right end of the text in a cell. Runs in the page. */
const findEnd = (cell: Element): number => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return Math.round(text.getBoundingClientRect().right);
};

async function expectToFit(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect.soft(await page.evaluate(findStrayChoosers), `the chooser of columns of ${address}`).toEqual([]);
  for (const width of [1440, 1280, 1024, 900, 769, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.soft
      .poll(() => page.evaluate(findWide), { message: `${address} at ${width} px`, timeout: 3_000 })
      .toEqual([]);
  }
}

for (const [role, addresses] of Object.entries(lists))
  test.describe(`as ${role}`, () => {
    test.use({ role });

    test('no list scrolls sideways from 768 px up, and all have the column chooser at the same place', async ({
      page,
    }) => {
      for (const address of addresses) await expectToFit(page, address);
    });
  });

test.describe('the overview', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('the header of numbers in a last column ends where they do', async ({ page }) => {
    await page.goto('/');
    const table = page.getByRole('table', { name: 'The newest pay-ins' });
    const [header, cell] = [
      table.getByRole('columnheader').last(),
      table
        .getByRole('cell')
        .getByText(/[£€]/)
        .first(),
    ];
    expect(await header.evaluate(findEnd)).toBe(await cell.evaluate(findEnd));
  });
});
