import { builtFile } from '#e2e/built-files.ts';
import type { Locator } from '@playwright/test';
import { faults } from '#e2e/faults/faults.ts';
import { otpCall } from '#e2e/faults/screen-calls.ts';
import { type Screen, screens, silentScreens } from '#e2e/faults/screens.ts';
import { expect, test } from '#e2e/faults/stage-test.ts';
import { leave, open, settle, type Stage } from '#e2e/faults/stage.ts';
import { tokenOf } from '#e2e/fake-provider/provider-test.ts';
import { merchant } from '#e2e/fake-provider/world.ts';
import { watchMachine } from '#scripts/machine-speed.ts';

const screenAt = (address: string): Screen => screens.find((each) => each.address === address) as Screen;
const faultNamed = (name: string) => faults.find((each) => each.name === name);

async function openWithoutFault(stage: Stage, address: string): Promise<void> {
  stage.wire.begin(undefined, () => false, false);
  await open(stage, screenAt(address));
  await settle(stage);
}

const addUserDialog = () => builtFile('src/features/users/actions/add-user-dialog.tsx');

test('a failed refetch removes nothing, especially not what is being typed', async ({ stage }) => {
  const { page, wire } = stage;
  await openWithoutFault(stage, '/settings/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a user' });
  const address = dialog.getByLabel('Email address');
  await address.fill('half-typed@shop.example');
  await dialog.getByRole('radio').last().check();
  wire.begin(faultNamed('500 without a payload'), () => true, false);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => wire.calls.filter((call) => call === 'GET merchants/{}').length).toBe(4);
  await settle(stage);
  await expect(address).toHaveValue('half-typed@shop.example');
  await test.step('a write without a response keeps the typed input, and is sent again', async () => {
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toContainText('The server did not respond');
    await settle(stage);
    await expect(address).toHaveValue('half-typed@shop.example');
    wire.mend();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toHaveCount(0);
  });
});

test('being offline shows a message, every action says so, and it ends when the network is back', async ({ stage }) => {
  const { page } = stage;
  await openWithoutFault(stage, '/payments/payin');
  // Code that loads after first paint is loaded, including the error card.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await test.step('a page that is not loaded waits for the network, and this one stays', async () => {
    await page.getByRole('link', { name: 'Payouts' }).first().click();
    await expect(page.getByText('Payouts opens when you’re back.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Pay-ins' })).toBeVisible();
  });
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  // Without any click.
  await expect(page.getByRole('table', { name: 'Payouts' })).toBeVisible();
  await test.step('a list that was requested offline loads automatically', async () => {
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /^Currency/ }).click();
    await page.getByRole('dialog', { name: 'Currency' }).getByText('EUR').click();
    await settle(stage);
    await page.context().setOffline(false);
    await settle(stage);
    const again = page.getByRole('button', { name: 'Try Again?' });
    // Unless it has loaded automatically before the click.
    await again.click({ timeout: 1_000 }).catch(() => undefined);
    await expect(page.getByRole('table', { name: 'Payouts' })).toBeVisible();
  });
});

/** Runs in the page. */
function waitForText(text: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => document.body.innerText.includes(text) && resolve();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

test('a dialog whose code is missing asks to reload the page, and opens after that', async ({ stage }) => {
  const { page } = stage;
  await openWithoutFault(stage, '/settings/users');
  await page.route(addUserDialog(), (route) => route.fulfill({ status: 404, body: '' }));
  // The accelerated clock removes the message quickly.
  const isShown = page.evaluate(waitForText, 'Check your connection, then reload the page.');
  await page.getByRole('button', { name: 'Add user' }).click();
  await isShown;
  await page.unroute(addUserDialog());
  await page.reload();
  await settle(stage);
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a user' })).toBeVisible();
});

test('a page without its code shows a message', async ({ stage }) => {
  const { page } = stage;
  await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  for (const address of ['/auth/signin', '/payments/payin']) {
    await page.goto(address);
    await expect(page.getByText('There was an error!')).toBeVisible();
  }
});

test('a page restored from the back-forward cache notices that its session has ended', async ({ stage }) => {
  const { page } = stage;
  await openWithoutFault(stage, '/payments/payin');
  await page.evaluate(() => {
    localStorage.removeItem('v_accessToken_v1');
    // The page becomes visible before `pageshow` and refetches then; the provider would complain about a call without a
    // token.
    window.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page).toHaveURL(/\/auth\/signin\?afterSignInUrl=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('a wrong device clock causes no endless loop', async ({ stage }) => {
  const { page, wire } = stage;
  let pages = 0;
  page.on('framenavigated', () => (pages += 1));
  for (const hours of [-24, -2, 2, 24, 24 * 400]) {
    await test.step(`${hours} h`, async () => {
      // The token has the right time, the device's clock does not.
      await page.clock.setFixedTime(Date.now() + hours * 3_600_000);
      await leave(stage);
      pages = 0;
      wire.begin(undefined, () => false, false);
      await open(stage, screenAt('/payments/payin'));
      await settle(stage);
      const isOver = hours > 0;
      await expect(page).toHaveURL(isOver ? /\/auth\/signin/ : /\/payments\/payin/);
      if (!isOver) await expect(page.getByRole('table')).toContainText('£24.23');
      expect(pages).toBeLessThan(5);
    });
  }
});

test('screens without calls work whatever the API does', async ({ stage }) => {
  const { page, wire } = stage;
  for (const address of silentScreens) {
    wire.begin(faultNamed('never an answer'), () => true, false);
    await page.goto(address);
    await settle(stage);
    expect(wire.calls).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('a 401 at sign-in is shown, because no session ends with it', async ({ stage }) => {
  const { page, wire } = stage;
  // The code form is shown whatever is known about its request.
  for (const screen of screens.filter(({ viewer, calls }) => viewer === 'nobody' && !calls.includes(otpCall))) {
    await leave(stage);
    wire.begin(faultNamed('401'), () => true, false);
    await open(stage, screen);
    await expect(page.getByRole('button', { name: 'Try Again?' })).toBeVisible();
  }
});

test('an unknown time zone, chosen or from the device, falls back to UTC and says so', async ({ stage }) => {
  const { page } = stage;
  await page.addInitScript(() => {
    const proto = Intl.DateTimeFormat.prototype;
    const sound = Reflect.get(proto, 'resolvedOptions') as (this: Intl.DateTimeFormat) => { timeZone: string };
    Reflect.set(proto, 'resolvedOptions', function options(this: Intl.DateTimeFormat) {
      const options = sound.call(this);
      return options.timeZone === 'Europe/London' ? { ...options, timeZone: 'Mars/Olympus' } : options;
    });
  });
  for (const zone of ['local', 'Mars/Phobos']) {
    await openWithoutFault(stage, '/settings/account-settings');
    await page.evaluate(
      (chosen) => localStorage.setItem('v_preferences_v1', JSON.stringify({ zone: chosen, theme: 7 })),
      zone,
    );
    await page.reload();
    await expect(page.getByText('your local time zone: UTC')).toBeVisible();
    await page.getByRole('link', { name: 'Pay-ins', exact: true }).click();
    await page.getByRole('table').getByRole('link').first().click();
    await expect(page.locator('time').first()).toHaveText(/UTC$/);
  }
});

test('signing in with a wrong clock shows a message, and ends no session needlessly', async ({ stage }) => {
  const { page, wire } = stage;
  const signedIn = { accessToken: tokenOf({ authorities: ['VIEW_ONLY'] }), email: 'ida@fake-provider.example' };
  for (const [hours, words] of [
    [-24, /off by about 14(39|4[01]) minutes/],
    [24, /off by about 14(39|4[01]) minutes. Correct it, then sign in again./],
  ] as const) {
    await test.step(`${hours} h`, async () => {
      await leave(stage);
      wire.begin(undefined, () => false, false, { 'POST accounts/sign-in': signedIn });
      await page.clock.setFixedTime(Date.now() + hours * 3_600_000);
      await page.evaluate(() => localStorage.clear());
      await page.goto('/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin');
      await page.getByLabel('Email').fill(signedIn.email);
      await page.getByLabel('Password', { exact: true }).fill('the-password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(page).toHaveURL(hours < 0 ? /\/payments\/payin/ : /\/auth\/signin/);
    });
  }
});

test('finds one of ten thousand applications by name, quickly', async ({ stage }) => {
  const { page, wire } = stage;
  const [application] = merchant.applications;
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    ...application,
    applicationId: `${application?.applicationId.slice(0, -5)}${String(index).padStart(5, '0')}`,
    applicationName: `Shop ${index}`,
  }));
  wire.begin(undefined, () => false, false, { 'GET merchants/{}': { ...merchant, applications: many } });
  await open(stage, screenAt('/payments/payin'), { isKnown: false });
  await settle(stage);
  const isQuick = async (field: Locator, text: string, found: Locator): Promise<void> => {
    const machine = watchMachine();
    const began = Date.now();
    await field.fill(text);
    // Polls often: Playwright waits up to a second between its own checks.
    await expect.poll(() => found.isVisible(), { intervals: [25] }).toBe(true);
    expect((Date.now() - began) / machine.stop().thanUsual).toBeLessThan(1_500);
  };
  const list = page.getByRole('dialog', { name: 'Applications' });
  await page.getByRole('button', { name: /^Application: Shop 0/ }).click();
  await expect(list.getByText('100 of 10,000 shown')).toBeVisible();
  expect(await page.locator('*').count()).toBeLessThan(1_500);
  await isQuick(list.getByLabel('Find an application'), 'shop 9998', list.getByRole('link', { name: 'Shop 9998' }));
  await list.getByRole('link', { name: 'Shop 9998' }).click();
  await expect(page).toHaveURL(new RegExp(`applicationId=${many[9998]?.applicationId}`));
  await expect(page.getByRole('button', { name: /^Application: Shop 9998/ })).toBeVisible();
  await test.step('with the keyboard too', async () => {
    await expect(list).toHaveCount(0);
    // A capital K, as with caps lock on.
    await page.keyboard.press('Control+K');
    const field = page.getByRole('combobox', { name: 'Find a payment or a page' });
    await expect(field).toBeVisible();
    await isQuick(field, 'shop 4321', page.getByRole('option', { name: /Shop 4321/ }));
  });
});
