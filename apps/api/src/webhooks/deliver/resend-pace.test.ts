import { prepareBulkJob, startBulkJob } from '@volume/contract/bulk/bulk.ts';
import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  setWebhooksCallbacks,
} from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const hook = 'https://shop.example.com/hooks';
let database: Database;
let api: TestApp;
let token: string;
let sent = 0;

beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());
beforeEach(async () => {
  sent = 0;
  const send = async () => {
    sent += 1;
    return { status: 200, body: 'OK', retryAfter: null };
  };
  api = createTestApp(database, { webhookSender: { send } });
  token = await signInAs(api, 'editor');
  const headers = await proved(api, token);
  await api.call(setWebhooksCallbacks, { params, body: { paymentStatusWebhookUrl: hook }, token, headers });
  await database.run(`DELETE FROM throttle_counters; DELETE FROM webhook_attempts; DELETE FROM webhook_deliveries;
    DELETE FROM due_work; DELETE FROM bulk_items; DELETE FROM bulk_jobs`);
  await database.query(
    `INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, application_id, kind, object_id, url, state, created_at,
       request_body)
     SELECT $1, gen_random_uuid(), gen_random_uuid(), $2, 'PAYMENT', gen_random_uuid(), $3, 'DELIVERED', $4, '{}'
     FROM generate_series(1, 250)`,
    [params.merchantId, params.applicationId, hook, api.services.clock.now()],
  );
});

async function startResend(): Promise<void> {
  const job = (await api.call(prepareBulkJob, { params, body: { kind: 'RESEND', deliveries: {} }, token })).value();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await api.call(startBulkJob, { params: { ...params, bulkJobId: job.bulkJobId }, token, headers });
}
/** Lets ten seconds pass and returns how many events were sent. */
async function goOn(): Promise<number> {
  for (let second = 0; second < 10; second++) {
    await api.runDueWork();
    await api.sendWebhooks();
    api.pass({ seconds: 1 });
  }
  return sent;
}
async function resendOne(): Promise<number> {
  const [delivery] = (await api.call(listWebhookDeliveries, { params, token })).value().content;
  return (await api.call(resendWebhookDelivery, { params: { ...params, deliveryId: delivery!.id }, token })).status;
}

test('a bulk job resends 100 events a minute, and continues in the next minute until all are sent', async () => {
  await startResend();
  expect(await goOn()).toBe(100);
  api.pass({ seconds: 30 });
  expect(await goOn()).toBe(100);
  api.pass({ seconds: 10 });
  expect(await goOn()).toBe(200);
  api.pass({ seconds: 50 });
  expect(await goOn()).toBe(250);
  const states = await database.query('SELECT DISTINCT state FROM bulk_items');
  expect(states).toEqual([{ state: 'DONE' }]);
});

test('single resends can use 20 a minute next to a job, and both together 120', async () => {
  await startResend();
  await goOn();
  const statuses = [];
  for (let count = 0; count < 21; count++) statuses.push(await resendOne());
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
});

test('a job waits when single resends have used up the minute', async () => {
  for (let count = 0; count < 120; count++) await resendOne();
  await startResend();
  await api.runDueWork();
  expect((await database.query(`SELECT FROM bulk_items WHERE state = 'DONE'`)).length).toBe(0);
});
