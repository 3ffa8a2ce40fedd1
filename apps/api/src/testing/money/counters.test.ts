import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { listWebhookDeliveries, resendWebhookDelivery, sendTestWebhook } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  token = await signInAs(api, 'editor');
  await database.query(`UPDATE applications SET payment_status_webhook_url = 'https://shop.test/hook'`);
});
afterAll(() => database.close());

/** Existing rows; the counters hold up to 32,767. */
const many = 999;

test('resends an event a thousand times and then refuses', async () => {
  const { id: deliveryId } = (
    await api.call(sendTestWebhook, { params: own, body: { kind: 'PAYMENT' }, token })
  ).value();
  await database.query(
    `INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt, at, http_status, duration_ms)
     SELECT $1, $2, n, now(), 500, 1 FROM generate_series(1, $3::integer) AS n`,
    [ids.harbour, deliveryId, many],
  );
  await api.sendWebhooks();
  const again = await api.call(resendWebhookDelivery, { params: { ...own, deliveryId }, token });
  expect(again.problem()).toMatchObject({
    statusCode: 409,
    errorMessage: 'This event was sent 1,000 times already. It is not sent again.',
  });
  const listed = (await api.call(listWebhookDeliveries, { params: own, token })).value();
  expect(listed.content[0]?.attempts).toHaveLength(many + 1);
});

test('refunds a payment in at most a thousand parts, and a refused refund moves nothing', async () => {
  const books = await seedAccount(api.services, { ...own, payInAccountId: 1, currency: 'GBP' });
  const paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 5_000 });
  await database.query(
    `INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, status, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, 1, 'GBP', 'FAILED', now(), now() FROM generate_series(1, $3::integer)`,
    [ids.harbour, paymentId, many],
  );
  const refund = () =>
    api.call(startRefund, {
      params: { paymentId },
      body: { refundPaymentAmount: 0.01 },
      token,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  expect((await refund()).status).toBe(201);
  await api.runDueWork();
  api.pass({ seconds: 10 });
  await api.runDueWork();
  const before = await readBooks(database, books);
  expect((await refund()).problem()).toMatchObject({
    statusCode: 409,
    errorMessage: 'This payment was refunded in 1,000 parts already. No further refund was started.',
  });
  expect(await readBooks(database, books)).toEqual(before);
});
