import { expect, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, findBySituation } from '#e2e/sign-ins.ts';

test.describe('a user without any role', () => {
  test.use({ role: 'NONE' });
  test('is redirected from the pay-ins to the overview with a reason', async ({ page }) => {
    await page.goto('/payments/payin');
    await expect(page).toHaveURL(/\/\?applicationId=/);
    await expect(page.getByText('You don’t have permission to view payments.')).toBeVisible();
    for (const name of ['Pay-ins', 'Balances', 'Exchange'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Balances' })).toHaveCount(0);
  });
});

test.describe('a user who creates payment links', () => {
  test.use({ role: 'MERCHANT_EDITOR' });
  test('gets the form of an address without an application that names the form', async ({ page }) => {
    await page.goto('/pay-by-link#new-link');
    await expect(page).toHaveURL(/[?]applicationId=/);
    await expect(page.getByRole('dialog', { name: 'Create a payment link' })).toBeVisible();
  });
  test('gets the first application of an address that names none, also after using another one', async ({ page }) => {
    const used = () => new URL(page.url()).searchParams.get('applicationId');
    await page.goto('/payments/payin');
    await expect.poll(used).not.toBeNull();
    const first = used();
    await page.getByRole('button', { name: /Harbour & Bloom/ }).click();
    await page.getByRole('link', { name: 'Mobile app' }).click();
    await expect.poll(used).not.toBe(first);
    await expect(page.getByRole('button', { name: /Mobile app/ })).toBeVisible();
    await page.goto('/payments/payin');
    await expect.poll(used).toBe(first);
  });
});

test('signing out ends the session on the server and in every tab', async ({ page, context, noise }) => {
  // Requests that are running when the session ends are refused.
  noise.allow(/status of 401|answered 401/);
  // A separate session, because it ends here and other journeys must not share it.
  await signIn(page, findByRole('MERCHANT_VIEWER'), '/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin');
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  const other = await context.newPage();
  await other.goto('/payments/payin');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const signedOut = page.waitForResponse(/accounts\/self\/sign-out/);
  await page.getByRole('button', { name: /^You:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signedOut;
  await expect(page).toHaveURL(/\/auth\/signin/);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|email|merchant/i.test(key))),
  ).toEqual([]);
  await expect(other).toHaveURL(/\/auth\/signin/);
  const answer = await page.request.get('/sandbox/api/accounts/self', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(401);
});

test('tells a user that their merchant has no applications', async ({ page, noise }) => {
  noise.allow(/Invalid application configuration/);
  await signIn(page, findBySituation('merchant without applications'));
  await expect(page.getByText('Invalid application configuration')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'your account' }).click();
  await expect(page.getByRole('heading', { name: 'Signing in' })).toBeVisible();
  await expect(page.getByText('Invalid application configuration')).toHaveCount(0);
});

test('refuses a disabled user and a disabled merchant like a wrong password', async ({ page, noise }) => {
  noise.allow(/401/);
  for (const situation of ['disabled, is refused', 'disabled merchant']) {
    const { email, password } = findBySituation(situation);
    await page.goto('/auth/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('The email address or password is incorrect.')).toBeVisible();
  }
});

test('does not follow a hostile return address', async ({ page }) => {
  await signIn(page, findByRole('MERCHANT_EDITOR'), '/auth/signin?afterSignInUrl=%2F%2Fevil.example%2Fpay');
  await expect(page).toHaveURL(/^http:\/\/(localhost|127\.0\.0\.1):\d+\/\?applicationId=/);
});

test('an expired token redirects to sign-in once and keeps the page’s address', async ({ page, noise }) => {
  noise.allow(/401|answered/);
  await signIn(page, findByRole('MERCHANT_OPERATOR'));
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  await page.request.post('/sandbox/api/accounts/self/sign-out', { headers: { authorization: `Bearer ${token}` } });
  await page.goto('/payments/payin?rows=50');
  await expect(page).toHaveURL(/\/auth\/signin/);
});
