import type { CDPSession, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { makePerson } from '#e2e/make-person.ts';
import { signIn } from '#e2e/sign-in.ts';

const address = '/auth/signin?afterSignInUrl=%2Fsettings%2Faccount-settings';
const dialog = (page: Page) => page.getByRole('dialog');

/** Adds a virtual authenticator to the page that accepts every request. */
async function giveDevice(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

async function seeWell(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a user adds a passkey, signs in and confirms with it, uses a recovery code after losing it, and removes it', async ({
  page,
  noise,
}) => {
  noise.allow(/40[03]|answered/);
  const person = await makePerson(page, 'Petra Lindqvist');
  const { session, authenticatorId } = await giveDevice(page);
  await signIn(page, person, address);

  await test.step('the first passkey becomes the second factor, with recovery codes', async () => {
    await page.getByRole('button', { name: 'Add a passkey…' }).click();
    await dialog(page).getByLabel('Name').fill('Studio laptop');
    await seeWell(page);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(person.password);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  });
  const recoveryCode = await dialog(page).getByRole('listitem').first().innerText();
  await dialog(page).getByRole('checkbox', { name: 'I’ve saved my recovery codes' }).check();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Passkey', { exact: true })).toBeVisible();
  await expect(page.getByText('Studio laptop')).toBeVisible();
  await expect(page.getByText(/, not used yet/)).toBeVisible();
  await seeWell(page);

  await test.step('the device already has a passkey', async () => {
    await page.getByRole('button', { name: 'Add a passkey…' }).click();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page).getByText('This device already has a passkey for your account.')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('sign-in asks for it', async () => {
    await page.evaluate(() => localStorage.clear());
    await signIn(page, person, address);
    await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
    await seeWell(page);
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await expect(page.getByText('Studio laptop')).toBeVisible();
    await expect(page.getByText(/, last used/)).toBeVisible();
  });

  await test.step('a step-up accepts it', async () => {
    await page.getByRole('button', { name: 'New codes…' }).click();
    await dialog(page).getByRole('button', { name: 'Create new codes' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Use your passkey' })).toBeFocused();
    await seeWell(page);
    await dialog(page).getByRole('button', { name: 'Use your passkey' }).click();
    await expect(dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  });
  const [newCode = '', lastCode = ''] = await dialog(page).getByRole('listitem').allInnerTexts();
  expect(newCode).not.toBe(recoveryCode);

  await test.step('a recovery code signs in after the passkey was lost', async () => {
    await page.evaluate(() => localStorage.clear());
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await session.send('WebAuthn.disable');
    await signIn(page, person, address);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(newCode);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('9 codes left.')).toBeVisible();
  });

  await test.step('another recovery code confirms its removal', async () => {
    await page.getByRole('button', { name: 'Remove Studio laptop…' }).click();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog(page).getByLabel('Recovery code').fill(newCode);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(dialog(page).getByText('That code is incorrect.')).toBeVisible();
    await dialog(page).getByLabel('Recovery code').fill(lastCode);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Passkey removed')).toBeVisible();
    await expect(page.getByText('Your account is protected by a password only.')).toBeVisible();
  });
});

test('a passkey belongs to one host; another host says so and keeps the typed input', async ({ page, noise }) => {
  noise.allow(/403|answered/);
  const person = await makePerson(page, 'Quentin Marsh');
  await giveDevice(page);
  const elsewhere = (process.env['BASE_URL'] ?? '').replace('localhost', '127.0.0.1');
  await signIn(page, person, `${elsewhere}${address}`);
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  await dialog(page).getByLabel('Name').fill('Phone');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByLabel('Password', { exact: true }).fill(person.password);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).getByText('Passkeys only work at localhost. Open the portal there.')).toBeVisible();
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Phone');
});
