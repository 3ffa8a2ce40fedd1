import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { openMerchant } from '#e2e/own-merchant.ts';
import { signIn } from '#e2e/sign-in.ts';

/** A server that answers challenges once it is ready. */
async function listen() {
  let isReady = false;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { challenge = 'thanks' } = JSON.parse(Buffer.concat(parts).toString()) as { challenge?: string };
      response.writeHead(isReady ? 200 : 404).end(isReady ? challenge : 'not found');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const getReady = () => {
    isReady = true;
  };
  return { server, getReady, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/volume` };
}

test('an endpoint is added, its server answers the second challenge and a test event, and it is paused', async ({
  page,
  noise,
}) => {
  test.slow();
  noise.allow(/403|STEP_UP_REQUIRED/);
  const { server, getReady, url } = await listen();
  const { user } = await openMerchant(page);
  await signIn(page, user);
  await page.goto('/settings/webhooks-callbacks?view=endpoints');
  await expect(page.getByText(/No endpoints yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Add endpoint…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an endpoint' });
  await dialog.getByLabel('Name').fill('Order service');
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('checkbox', { name: 'Payment links' }).check();
  await dialog.getByRole('checkbox', { name: 'payment.settled' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'Order service' });
  await expect(row.getByText('Waiting for its answer')).toBeVisible();
  await row.getByRole('button', { name: /^Send a challenge/ }).click();
  await expect(row.getByText(/^Answered 404\. Sent/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  getReady();
  await row.getByRole('button', { name: /^Send a challenge/ }).click();
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible();
  await test.step('the next event is listed with the answer of the server', async () => {
    const part = (name: string) => page.getByRole('button', { name, exact: true });
    await part('Deliveries').click();
    await page.getByRole('main').getByRole('link', { name: 'Endpoints', exact: true }).click();
    await row.getByRole('button', { name: 'Send a test event to Order service…' }).click();
    const testing = page.getByRole('dialog', { name: /^Send a test event/ });
    await testing.getByRole('button', { name: 'Send a payment event' }).click();
    await testing.getByRole('link', { name: 'Request and response' }).click();
    const sheet = page.getByRole('dialog').getByText('Answered 200');
    await expect(async () => {
      await page.reload();
      await expect(sheet).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await page.keyboard.press('Escape');
    const delivery = page.getByRole('row').filter({ hasText: 'Payment completed, test' });
    await expect(delivery).toContainText(/Delivered.*Answered 200/);
    await part('Endpoints').click();
  });
  await row.getByRole('button', { name: 'Pause Order service' }).click();
  await expect(row.getByText('Paused', { exact: true })).toBeVisible();
  await expect(row.getByText(/catches up with GET events/)).toBeVisible();
  server.close();
  server.closeAllConnections();
});
