import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { awaitMail, mailsTo } from '#e2e/mails.ts';
import { createLink, expectAfterReload, payWithoutScript } from '#e2e/payment-link.ts';

/** One red pixel. */
const mark = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test.use({ role: 'MERCHANT_ADMIN' });

test(
  'a shopper searches their bank and approves in another tab, and the open page shows Paid and the receipt by itself',
  { tag: '@journey' },
  async ({ page }) => {
    const link = await createLink(page, { amount: '24.99', description: 'Spring bouquet' });
    await page.goto(link);
    await expect(page).toHaveTitle(/^Pay /);
    await page.getByRole('searchbox').fill('natw');
    const banks = page.getByRole('list', { name: 'Choose your bank' }).getByRole('button');
    await expect(banks).toHaveText([/NatWest/]);
    await page.getByRole('searchbox').fill('no such bank');
    await expect(page.getByRole('status')).toHaveText(/No bank matches/);
    await page.getByRole('searchbox').fill('natw');
    await banks.click();
    await expect(page.getByText('Simulated bank')).toBeVisible();

    const waiting = await page.context().newPage();
    await waiting.goto(`${link}/${page.url().split('/').at(-1)}`);
    await expect(waiting.getByRole('heading', { name: 'Waiting for NatWest' })).toBeVisible();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await expect(page.getByRole('heading', { name: 'Payment approved' })).toBeVisible();
    await waiting.bringToFront();
    await expect(waiting.getByRole('heading', { name: 'Paid' })).toBeVisible({ timeout: 30_000 });
    const [receipt] = await Promise.all([
      waiting.waitForEvent('download'),
      waiting.getByRole('link', { name: 'Receipt (PDF)' }).click(),
    ]);
    expect(receipt.suggestedFilename()).toMatch(/^receipt-[0-9a-f]{8}-[\d-]{10}\.pdf$/);

    await waiting.goto(link);
    await expect(waiting.getByText('Nothing more to pay. Thank you.')).toBeVisible();
  },
);

test('a shopper without JavaScript requests the receipt by mail, corrects the address, and the mail links back to it', async ({
  page,
  browser,
}) => {
  const email = `payer-${crypto.randomUUID()}@shopper.example`;
  const payer = await payWithoutScript(
    browser,
    await createLink(page, { amount: '31.20', description: 'Peonies' }),
    'Approve payment',
  );
  const field = payer.getByLabel('Email the receipt to');
  await expectAfterReload(payer, () => expect(field).toBeVisible({ timeout: 2_000 }));
  await field.fill('payer@shopper');
  await payer.getByRole('button', { name: 'Email the receipt' }).click();
  await expect(payer.getByText('Enter an email address such as')).toBeVisible();
  await expect(field).toHaveValue('payer@shopper');
  await field.fill(email);
  await payer.getByRole('button', { name: 'Email the receipt' }).click();
  await expect(payer.getByText('We’ll email the receipt.')).toBeVisible();
  const text = await awaitMail(page, email, /^Receipt for your payment of £31\.20$/);
  await payer.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
  await expect(payer.getByRole('link', { name: 'Receipt (PDF)' })).toBeVisible();
  expect(await mailsTo(page, email)).toHaveLength(1);

  // axe needs JavaScript.
  await page.goto(payer.url());
  await expect(page.getByLabel('Email the receipt to')).toBeVisible();
  await expectAccessible(page, { isPortal: false });
  await expectNoSidewaysScroll(page);
  await payer.context().close();
});

test('a shopper changes the language with the keyboard, and it is kept', async ({ page }) => {
  const link = await createLink(page, { amount: '5.00', description: 'Seeds' });
  await page.goto(link);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Deutsch' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Wählen Sie Ihre Bank' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Wählen Sie Ihre Bank' })).toBeVisible();
});

test('an editor sets a name, a colour and a logo for the payment page, is warned of a light colour, and shoppers see them', async ({
  page,
}) => {
  await page.goto('/settings/brand');
  await page.getByLabel('Name', { exact: true }).fill('Bloom & Co');
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffd400');
  await page.getByLabel('Mark').setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: mark });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The colour is too light: white words on it cannot be read')).toBeVisible();
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#7c2d12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Brand saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Colour', exact: true })).toHaveValue('#7c2d12');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const link = await createLink(page, { amount: '7.00', description: 'Tulips' });
  await page.goto(link);
  await expect(page).toHaveTitle('Pay Bloom & Co');
  await expect(page.locator('img.mark')).toBeVisible();

  await page.goto('/settings/brand');
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Brand saved')).toBeVisible();
});

test('the steps of a payment and finished ones fit a phone and are accessible in both themes', async ({ page }) => {
  const link = await createLink(page, { amount: '24.13', description: 'A description of several words for a phone' });
  const addresses = [link];
  await page.goto(link);
  await page.getByRole('list', { name: 'Choose your bank' }).getByRole('button').first().click();
  await expect(page.getByText('Simulated bank')).toBeVisible();
  addresses.push(page.url(), `${link}/${page.url().split('/').at(-1)}`);
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, { isPortal: false });
  }
});
