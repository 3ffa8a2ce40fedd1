import type { Locator, Page, Request } from '@playwright/test';
import { addFilter } from '#e2e/add-filter.ts';
import { pageFiles } from '#e2e/built-files.ts';
import { code, holdCode } from '#e2e/hold-code.ts';
import { expect, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

// Chooses filters before any of the portal's modules has loaded. The page's own inline script runs.

interface Early {
  /** The label of the filter. */
  chip: string;
  /** Two other filters, which stay. */
  beside: string;
  choose: (form: Locator) => Promise<void>;
}

const tick =
  (...labels: string[]) =>
  async (form: Locator): Promise<void> => {
    for (const label of labels) await form.locator('label', { hasText: new RegExp(`^${label}`) }).click();
  };
const beside = 'currencies=GBP,EUR&heldFilter=NOT_HELD';
const filters: readonly Early[] = [
  { chip: 'Status', beside, choose: tick('Completed', 'Settled') },
  { chip: 'Type', beside, choose: tick('Volume') },
  { chip: 'Risk', beside, choose: tick('Low', 'Medium') },
  { chip: 'Refunded', beside, choose: tick('Refunded', 'Not Refunded') },
  { chip: 'Returned', beside, choose: tick('Not Returned') },
  { chip: 'Reviewed', beside, choose: tick('Not Reviewed') },
  { chip: 'Sample payments', beside, choose: tick('Hide') },
  { chip: 'Currency', beside: 'searchFilter=Ann%20%26%20co&riskCategory=LOW', choose: tick('GBP', 'EUR') },
  { chip: 'Held', beside: 'amountFrom=1&paymentTypes=VOLUME', choose: tick('Held') },
  {
    chip: 'Amount',
    beside,
    choose: async (form) => {
      await form.locator('[name=amountFrom]').fill('0.50');
    },
  },
  {
    chip: 'Created',
    beside: 'searchFilter=pay&currencies=GBP',
    choose: async (form) => {
      await form.locator('[name=from]').fill('2026-01-02');
      await form.locator('[name=to]').fill('2026-11-03');
    },
  },
];

/** The last request for the rows of a list, without the host. */
function lastOf(requests: readonly Request[]): string {
  const { pathname, search } = new URL(requests.at(-1)?.url() ?? 'none:');
  return pathname + search;
}

function listenForRows(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (/\/api\/payments\?/.test(request.url())) requests.push(request);
  });
  return requests;
}

async function expectDrawn(page: Page): Promise<void> {
  await expect(page.locator('#shell')).toHaveCount(0);
  await expect(page.locator('#root main h1')).toHaveText('Pay-ins');
}

const chipOf = (within: Locator, text: string): Locator =>
  within
    .getByRole('group', { name: 'Filters', includeHidden: true })
    .locator('button', { hasText: new RegExp(`^${text}`) });

/** The search and the texts and positions of the chips. Parts that load late can move the button after them. */
const barOf = (within: Locator) =>
  within.locator('.filter-bar :is(form, .num)').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const text = (part as HTMLElement).innerText;
      return [text, ...[x, y, width, height].map((value) => Math.round(value))].join(' ');
    }),
  );

const addressesOf = (links: Element[]): string[] => links.map((link) => (link as HTMLAnchorElement).href);

/** The address of the list with its application, on its second page. */
async function addressWith(page: Page, filtersBeside: string): Promise<string> {
  await page.goto('/payments/payin');
  await expect(page).toHaveURL(/applicationId=/);
  return `/payments/payin?${filtersBeside}&page=2&rows=25&applicationId=${new URL(page.url()).searchParams.get('applicationId')}`;
}

/** Applies a filter in the loaded page; returns the address and the request for its rows. */
async function applyLate(page: Page, address: string, { chip, choose }: Early): Promise<string[]> {
  await page.goto(address);
  await expectDrawn(page);
  const before = page.url();
  const requests = listenForRows(page);
  if (chip === 'Created') await chipOf(page.locator('#root'), chip).click();
  else await addFilter(page, chip);
  await choose(page.getByRole('dialog', { name: chip }));
  const apply = page.getByRole('dialog').getByRole('button', { name: 'Apply' });
  if ((await apply.count()) > 0) await apply.click();
  await expect(page).not.toHaveURL(before);
  await expect(page).not.toHaveURL(/[?&]page=/);
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  return [page.url(), lastOf(requests)];
}

/** Opens a filter before the page's code, by its chip or from the menu, and returns its form. */
async function openEarly(page: Page, chip: string): Promise<Locator> {
  const shell = page.locator('#shell');
  if ((await chipOf(shell, chip).count()) === 0) {
    await chipOf(shell, 'Filter').click();
    await shell.locator('[popover]:popover-open button', { hasText: new RegExp(`^${chip}`) }).click();
  } else await chipOf(shell, chip).click();
  return shell.locator('[popover]:popover-open').last();
}

interface Applied {
  /** Lets the page's code load. */
  release: () => Promise<void>;
  /** The requests for rows since the filter was applied. */
  requests: Request[];
}

/** Applies a filter before the page's code has loaded. */
async function applyEarly(page: Page, address: string, { chip, choose }: Early): Promise<Applied> {
  const release = await holdCode(page);
  await page.goto(address, { waitUntil: 'commit' });
  const popover = await openEarly(page, chip);
  await choose(popover);
  const arrived = page.waitForEvent('framenavigated');
  const requests = listenForRows(page);
  await popover.getByRole('button', { name: 'Apply', includeHidden: true }).click({ noWaitAfter: true });
  await arrived;
  await expect(page.locator('#root *')).toHaveCount(0);
  return {
    release: async () => {
      await release();
      await page.unroute(code);
    },
    requests,
  };
}

/**
 * Compares the page that an early filter has led to with the one that the same filter leads to afterwards. Its rows are
 * requested before the code, which takes the response.
 */
async function expectSame(page: Page, { release, requests }: Applied, late: string[]): Promise<void> {
  await expect.poll(() => requests.length).toBe(1);
  await page.evaluate(() => document.fonts.ready);
  const bar = await barOf(page.locator('#shell'));
  await release();
  await expectDrawn(page);
  await page.waitForLoadState('networkidle');
  expect(await barOf(page.locator('#root'))).toEqual(bar);
  expect([page.url(), lastOf(requests)]).toEqual(late);
  const left = await page.evaluate(() => Object.keys((window as { begunCalls?: object }).begunCalls ?? {}));
  expect(left.filter((each) => each.startsWith(requests[0]!.url()))).toEqual([]);
}

test.describe('before the code of the list has loaded', () => {
  test.use({ role: 'MERCHANT_VIEWER' });

  for (const filter of filters)
    test(`${filter.chip} is applied as in the loaded page: the same address and request`, async ({ page }) => {
      const address = await addressWith(page, filter.beside);
      const late = await applyLate(page, address, filter);
      const applied = await applyEarly(page, address, filter);
      await expect(chipOf(page.locator('#shell'), filter.chip).locator('b')).toHaveText(/./);
      await expectSame(page, applied, late);
    });

  test('filters that are applied one after the other load no page again, and going back takes them off', async ({
    page,
  }) => {
    const address = await addressWith(page, 'currencies=GBP');
    const pages: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages.push(request.url());
    });
    const release = await holdCode(page);
    await page.goto(address, { waitUntil: 'commit' });
    const shell = page.locator('#shell');
    const apply = async (chip: string, label: string): Promise<void> => {
      const form = await openEarly(page, chip);
      await tick(label)(form);
      await form.getByRole('button', { name: 'Apply', includeHidden: true }).click();
      await expect(chipOf(shell, chip).locator('b')).toHaveText(label);
    };
    await apply('Status', 'Settled');
    await apply('Type', 'Volume');
    await apply('Risk', 'Low');
    await page.goBack();
    await expect(chipOf(shell, 'Risk')).toHaveCount(0);
    await expect(chipOf(shell, 'Type').locator('b')).toHaveText('Volume');
    await release();
    await expectDrawn(page);
    const shown = page.locator('#root');
    for (const [chip, text] of [
      ['Currency', 'GBP'],
      ['Status', 'Settled'],
      ['Type', 'Volume'],
    ] as const)
      await expect(chipOf(shown, chip)).toContainText(text);
    await expect(page).not.toHaveURL(/[?&]page=/);
    await page.goBack();
    await expect(page).not.toHaveURL(/paymentTypes=/);
    await expect(chipOf(shown, 'Status')).toContainText('Settled');
    await expect(chipOf(shown, 'Type')).toHaveCount(0);
    await page.goForward();
    await expect(chipOf(shown, 'Type')).toContainText('Volume');
    expect(pages).toHaveLength(1);
  });

  test('the other order is applied as in the loaded page, with its rows, and going back takes it off', async ({
    page,
  }) => {
    const address = await addressWith(page, beside);
    const head = (within: Locator): Locator => within.locator('th[aria-sort]');
    const ids = (within: Locator): Promise<string[]> => within.locator('a.row-link').evaluateAll(addressesOf);
    await page.goto(address);
    await expectDrawn(page);
    const [root, shell] = [page.locator('#root'), page.locator('#shell')];
    await head(root).getByRole('button').click();
    await expect(head(root)).toHaveAttribute('aria-sort', 'ascending');
    const requests = listenForRows(page);
    await page.reload();
    await expectDrawn(page);
    await page.waitForLoadState('networkidle');
    const late = [page.url(), lastOf(requests)];
    const lateIds = await ids(root);
    await page.goto(address);
    await expectDrawn(page);
    const release = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(shell.locator('a.row-link').first()).toBeAttached();
    const early = listenForRows(page);
    await head(shell).locator('button').click();
    await expect(head(shell)).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => ids(shell)).toEqual(lateIds);
    await page.goBack();
    await expect(head(shell)).toHaveAttribute('aria-sort', 'descending');
    await page.goForward();
    await expect(head(shell)).toHaveAttribute('aria-sort', 'ascending');
    await release();
    await expectDrawn(page);
    await page.waitForLoadState('networkidle');
    expect([page.url(), lastOf(early)]).toEqual(late);
    expect(await ids(root)).toEqual(lateIds);
    await head(root).getByRole('button').click();
    await expect(page).not.toHaveURL(/[?&]sort=/);
  });

  test('the rows stay, but faded, until others are there or none are found', async ({ page }) => {
    await page.goto('/payments/payin');
    await expectDrawn(page);
    const release = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    const body = page.locator('#shell tbody');
    await expect(body.locator('a.row-link')).toHaveCount(10);
    const letGo = await holdCode(page, /\/api\/payments\?.*sort=createdAt%2Casc/);
    await page.locator('#shell th[aria-sort] button').click();
    await expect(body).toHaveClass('stale');
    await expect(body.locator('a.row-link')).toHaveCount(10);
    await letGo();
    await expect(body).toHaveClass('');
    await expect(body.locator('a.row-link')).toHaveCount(10);
    await page.locator('#shell input[type=search]').fill('no such payer');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/searchFilter=/);
    await expect(body.locator('a.row-link')).toHaveCount(0);
    await release();
    await expectDrawn(page);
  });

  test('a filter that is applied while the portal starts loads no page again either', async ({ page }) => {
    const address = await addressWith(page, 'currencies=GBP');
    const release = await holdCode(page, pageFiles('/payments/payin'));
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'isPortalRunning' in window);
    const pages: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages.push(request.url());
    });
    const form = await openEarly(page, 'Status');
    await tick('Settled')(form);
    await form.getByRole('button', { name: 'Apply', includeHidden: true }).click();
    await expect(page).toHaveURL(/paymentStatuses=SETTLED/);
    const requests = listenForRows(page);
    await release();
    await expectDrawn(page);
    await expect(chipOf(page.locator('#root'), 'Status')).toContainText('Settled');
    await page.waitForLoadState('networkidle');
    expect(lastOf(requests)).toContain('paymentStatuses=SETTLED');
    expect(pages).toEqual([]);
  });

  test('a search is applied as in the loaded page, and so is a date preset', async ({ page }) => {
    const address = await addressWith(page, beside);
    const search = (within: Locator): Locator => within.locator('input[type=search]');
    await page.goto(address);
    await expectDrawn(page);
    await search(page.locator('#root')).fill('Ann & co');
    await expect(page).toHaveURL(/searchFilter=/);
    const requests = listenForRows(page);
    await page.reload();
    await expectDrawn(page);
    const late = [page.url(), lastOf(requests)];
    const release = await holdCode(page);
    await page.goto(address, { waitUntil: 'commit' });
    await search(page.locator('#shell')).fill('Ann & co');
    const arrived = page.waitForEvent('framenavigated');
    const early = listenForRows(page);
    await search(page.locator('#shell')).press('Enter', { noWaitAfter: true });
    await arrived;
    await expectSame(page, { release, requests: early }, late);
    const again = await holdCode(page);
    await page.goto(address, { waitUntil: 'commit' });
    await chipOf(page.locator('#shell'), 'Created').click();
    await page.locator('#shell button', { hasText: 'Last 90 days and today' }).click({ noWaitAfter: true });
    await expect(page).toHaveURL(/from=/);
    await again();
    await expectDrawn(page);
    await expect(chipOf(page.locator('#root'), 'Created')).toHaveText(/^Created last 90 days and today, /);
  });

  test('a filter that is applied after the session has expired is still applied after sign-in', async ({ page }) => {
    const amount = filters.find(({ chip }) => chip === 'Amount')!;
    const address = await addressWith(page, 'searchFilter=Ann%20%26%20co&currencies=GBP,EUR');
    const late = await applyLate(page, address, amount);
    const early = applyEarly(page, address, {
      ...amount,
      choose: async (form) => {
        await amount.choose(form);
        await page.evaluate(() => localStorage.removeItem('v_accessToken_v1'));
      },
    });
    const { release, requests: refused } = await early;
    await release();
    expect(refused).toEqual([]);
    await expect(page).toHaveURL(/\/auth\/signin\?afterSignInUrl=/);
    const { email, password } = findByRole('MERCHANT_VIEWER');
    const requests = listenForRows(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectDrawn(page);
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    expect([page.url(), lastOf(requests)]).toEqual(late);
  });

  test('an open filter stays open with what was typed and ticked in it, and a closed one stays closed', async ({
    page,
  }) => {
    await page.goto('/payments/payin');
    await expectDrawn(page);
    const open = async (chip: string): Promise<() => Promise<void>> => {
      const release = await holdCode(page);
      await page.reload({ waitUntil: 'commit' });
      await openEarly(page, chip);
      return async () => {
        await release();
        await expectDrawn(page);
        await page.unroute(code);
      };
    };
    const dialog = page.getByRole('dialog');
    const drawAmount = await open('Amount');
    await page.keyboard.type('12.5');
    await drawAmount();
    await expect(dialog.getByLabel('From')).toHaveValue('12.5');
    await expect(dialog.getByLabel('From')).toBeFocused();
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/amountFrom=12.50/);
    const drawDays = await open('Created');
    await page.locator('#shell [name=from]').fill('2026-01-02');
    await drawDays();
    await expect(dialog.getByLabel('From')).toHaveValue(/2 Jan 2026|2026-01-02/);
    await page.keyboard.press('Escape');
    const drawStatus = await open('Status');
    await tick('Completed', 'Settled')(page.locator('#shell'));
    await drawStatus();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expect(page).toHaveURL(/paymentStatuses=COMPLETED%2CSETTLED/);
    await page.keyboard.press('Escape');
    const drawClosed = await open('Type');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await drawClosed();
    await expect(chipOf(page.locator('#root'), 'Filter')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});
