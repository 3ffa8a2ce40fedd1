import { listWebhookEndpoints } from '@volume/contract/webhooks/webhook-endpoints.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp } from '#testing/test-app.ts';
import { migrations } from './migrations.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

test('an existing specified address needs no challenge, and a waiting delivery is sent to it as before', async () => {
  const sent: WebhookRequest[] = [];
  const send = async (request: WebhookRequest) => (sent.push(request), { status: 200, body: '', retryAfter: null });
  const api = createTestApp(database, { webhookSender: { send } });
  await database.run(`
    DROP INDEX webhook_deliveries_endpoint;
    ALTER TABLE webhook_deliveries DROP COLUMN endpoint_id, DROP COLUMN event_type;
    DROP TABLE webhook_endpoint_keys;
    DROP TABLE webhook_endpoints;
  `);
  await database.query('DELETE FROM migrations WHERE name = $1', [webhookEndpoints.name]);
  const url = 'https://shop.example.com/old';
  await database.query('UPDATE applications SET payment_status_webhook_url = $1', [url]);
  const books = await seedAccount(api.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
  const [waiting, later] = [
    await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 }),
    await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 }),
  ];
  await database.query(
    `INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, application_id, kind, object_id, url, state, created_at,
       next_attempt_at, request_body) VALUES ($1, $2, $3, $4, 'PAYMENT', $5, $6, 'FAILING', $7, $7, '{}')`,
    [ids.harbour, ids.nobody, ids.stranger, ids.harbourShop, waiting, url, api.services.clock.now()],
  );
  await database.query(
    `INSERT INTO due_work (work_id, kind, merchant_id, object_id, lane, due_at) VALUES ($1, 'WEBHOOK_SEND', $2, $1, $3, $4)`,
    [ids.nobody, ids.harbour, url, api.services.clock.now()],
  );
  expect(await migrate(database, migrations)).toEqual([webhookEndpoints.name]);
  const event = { ...shop, kind: 'PAYMENT', objectId: later, status: 'SETTLED' } as const;
  await database.transaction((queries) => recordOutgoingEvent(queries, writeContext(api.services), event));
  await api.runDueWork();
  await api.sendWebhooks();
  expect(sent.map((each) => [each.method, each.url, each.authorization?.slice(0, 13)])).toEqual([
    [undefined, url, 'SHA256withRSA'],
    [undefined, url, 'SHA256withRSA'],
  ]);
  const token = await signInAs(api, 'editor');
  const { content } = (await api.call(listWebhookDeliveries, { token, params: shop })).value();
  expect(content.map(({ state, endpointId, eventType }) => [state, endpointId, eventType])).toEqual([
    ['DELIVERED', null, null],
    ['DELIVERED', null, null],
  ]);
  expect((await api.call(listWebhookEndpoints, { token, params: shop })).value()).toEqual([]);
  await database.query('DELETE FROM migrations WHERE name = $1', [webhookEndpoints.name]);
  expect(await migrate(database, migrations), 'continues an interrupted migration').toEqual([webhookEndpoints.name]);
});
