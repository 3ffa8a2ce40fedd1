import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test, waitUntilLoaded } from '#e2e/journey.ts';
import { watchShifts } from '#e2e/shifts.ts';

test.use({ role: 'MERCHANT_VIEWER' });

const tile = (page: Page, name: string): Locator => page.getByRole('main').getByRole('group', { name, exact: true });
/** The figure of a tile: a press explains it, and its address is the list with exactly its payments. */
const mark = (page: Page, tileName: string, name = tileName): Locator =>
  tile(page, tileName).getByRole('button', { name: new RegExp(`^${name}`) });
const pence = (text: string): number =>
  Math.round(Number(/[£€]([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')) * 100);
const sumOf = (texts: string[]): number => texts.reduce((sum, text) => sum + pence(text), 0);

const countIn = async (link: Locator) => Number(((await link.textContent()) ?? '').replaceAll(/\D/g, ''));

/** The number of rows of the list on the screen, from its pager; 0 when nothing matches. */
async function countOfList(page: Page): Promise<number> {
  const total = page.getByText(/–[\d,]+ of [\d,]+/).first();
  await expect(total.or(page.getByText(/^No (pay-ins|deliveries|webhooks)/)).first()).toBeVisible();
  const text = (await total.count()) > 0 ? await total.textContent() : '';
  return Number(/of ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? 0);
}

test.describe('an administrator of the merchant', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('nothing moves while the overview loads again', async ({ page }) => {
    const openOverview = async () => {
      await page.goto('/');
      await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first()).toBeVisible();
      await expect(page.getByRole('region', { name: 'Balances' }).getByText(/£/).first()).toBeVisible();
      await waitUntilLoaded(page);
    };
    await openOverview();
    const shifts = await watchShifts(page);
    await openOverview();
    expect(await shifts()).toBeLessThan(0.002);
  });

  test('every count equals the number of rows of the list it links to', async ({ page }) => {
    test.slow();
    await page.goto('/');
    // A failed payout or refund has its own line, without a count.
    const concerns = page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: /: [\d,]+$/ });
    const statuses = page.getByRole('table', { name: 'Pay-ins by status' }).locator('tbody tr');
    await expect(concerns.last()).toHaveAccessibleName(/: \d/);
    await expect(statuses.first()).toContainText('Settled');
    const figures: { link: Locator; figure?: Locator; pattern: RegExp }[] = [
      {
        link: mark(page, 'Pay-ins'),
        pattern: /([\d,]+)$/,
      },
      { link: mark(page, 'Success rate', 'Failed'), pattern: /([\d,]+)$/ },
      ...(await concerns.all()).map((link) => ({ link, figure: link.locator('..'), pattern: /([\d,]+)$/ })),
      ...(await statuses.all()).map((row) => ({
        link: row.getByRole('link'),
        figure: row.locator('td').nth(1),
        pattern: /([\d,]+)$/,
      })),
    ];
    expect(figures.length).toBeGreaterThan(8);
    for (const { link, figure = link, pattern } of figures) {
      // Another journey can pay between the two reads; then both are repeated.
      let isAgain = false;
      await expect(async () => {
        // Reloads, because the cached figures remain valid for half a minute.
        if (isAgain) await page.goto('/');
        isAgain = true;
        await expect(figure).toHaveText(pattern);
        const shown = pattern.exec((await figure.textContent()) ?? '')?.[1]?.replaceAll(',', '');
        await page.goto((await link.getAttribute('href')) ?? '');
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Overview');
        const rows = await countOfList(page);
        await page.goBack();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
        expect(rows).toBe(Number(shown));
      }).toPass({ timeout: 20_000 });
    }
  });
});

test('revenue is the sum of its days, and a day is the sum of its pay-ins', async ({ page }) => {
  await page.goto('/');
  const taken = tile(page, 'Received in GBP');
  await expect(taken).toContainText(/£[\d,]+\.\d\d/);
  await page.getByRole('button', { name: 'View as table' }).click();
  const days = page.getByRole('table', { name: 'Days, GBP' }).locator('tbody tr');
  await expect(days).toHaveCount(31);
  const sums = await days.locator('td:last-child').allTextContents();
  expect(sumOf(sums)).toBe(pence((await taken.textContent()) ?? ''));
  // A past day, because other journeys pay today.
  const place = sums.findIndex((sum, at) => at > 0 && pence(sum) > 0);
  await days.nth(place).getByRole('link').click();
  await expect(page).toHaveURL(/currencies=GBP/);
  const rows = page.locator('tbody tr', { hasNotText: 'Returned' }).filter({ has: page.locator('a.row-link') });
  await expect(rows.first()).toBeVisible();
  const url = new URL(page.url());
  url.searchParams.set('rows', '100');
  await page.goto(url.pathname + url.search);
  await expect(rows.first()).toBeVisible();
  expect(sumOf(await rows.locator('td:nth-child(2)').allTextContents())).toBe(pence(sums[place] ?? ''));
});

test(
  'a custom period is in the address, is compared with the period before, and every figure links to it',
  { tag: '@journey' },
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Days .* UTC/ }).click();
    await page.getByRole('button', { name: 'Last month', exact: true }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/);
    const { searchParams } = new URL(page.url());
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    await expect(tile(page, 'Pay-ins')).toContainText(`previous ${days} days`);
    await expect(page.getByRole('button', { name: '30 d + today' })).toHaveAttribute('aria-pressed', 'false');
    await page.reload();
    await expect(tile(page, 'Pay-ins')).toContainText(`previous ${days} days`);
    await expectNoSidewaysScroll(page, 390);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const shown = /([\d,]+)$/.exec((await mark(page, 'Pay-ins').textContent()) ?? '')?.[1];
    await page.goto((await mark(page, 'Pay-ins').getAttribute('href')) ?? '');
    await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`));
    expect(await countOfList(page)).toBe(Number(shown?.replaceAll(',', '')));
    await page.goBack();
    await page.getByRole('button', { name: 'Remove Days filter' }).click();
    await expect(page).not.toHaveURL(/from=/);
    await expect(tile(page, 'Pay-ins')).toContainText('previous 31 days');
  },
);

test('shows why payments fail by reason, bank and hour, with links to them', async ({ page }) => {
  await page.goto('/?from=2020-01-01&to=2020-02-01');
  await expect(tile(page, 'Pay-ins')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Why payments fail' })).toHaveCount(0);
  await page.goto('/?days=90');
  const why = page.getByRole('region', { name: 'Why payments fail' });
  await expect(why.getByText('By reason')).toBeVisible();
  await expect(why.getByText('By bank')).toBeVisible();
  const worst = why.getByText(/^Most from \d+ to \d+ h UTC: [\d,]+ of [\d,]+\.$/);
  const [, hour = '', count = ''] = /from (.+): ([\d,]+) of/.exec((await worst.textContent()) ?? '') ?? [];
  await expectAccessible(page);
  await why
    .getByRole('group', { name: /^Failed by hour/ })
    .getByRole('link', { name: `${hour}: ${count}`, exact: true })
    .click();
  await expect(page.getByRole('button', { name: 'Remove Hour filter' })).toBeVisible();
  expect(await countOfList(page)).toBe(Number(count.replaceAll(',', '')));
  await page.goBack();
  await why.getByRole('link', { name: /^All [\d,]+ failed$/ }).click();
  await expect(page).toHaveURL(/paymentStatuses=FAILED/);
  await expect(page.getByRole('heading', { level: 1, name: 'Pay-ins' })).toBeVisible();
});

test('each failure reason and bank links to exactly its payments, and its chip removes the filter', async ({
  page,
}) => {
  // Past days, because other journeys pay today.
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/?from=${day(60)}&to=${day(1)}`);
  const why = page.getByRole('region', { name: 'Why payments fail' });
  await expect(why.getByRole('link').first()).toBeVisible();
  const lists = why.getByRole('list').filter({ has: page.getByRole('link') });
  await expect(lists).toHaveCount(2);
  const all = await countIn(why.getByRole('link', { name: /^All [\d,]+ failed$/ }));
  const counts: number[] = [];
  for (const at of [0, 1]) {
    const figure = lists.nth(at).getByRole('listitem').first();
    const name = (await figure.getByRole('link').textContent()) ?? '';
    const shown = /([\d,]+) · \d+%/.exec((await figure.textContent())?.slice(name.length) ?? '')?.[1];
    counts.push(Number(shown?.replaceAll(',', '')));
    await figure.getByRole('link').click();
    const chip = page.getByRole('button', { name: /^Remove (Bank|Reason) filter$/ });
    await expect(chip).toHaveCount(1);
    await expect(page.getByRole('main')).toContainText(name);
    expect(await countOfList(page)).toBe(counts.at(-1));
    await expectAccessible(page);
    await chip.click();
    await expect(chip).toHaveCount(0);
    await expect.poll(() => countOfList(page)).toBe(all);
    await page.goBack();
    await page.goBack();
    await expect(figure).toBeVisible();
  }
  expect(counts.every((count) => count > 0 && count < all)).toBe(true);
  const wider = why.getByRole('button', { name: /^Show all \d+$/ }).first();
  await wider.click();
  // Reasons that are grouped under "All others" have a link too.
  await expect(
    why
      .getByRole('list')
      .first()
      .getByRole('listitem')
      .filter({ hasNot: page.getByRole('link') }),
  ).toHaveCount(0);
});

test('the period is in the address', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('group', { name: 'Days' }).getByRole('button', { name: '7 d + today' }).click();
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByText('previous 8 days').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: '7 d + today' })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page.getByRole('button', { name: '30 d + today' })).toHaveAttribute('aria-pressed', 'true');
});

test('the chart is one Tab stop; arrows move within it and Enter opens a day', async ({ page }) => {
  await page.goto('/');
  const bars = page.getByRole('group', { name: 'GBP by day' }).getByRole('link');
  await expect(bars).toHaveCount(31);
  await bars.last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(bars.nth(29)).toBeFocused();
  await expect(page.getByText(/^Before: £/)).toBeVisible();
  // The legend shows the previous period's marks in their colour.
  const swatch = page.getByText('Previous 31 days', { exact: true }).locator('span');
  const mark = page.locator('svg line[stroke-width="2"]').first();
  expect(await mark.evaluate((line) => getComputedStyle(line).stroke)).toBe(
    await swatch.evaluate((block) => getComputedStyle(block).backgroundColor),
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payments\/payin\?.*currencies=GBP/);
});

test('is accessible in both themes and fits a phone', async ({ page }) => {
  await page.goto('/');
  await expect(tile(page, 'Received in GBP')).toBeVisible();
  await expect(page.getByRole('table', { name: 'The newest pay-ins' }).locator('a.row-link')).toHaveCount(6);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  // The items that need attention follow directly after the figures.
  const tops = await Promise.all(
    ['Needs attention', 'Latest pay-ins'].map((name) =>
      page.getByRole('region', { name }).evaluate((section) => section.getBoundingClientRect().top),
    ),
  );
  expect(tops[0]).toBeLessThan(tops[1] ?? 0);
  // No number is wrapped onto two lines.
  for (const width of [390, 320]) {
    await expectNoSidewaysScroll(page, width);
    const lines = await page
      .getByRole('main')
      .getByRole('group', { name: /^(Received|Pay-ins|Success rate)/ })
      .locator('> span:nth-child(2)')
      .evaluateAll((figures) =>
        figures.map((each) => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)),
      );
    expect(lines.length).toBeGreaterThan(2);
    for (const each of lines) expect(each).toBeLessThan(1.9);
  }
  // On the widest screens the page is centred in the space next to the side navigation.
  await page.setViewportSize({ width: 2560, height: 1200 });
  const [left, right] = await page.locator('#main').evaluate((main) => {
    const { left, right } = main.getBoundingClientRect();
    const side = main.parentElement?.querySelector('aside')?.getBoundingClientRect().right ?? 0;
    return [left - side, window.innerWidth - right];
  });
  expect(Math.abs((left ?? 0) - (right ?? 0))).toBeLessThan(20);
});
