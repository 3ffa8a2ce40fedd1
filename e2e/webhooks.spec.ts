import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { prove } from '#e2e/prove.ts';

const path = '/settings/webhooks-callbacks';
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Webhook delivery' });

/** A local webhook receiver. It keeps the samples it receives and refuses them until `repair`; payouts of other journeys are just accepted. */
async function listen() {
  const heard: { body: Buffer; authorization: string; headers: string }[] = [];
  let isBroken = true;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`);
      const { authorization = '' } = request.headers;
      const body = Buffer.concat(parts);
      const isSample = body.includes('TEST');
      if (isSample) heard.push({ body, authorization, headers: headers.join('\n') });
      response.writeHead(isSample && isBroken ? 500 : 200).end('heard');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const repair = () => {
    isBroken = false;
  };
  return { heard, repair, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

test.describe('an editor', () => {
  test.use({ role: 'MERCHANT_EDITOR' });
  // One after the other: concurrent changes of an application's addresses would show a conflict, which is not tested
  // here.
  test.describe.configure({ mode: 'default' });
  // Each test takes long: it saves addresses, sends events, waits for responses and reloads the page.
  test.slow();

  test('sets addresses: errors next to their field, the change before it is saved, a guard for unsaved changes', async ({
    page,
    noise,
  }) => {
    noise.allow(/403|answered/);
    await page.goto(path);
    const cancel = page.getByLabel('Cancel URL');
    const before = await cancel.inputValue();
    const wanted = `https://shop.harbourbloom.example/basket?at=${Date.now()}`;
    await cancel.fill('http://shop.example.com/#basket');
    await cancel.blur();
    await expect(page.getByText('The address must not hold a # part.')).toBeVisible();
    await cancel.fill(wanted);
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await expect(bar.locator('del')).toHaveText(before);
    await expect(bar.locator('ins')).toHaveText(wanted);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await expect(cancel).toHaveValue(wanted);
    const dialog = page.getByRole('dialog', { name: 'Save addresses' });
    await bar.getByRole('button', { name: 'Save change' }).click();
    await expect(dialog).toBeVisible();
    // The second half of a double click, when the dialog already covers the button.
    const button = (await bar.boundingBox())!;
    await page.mouse.move(button.x + button.width - 40, button.y + button.height / 2);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(bar.locator('ins')).toHaveText(wanted);
    await bar.getByRole('button', { name: 'Save change' }).click();
    await prove(dialog, 'Save change');
    await expect(page.getByText('Addresses saved')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await page.reload();
    await expect(cancel).toHaveValue(wanted);
    for (const width of [390, 320]) await expectNoSidewaysScroll(page, width);
  });

  test(
    'tests an address, sees why it failed, resends, and verifies the signature',
    { tag: '@journey' },
    async ({ page, context, noise }) => {
      noise.allow(/403|answered/);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { heard, repair, server, url } = await listen();
      await page.goto(path);
      const payouts = page.getByLabel('Payouts', { exact: true });
      const before = await payouts.inputValue();
      await payouts.fill(url);
      await page.getByRole('button', { name: 'Save change' }).click();
      await prove(page.getByRole('dialog'), 'Save change');
      await expect(page.getByText('Addresses saved')).toBeVisible();

      // Sent from the page where the address is set, immediately after saving.
      await page.getByRole('button', { name: 'Send test event' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send a test event' });
      await dialog.getByRole('button', { name: 'Payout', exact: true }).click();
      await expect(dialog.getByText(`PUT ${url}`)).toBeVisible();
      await dialog.getByRole('button', { name: 'Send a payout event' }).dblclick();
      await expect(sheet(page).getByRole('heading', { name: /^Payout [a-z]/ })).toBeVisible();
      await expect(sheet(page).getByText('Test', { exact: true })).toBeVisible();
      // A second sample would be about another payout. One sample can arrive twice when a busy machine takes ten seconds to get here.
      await expect.poll(() => new Set(heard.map(({ body }) => body.toString())).size).toBe(1);
      // The address contains the delivery, so the result shows after a reload.
      await expect(async () => {
        await page.reload();
        await expect(sheet(page).getByText('Answered 500')).toBeVisible({ timeout: 5_000 });
      }).toPass();
      repair();
      await sheet(page).getByRole('button', { name: 'Resend' }).click();
      await expect(async () => {
        await page.reload();
        await expect(sheet(page).getByText('Delivered', { exact: true })).toBeVisible({ timeout: 5_000 });
      }).toPass();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });

      const delivered = heard.at(-1)!;
      const key = await (await page.request.get(`${process.env['BASE_URL']}/sandbox/.well-known/signature/pem`)).text();
      const pem = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;
      const [, signature = ''] = delivered.authorization.split(' ');
      expect(verify('RSA-SHA256', delivered.body, createPublicKey(pem), Buffer.from(signature, 'base64'))).toBe(true);

      // Runs the command in a shell: it sends the same bytes with the same signature.
      await sheet(page).getByRole('button', { name: 'Copy as curl' }).click();
      const command = await page.evaluate(() => navigator.clipboard.readText());
      const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
      const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
      expect(words).toContain(delivered.body.toString());
      expect(words).toContain(`Authorization: ${delivered.authorization}`);

      await page.goto(`${path}?view=signatures`);
      await page.getByLabel('Body', { exact: true }).first().fill(delivered.body.toString());
      await page.getByLabel('Headers').fill(delivered.headers);
      await expect(page.getByText('Both signatures are valid')).toBeVisible();
      await page.getByLabel('Headers').fill(delivered.headers.replace(/(x-signature-timestamp: \d+)\d/, '$1x'));
      await expect(page.getByText('Authorization is valid, x-signature is not')).toBeVisible();
      await page.getByLabel('Headers').fill(delivered.authorization);
      await expect(page.getByText('The signature in Authorization is valid')).toBeVisible();
      await page.getByLabel('Body', { exact: true }).first().fill(`${delivered.body.toString()}\n`);
      await expect(page.getByText('A line break was added at its end.')).toBeVisible();
      await page.getByRole('button', { name: 'Check its signature' }).click();
      await expect(page.getByText('The signature in Authorization is valid')).toBeVisible();
      await expectAccessible(page);
      for (const width of [390, 320]) await expectNoSidewaysScroll(page, width);

      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await payouts.fill(before);
      await page.getByRole('button', { name: 'Save change' }).click();
      await prove(page.getByRole('dialog'), 'Save change');
      await expect(page.getByText('Addresses saved')).toBeVisible();
      server.close();
      server.closeAllConnections();
    },
  );

  test('filters deliveries by state and event in the address, and exports them as CSV', async ({ page }) => {
    await page.goto(`${path}?view=deliveries&state=DELIVERED&kind=PAYMENT&rows=25`);
    const rows = page.locator('tbody tr:not([aria-hidden])');
    await expect(rows.first().getByText('Delivered')).toBeVisible();
    await expect(rows.filter({ hasNotText: 'Payment' })).toHaveCount(0);
    const total = (await page.getByText(/^1–\d+ of/).textContent())?.replace(/.* of |,/g, '');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toContain('webhook-deliveries');
    // The dialog says how many are resent before it starts; this test cancels it.
    for (const at of [0, 1]) await page.locator('tbody').getByRole('checkbox').nth(at).click({ force: true });
    const selection = page.getByRole('region', { name: 'Selection' });
    await selection.getByRole('button', { name: 'Resend…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend events' });
    await expect(dialog.getByText('2 will be sent again')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Resend 2 events' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await selection.getByRole('button', { name: 'Clear the selection' }).click();
    await page.getByRole('button', { name: 'Remove State filter' }).click();
    await expect(page).toHaveURL(/kind=PAYMENT/);
    await expect(page).not.toHaveURL(/state=/);
    expect(Number(total)).toBeGreaterThan(0);
    await rows.first().locator('a.row-link').click();
    await expect(sheet(page).getByRole('heading', { name: /^Payment (completed|settled|failed)$/ })).toBeVisible();
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);
    await page.goto(`${path}?view=deliveries&objectId=00000000-0000-4000-8000-00000000000f`);
    await expect(page.getByText('No deliveries match these filters')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
