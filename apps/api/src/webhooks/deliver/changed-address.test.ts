import { resendWebhookDelivery, setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Queries } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import { writeContext } from '#core/write-context.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

// oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here; the embedded database has one connection
const url = process.env['TEST_DATABASE_URL'];
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
/** An app whose transactions pause before they write a delivery, so that the address can be changed in between. */
let slow: TestApp;
let api: TestApp;
let token: string;
let books: Books;
let changing: Promise<unknown> | null = null;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  const transaction: Database['transaction'] = (work) => database.transaction((queries) => work(pausing(queries)));
  slow = createTestApp({ ...database, transaction });
  token = await signInAs(api, 'editor');
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' });
});
afterAll(() => database.close());

let nextAddress: string | null = null;
const pausing = (queries: Queries): Queries => ({
  ...queries,
  query: async (statement, parameters) => {
    if (nextAddress !== null && /INTO webhook_deliveries|UPDATE webhook_deliveries/.test(textOf(statement))) {
      changing = setAddress(nextAddress);
      nextAddress = null;
      await Promise.race([changing, untilSomethingWaits()]);
    }
    return queries.query(statement, parameters);
  },
});
const textOf = (statement: Parameters<Queries['query']>[0]): string => toStatement(statement, []).text;

const setAddress = async (paymentStatusWebhookUrl: string) =>
  api.call(setWebhooksCallbacks, {
    params,
    body: { paymentStatusWebhookUrl },
    token,
    headers: await proved(api, token),
  });

/** Waits until a statement is blocked by a lock of another transaction. */
async function untilSomethingWaits(): Promise<void> {
  await expect
    .poll(
      () =>
        database.query(
          `SELECT 1 AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      { interval: 5, timeout: 20_000 },
    )
    .not.toEqual([]);
}

async function happen(): Promise<string> {
  const objectId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
  await database.transaction((queries) =>
    recordOutgoingEvent(queries, writeContext(api.services), {
      ...params,
      kind: 'PAYMENT',
      objectId,
      status: 'COMPLETED',
    }),
  );
  return objectId;
}
const deliveryOf = async (objectId: string) => {
  const find = 'SELECT url, delivery_id FROM webhook_deliveries WHERE object_id = $1';
  return (await database.query<{ url: string; delivery_id: string }>(find, [objectId]))[0];
};
const address = (name: string) => `https://shop.example.com/${name}`;

test.runIf(url)('an event that is accepted while its address changes is sent to the new address', async () => {
  await setAddress(address('old'));
  const objectId = await happen();
  nextAddress = address('new');
  await slow.runDueWork();
  await changing;
  expect(await deliveryOf(objectId)).toMatchObject({ url: address('new') });
  const lanes = await database.query('SELECT lane FROM due_work WHERE lane IS NOT NULL');
  expect(lanes).toEqual([{ lane: address('new') }]);
});

test.runIf(url)('an event that is resent while its address changes is sent to the new address', async () => {
  await setAddress(address('old'));
  const objectId = await happen();
  await slow.runDueWork();
  await database.query(`UPDATE webhook_deliveries SET state = 'DELIVERED' WHERE object_id = $1`, [objectId]);
  await database.query('DELETE FROM due_work WHERE lane IS NOT NULL');
  const { delivery_id: deliveryId = '' } = (await deliveryOf(objectId)) ?? {};
  nextAddress = address('newer');
  const again = await slow.call(resendWebhookDelivery, { params: { ...params, deliveryId }, token });
  expect(again.status).toBe(200);
  await changing;
  expect(await deliveryOf(objectId)).toMatchObject({ url: address('newer') });
});
