import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { listEvents, type MerchantEvent } from '@volume/contract/webhooks/events.ts';
import { setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import type { Books } from '#ledger/transfer.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let second: TestApp;
let books: Books;
let key: Record<string, string>;
let sent: WebhookRequest[] = [];
/** The newest event when a test begins. */
let after: string | undefined;

beforeAll(async () => {
  database = await openPeople();
  const send = async (request: WebhookRequest) => {
    sent.push(request);
    return { status: 200, body: '', retryAfter: null };
  };
  api = createTestApp(database, { webhookSender: { send } });
  second = createTestApp(database, { webhookSender: { send } });
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' });
  key = await makeApiKey(api);
});
beforeEach(async () => {
  sent = [];
  await setAddress(null);
  after = (await follow(undefined)).at(-1)?.id;
});
afterAll(() => database.close());

async function setAddress(paymentStatusWebhookUrl: string | null) {
  const token = await signInAs(api, 'editor');
  const headers = await proved(api, token);
  await api.call(setWebhooksCallbacks, { params, body: { paymentStatusWebhookUrl }, token, headers });
}
const read = (query: string, headers = key) => api.call(listEvents, { params, query, headers });

/** All events after a known one, read in pages. */
async function follow(from: string | undefined, size = 3): Promise<MerchantEvent[]> {
  const found: MerchantEvent[] = [];
  for (let last = from; ;) {
    const page = (await read(`size=${size}${last === undefined ? '' : `&after=${last}`}`)).value();
    found.push(...page.events);
    last = page.events.at(-1)?.id ?? last;
    if (!page.hasMore) return found;
  }
}

const newPayment = () => seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
const record = (objectId: string, status: string) =>
  database.transaction((queries) =>
    recordOutgoingEvent(queries, writeContext(api.services), { ...params, kind: 'PAYMENT', objectId, status }),
  );
async function pay(status = 'COMPLETED'): Promise<string> {
  const objectId = await newPayment();
  await record(objectId, status);
  return objectId;
}

test('an event is read by key with the body that its webhook sends, also where no address is set', async () => {
  const silent = await pay();
  await api.runDueWork();
  await setAddress('https://shop.example.com/hooks');
  const told = await pay('FAILED');
  await api.runDueWork();
  await api.sendWebhooks();
  const events = await follow(after);
  expect(events.map(({ type, body }) => [type, JSON.parse(body).paymentId])).toEqual([
    ['payment.completed', silent],
    ['payment.failed', told],
  ]);
  expect(sent.map(({ body }) => body)).toEqual([events[1]!.body]);
  expect(events[1]!.atUtc).toMatch(/^2026-11-\d\dT[\d:.]+$/);
});

test('pages follow one another without a gap, and the last one is marked as such', async () => {
  const paid: string[] = [];
  for (let i = 0; i < 5; i++) {
    paid.push(await pay());
    await api.runDueWork();
  }
  const first = (await read(`size=3&after=${after}`)).value();
  expect([first.events.length, first.hasMore]).toEqual([3, true]);
  const events = await follow(after);
  expect(events.map(({ body }) => JSON.parse(body).paymentId)).toEqual(paid);
  expect((await read(`after=${events.at(-1)!.id}`)).value()).toEqual({ events: [], hasMore: false });
});

test('the events of one payment are in order, whichever job runs first', async () => {
  const paymentId = await newPayment();
  await record(paymentId, 'COMPLETED');
  await database.query(`UPDATE due_work SET due_at = due_at + interval '1 minute' WHERE kind = 'WEBHOOK_EVENT'`);
  api.pass({ seconds: 1 });
  await record(paymentId, 'SETTLED');
  await api.runDueWork();
  api.pass({ minutes: 2 });
  await api.runDueWork();
  expect((await follow(after)).map(({ type }) => type)).toEqual(['payment.completed', 'payment.settled']);
});

test('a reader that polls while two instances add events sees each one once', async () => {
  const paid = await Promise.all(Array.from({ length: 40 }, () => pay()));
  const seen: MerchantEvent[] = [];
  let last = after;
  let isWorking = true;
  const working = Promise.all([api.runDueWork(), second.runDueWork()]).then(() => (isWorking = false));
  while (isWorking) {
    const { events } = (await read(`size=100&after=${last}`)).value();
    seen.push(...events);
    last = events.at(-1)?.id ?? last;
  }
  await working;
  seen.push(...(await follow(last, 100)));
  const paidFor: string[] = seen.map(({ body }) => JSON.parse(body).paymentId);
  expect(paidFor.toSorted()).toEqual(paid.toSorted());
});

test('every status of a payout is an event', async () => {
  const token = await signInAs(api, 'editor');
  const headers = { ...(await proved(api, token)), 'idempotency-key': crypto.randomUUID() };
  await newPayment();
  const made = await api.call(makePayout, { params, body: { payInAccountId: 1, amount: 5 }, token, headers });
  expect(made.status).toBe(200);
  for (let i = 0; i < 4; i++) {
    await api.runDueWork();
    api.pass({ minutes: 5 });
  }
  const types = (await follow(after)).map(({ type }) => type);
  expect(types.filter((type) => type.startsWith('payout.'))).toEqual(['payout.in_progress', 'payout.processed']);
});

test('an event that is no longer stored, or belongs to another application, is refused and not skipped', async () => {
  await pay();
  await api.runDueWork();
  const [event] = await follow(after);
  const other = { ...params, applicationId: ids.harbourApp };
  const token = await signInAs(api, 'editor');
  for (const refused of [
    await read(`after=${crypto.randomUUID()}`),
    await api.call(listEvents, { params: other, query: `after=${event!.id}`, token }),
  ])
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([410, { code: 'EVENT_NOT_KEPT', field: 'after' }]);
  expect((await read('after=last')).status).toBe(400);
  expect((await read(`after=${event!.id}&type=payment.failed`)).status).toBe(400);
  expect((await read('', await makeApiKey(api, { applicationId: ids.harbourApp }))).status).toBe(404);
});
