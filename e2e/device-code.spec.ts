import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { openMerchant } from '#e2e/own-merchant.ts';
import { signIn } from '#e2e/sign-in.ts';

const api = '/sandbox/api';

/** Acts as the tool: requests a code, and later fetches the key. */
async function startTool(page: Page) {
  const asked = await page.request.post(`${api}/device-codes`, {
    data: { toolName: 'volume', machineName: 'ada-laptop' },
  });
  const { userCode, deviceCode } = (await asked.json()) as { userCode: string; deviceCode: string };
  const fetchKey = async () => {
    const answer = await page.request.post(`${api}/device-codes/key`, { data: { deviceCode } });
    return { status: answer.status(), body: (await answer.json()) as { code: string; scopes: string[] } };
  };
  return { userCode, fetchKey };
}

test('a tool’s code is denied and another is allowed by keyboard, and a signed-out user returns to its link after sign-in', async ({
  page,
  noise,
}) => {
  noise.allow(/403|STEP_UP_REQUIRED/);
  const { user } = await openMerchant(page);
  const denied = await startTool(page);
  await signIn(page, user, `/settings/security/device?code=${denied.userCode}`);
  const code = page.getByLabel('Code');
  await expect(code).toHaveValue(denied.userCode);
  await expectAccessible(page);
  await code.press('Enter');
  await expect(page.getByText('ada-laptop', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Deny' }).press('Enter');
  await expect(page.getByText('Denied. The tool gets no key.')).toBeVisible();
  expect(await denied.fetchKey()).toMatchObject({ status: 400, body: { code: 'ACCESS_DENIED' } });

  const allowed = await startTool(page);
  await page.goto('/settings/security/device');
  await code.fill(allowed.userCode.toLowerCase().replace('-', ' '));
  await code.press('Enter');
  await page.getByRole('button', { name: 'Allow…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('volume on ada-laptop has its key.')).toBeVisible();
  await expectAccessible(page);
  expect(await allowed.fetchKey()).toMatchObject({ status: 200, body: { scopes: ['TOOL'] } });
});
