import type { Browser, Page } from '@playwright/test';
import { closeOrder } from '#e2e/close-order.ts';
import { expect, goTo, test as journey } from '#e2e/journey.ts';
import { createLink, fillInLink, payWithoutScript } from '#e2e/payment-link.ts';
import { totp } from '#e2e/totp.ts';
import {
  deploymentBlocks,
  openPrintedDeployment,
  type PrintedDeployment,
} from '#scripts/operations/printed-deployment.ts';
import { startTlsProxy } from '#scripts/operations/tls-proxy.ts';
import { freePort } from '#scripts/free-port.mjs';
import { prepareGateway } from '#scripts/gateway-process.ts';
import { findPostgres } from '#scripts/throwaway-postgres.mjs';

interface Fixtures {
  basePath: string;
  /** Whether its providers are behind a gateway. */
  hasGateway: boolean;
  /** `settings` is a shell block that adds to the printed settings. */
  deployment: PrintedDeployment & { settings: string };
}

/** A test on a separate deployment, which has a database, a proxy and a mail server, and nothing else. */
const test = journey.extend<Fixtures>({
  basePath: ['/sandbox', { option: true }],
  hasGateway: [false, { option: true }],
  deployment: async ({ basePath, hasGateway }, use) => {
    // Live runs from its sources, as printed; the others like an image.
    const deployment = await openPrintedDeployment(basePath, basePath !== '');
    const gateway = hasGateway ? await startDeployedGateway(deployment, basePath) : null;
    await use({ ...deployment, settings: gateway?.settings ?? '' });
    await gateway?.stop();
    await deployment.stop();
  },
  baseURL: ({ deployment }, use) => use(deployment.address),
});

// The proxy's certificate is its own.
test.use({ ignoreHTTPSErrors: true });
test.skip(!findPostgres(), 'There is no PostgreSQL here.');

const admin = { email: 'ada@example.com', password: 'quiet herons over the weir' };
const user = { email: 'hannah@orchard-lane.example', password: 'seven kites over the harbour' };
const company = 'Orchard Lane Ltd';
const soon = { timeout: 60_000 };

const environments = [
  { label: 'Sandbox', basePath: '/sandbox', hasGateway: false },
  { label: 'Integration', basePath: '/integration', hasGateway: false },
  { label: 'Live, with a gateway', basePath: '', hasGateway: true },
];

for (const { label, basePath, hasGateway } of environments) {
  test.describe(label, () => {
    test.use({ basePath, hasGateway });

    test('an empty deployment gets to a settled payment, a payout, a fee statement and a disabled merchant with only its screens and mails', async ({
      page,
      browser,
      deployment,
      noise,
    }) => {
      // The browser's console messages about calls that require a step-up, and about the session that ends.
      noise.allow(/403|401|answered/);
      await test.step('the printed commands install it and create an administrator', () => install(deployment));
      const code = await test.step('the administrator signs in', () => signInWithAuthenticator(page, deployment));
      await test.step('the bank list', () => addBank(page, code, { hasOthers: !hasGateway }));
      await test.step('a merchant with two accounts', () => createMerchant(page));
      const shop = await openSeparately(browser);
      await test.step('the first user signs in', () => signInByMail(shop, deployment, user));
      await test.step('a link is paid and settled', () => takePayment(shop, browser));
      await test.step('the money is paid out', () => payOut(shop));
      await test.step('the fee statement', () => readFees(shop, page));
      await test.step('the merchant is disabled', async () => {
        const open = await createLink(shop, { amount: '9.00', description: 'The second order' });
        await disableMerchant(page, code);
        await shop.reload();
        await expect(shop).toHaveURL(/\/auth\/signin/);
        await shop.goto(open);
        await expect(shop.getByText('cannot take payments at the moment')).toBeVisible();
      });
      await shop.context().close();
    });
  });
}

test.describe('Live, without a gateway', () => {
  test.use({ basePath: '' });

  test('a merchant with its own bank account can be created, and its link says what is missing', async ({
    page,
    browser,
    deployment,
    noise,
  }) => {
    noise.allow(/403|422|answered/);
    await install(deployment);
    const code = await signInWithAuthenticator(page, deployment);
    await addBank(page, code, { hasOthers: false });
    await createMerchant(page, { payInto: 'OWN' });
    const shop = await openSeparately(browser);
    await signInByMail(shop, deployment, user);
    await goTo(shop, 'Pay by link');
    await shop.getByRole('button', { name: 'Create link' }).first().click();
    const dialog = shop.getByRole('dialog', { name: 'Create a payment link' });
    await dialog.getByLabel('Amount').fill('12.50');
    await dialog.getByRole('button', { name: 'Create link for £12.50' }).click();
    await expect(dialog.getByText('This environment has no account provider connected yet')).toBeVisible();
    await shop.context().close();
  });
});

/** Steps 2 to 8 of the runbook; from step 10 on its commands repeat what the screens do. */
async function install(deployment: Fixtures['deployment']): Promise<void> {
  const untilStart = deploymentBlocks.findIndex((text) => text.includes('systemctl'));
  for (const text of deploymentBlocks.slice(0, untilStart + 1)) {
    await deployment.run(text);
    if (text.includes('> /etc/portal/settings.env')) await deployment.run(deployment.settings);
  }
  await deployment.startUnit();
}

/** The simulated gateway as a process behind a proxy with TLS, and the block that names it in the settings. */
async function startDeployedGateway({ address, certificate, place }: PrintedDeployment, basePath: string) {
  const port = await freePort();
  const proxy = await startTlsProxy(place, port);
  const gateway = prepareGateway({ port, address: proxy.address, portal: address + basePath, certificate });
  await gateway.start();
  const settings = { PROVIDER_URL: proxy.address, ...gateway.keys };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return {
    settings: `cat >> /etc/portal/settings.env <<'END'\n${lines.join('\n')}\nEND\n`,
    stop: async () => {
      proxy.close();
      await gateway.remove();
    },
  };
}

async function openSeparately(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

interface Person {
  email: string;
  password: string;
}

/** Chooses a password with the mailed link, which signs in. */
async function signInByMail(page: Page, deployment: PrintedDeployment, { email, password }: Person): Promise<void> {
  const findLink = () =>
    /https:\/\/\S+\/auth\/reset-password\/\S+/.exec(deployment.newestMailTo(email) ?? '')?.[0] ?? '';
  await expect.poll(findLink).not.toBe('');
  await page.goto(findLink());
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).not.toHaveURL(/\/auth\/reset-password/);
}

type CodeSource = () => Promise<string>;

/**
 * Sets up the authenticator that every administrator needs. Returns its codes: each works once, and the one that comes
 * next is accepted as well. Never an earlier one, which may be two steps old when it arrives.
 */
async function signInWithAuthenticator(page: Page, deployment: PrintedDeployment): Promise<CodeSource> {
  await signInByMail(page, deployment, admin);
  await expect(page).toHaveURL(/\/auth\/set-two-factor\//);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  let earliest = Date.now();
  const code = async () => {
    const time = Math.max(earliest, Date.now());
    await expect.poll(() => time - Date.now(), soon).toBeLessThanOrEqual(30_000);
    earliest = time + 30_000;
    return totp(secret, time);
  };
  await page.getByLabel('Code from your app').fill(await code());
  await page.getByRole('checkbox', { name: 'I’ve saved my recovery codes' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Merchants' })).toBeVisible();
  return code;
}

const codeLabel = 'Code from your authenticator app';

async function addBank(page: Page, code: CodeSource, { hasOthers = true } = {}): Promise<void> {
  await goTo(page, 'Banks');
  await expect(page.getByRole('heading', { level: 1, name: 'Banks' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'NatWest' })).toHaveCount(hasOthers ? 1 : 0);
  await page.getByRole('button', { name: 'Add bank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a bank' });
  await dialog.getByLabel('Name', { exact: true }).fill('Quay Bank');
  for (const name of ['GBP', 'United Kingdom']) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: 'Add bank' }).click();
  await dialog.getByLabel(codeLabel).fill(await code());
  await expect(page.getByRole('row').filter({ hasText: 'Quay Bank' })).toBeVisible();
}

async function createMerchant(page: Page, { payInto = 'MODULR' } = {}): Promise<void> {
  const go = () => page.getByRole('button', { name: 'Save and continue' }).click();
  await goTo(page, 'Merchants');
  await page.getByRole('link', { name: 'New merchant' }).first().click();
  await page.getByLabel('Legal name').fill(company);
  await go();
  await page.getByLabel('Application name').fill('Web shop');
  const pounds = page.getByRole('group', { name: 'GBP account', exact: true });
  await pounds.getByLabel('Payers pay into').selectOption(payInto);
  await pounds.getByLabel('Account holder').fill('Orchard Lane');
  await pounds.getByLabel('Sort code', { exact: true }).fill('204577');
  await pounds.getByLabel('Account number', { exact: true }).last().fill('73014486');
  await page.getByRole('button', { name: 'Add EUR account' }).click();
  const euros = page.getByRole('group', { name: 'EUR account', exact: true });
  await euros.getByLabel('Payers pay into').selectOption(payInto);
  await euros.getByLabel('Account holder').fill('Orchard Lane');
  await euros.getByLabel('IBAN', { exact: true }).fill('IE29 AIBK 9311 5212 3456 78');
  await go();
  await page.getByLabel('Fee of each pay-in, in percent').fill('0.45');
  await go();
  await page.getByLabel('Name (optional)').fill('Hannah Doyle');
  await page.getByLabel('Email').fill(user.email);
  await go();
  await page.getByRole('button', { name: `Create ${company}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Accounts of Web shop' }).getByRole('row')).toHaveCount(3);
}

/** A shopper pays the link of the first step. Ends on the settled payment. */
async function takePayment(page: Page, browser: Browser): Promise<void> {
  const firstSteps = page.getByRole('region', { name: 'First steps' });
  await firstSteps.getByRole('link', { name: 'Create a payment link' }).click();
  const link = await fillInLink(page, { amount: '1,250.00', description: 'The first order' });
  const payer = await payWithoutScript(browser, link, 'Approve payment');
  await payer.context().close();
  const attempts = page.getByRole('table', { name: 'Attempts to pay this link' });
  await expect(attempts.getByText('Settled', { exact: true })).toBeVisible(soon);
  await attempts.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment of £1,250.00');
}

async function payOut(page: Page): Promise<void> {
  await goTo(page, 'Balances');
  const account = page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();
  // The accounts are those that the overview has cached from before the payment (§4 Caching).
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(account.getByText('£1,250.00').filter({ visible: true })).toHaveCount(2);
  await account.getByRole('button', { name: 'Pay out…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Use £/ }).click();
  await dialog.getByRole('button', { name: 'Pay out £1,250.00' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  await closeOrder(page, 'Payout of £1,250.00 is on its way');
  await goTo(page, 'Payouts');
  const payouts = page.getByRole('table', { name: 'Payouts' }).locator('tbody tr');
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(payouts.first()).toContainText('Processed', { timeout: 2_000 });
  }).toPass(soon);
}

/** The merchant and the administrator read the same fee: 0.45% of £1,250.00 is £5.625, rounded half up. */
async function readFees(shop: Page, administrator: Page): Promise<void> {
  await goTo(shop, 'Balances');
  await shop.getByRole('link', { name: 'Fees', exact: true }).click();
  await goTo(administrator, 'Fees');
  for (const page of [shop, administrator]) await page.getByLabel('Month').selectOption({ index: 0 });
  await administrator.getByRole('link', { name: `${company}, GBP` }).click();
  for (const page of [shop, administrator]) {
    const fees = page.getByRole('table', { name: 'Fees in GBP' });
    await expect(fees.getByRole('row').last()).toContainText('£5.63');
  }
}

async function disableMerchant(page: Page, code: CodeSource): Promise<void> {
  await goTo(page, 'Merchants');
  await page.getByRole('link', { name: company }).click();
  await page.getByRole('button', { name: 'Disable merchant…' }).click();
  const dialog = page.getByRole('dialog', { name: `Disable ${company}?` });
  await dialog.getByLabel('Reason').fill('Ownership dispute, case 4417');
  await dialog.getByRole('button', { name: 'Disable merchant' }).click();
  const disabled = page.getByText(`Disabled by \u2068${admin.email}\u2069 on`);
  await expect(dialog.getByLabel(codeLabel).or(disabled)).toBeVisible();
  if (await dialog.isVisible()) await dialog.getByLabel(codeLabel).fill(await code());
  await expect(disabled).toBeVisible();
}
