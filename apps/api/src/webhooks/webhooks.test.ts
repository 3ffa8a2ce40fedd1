import { listActivity } from '@volume/contract/users/activity.ts';
import { listBulkItems, prepareBulkJob, startBulkJob } from '@volume/contract/bulk/bulk.ts';
import { refundStatuses } from '@volume/contract/pay-ins/labels.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { webhookBodies } from '@volume/contract/webhooks/bodies.ts';
import {
  exportWebhookDeliveries,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookSamples,
  resendWebhookDelivery,
  sendTestWebhook,
  setWebhooksCallbacks,
  type WebhooksCallbacks,
} from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { WebhookReply, WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const hook = 'https://shop.example.com/hooks';
const taken: WebhookReply = { status: 200, body: 'OK', retryAfter: null };
const broken: WebhookReply = { status: 500, body: 'no', retryAfter: null };

let database: Database;
let api: TestApp;
let token: string;
let books: Books;
let sent: WebhookRequest[] = [];
let reply: (request: WebhookRequest) => WebhookReply = () => taken;

beforeAll(async () => {
  database = await openPeople();
  const webhookSender = {
    send: async (request: WebhookRequest) => {
      sent.push(request);
      return reply(request);
    },
  };
  api = createTestApp(database, { webhookSender });
  token = await signInAs(api, 'editor');
  const account = { ...params, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' } as const;
  books = await seedAccount(api.services, account);
});
beforeEach(async () => {
  sent = [];
  reply = () => taken;
  await setAddresses({ paymentStatusWebhookUrl: hook, refundWebhookUrl: `${hook}/r`, payoutWebhookUrl: `${hook}/p` });
});
afterAll(() => database.close());

const setAddresses = async (body: WebhooksCallbacks) =>
  api.call(setWebhooksCallbacks, { params, body, token, headers: await proved(api, token) });
const list = async (query: string) => (await api.call(listWebhookDeliveries, { params, query, token })).value();
const read = async (deliveryId: string) =>
  (await api.call(getWebhookDelivery, { params: { ...params, deliveryId }, token })).value();

/** A session expires after an hour, so long waits need a new sign-in. */
async function later(seconds: number): Promise<void> {
  api.pass({ seconds });
  if (seconds > 600) token = await signInAs(api, 'editor');
}

/** Creates a payment that has just reached the given status; returns its id. */
async function pay(status = 'COMPLETED'): Promise<string> {
  const objectId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
  await database.transaction((queries) =>
    recordOutgoingEvent(queries, writeContext(api.services), { ...params, kind: 'PAYMENT', objectId, status }),
  );
  return objectId;
}
async function tell(): Promise<void> {
  await api.runDueWork();
  await api.sendWebhooks();
}
async function deliveryOf(objectId: string) {
  const [delivery] = (await list(`objectId=${objectId}`)).content;
  return delivery!;
}

describe('a changed payment', () => {
  test('is sent once to its address, in the documented format, and listed as delivered', async () => {
    const paymentId = await pay();
    await tell();
    await tell();
    expect(sent.map(({ url }) => url)).toEqual([hook]);
    expect(JSON.parse(sent[0]!.body)).toEqual({
      paymentId,
      merchantPaymentId: null,
      merchantReference: null,
      paymentStatus: 'COMPLETED',
      errorDescription: null,
      paymentRequest: { amount: 12.5, currency: 'GBP', reference: 'REFERENCE' },
      paymentRefundData: null,
      paymentMetadata: null,
      applicationId: ids.harbourShop,
      isExternal: false,
      confirmationOfPayer: null,
    });
    const delivery = await deliveryOf(paymentId);
    expect(delivery).toMatchObject({ kind: 'PAYMENT', state: 'DELIVERED', url: hook, nextAttemptAtUtc: null });
    expect(delivery.attempts).toMatchObject([{ attempt: 1, httpStatus: 200, error: null, responseBody: 'OK' }]);
    expect(await read(delivery.id), 'a live signature goes to its receiver alone').toEqual({
      ...delivery,
      authorization: null,
      startedBy: null,
    });
  });

  test('is not sent without an address', async () => {
    await setAddresses({ paymentStatusWebhookUrl: null });
    const paymentId = await pay();
    await tell();
    expect(sent).toEqual([]);
    expect((await list(`objectId=${paymentId}`)).totalElements).toBe(0);
  });

  test('is sent as external when it is an external payment and the merchant wants those', async () => {
    const become = (id: string) => database.query(`UPDATE payments SET type = 'EXTERNAL' WHERE payment_id = $1`, [id]);
    await become(await pay('SETTLED'));
    await tell();
    expect(sent).toEqual([]);
    await database.query('UPDATE applications SET send_webhook_for_external_payin_payment = true');
    await become(await pay('SETTLED'));
    await tell();
    expect(sent.map(({ body }) => JSON.parse(body).isExternal)).toEqual([true]);
  });
});

test('sends payments, refunds and payouts in the fields of the reference, with amounts in major units', async () => {
  const paymentId = await pay('SETTLED');
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() });
  const refund = { params: { paymentId }, body: { refundPaymentAmount: 2.5 }, token };
  await api.call(startRefund, { ...refund, headers: headers() });
  const payout = { params, body: { payInAccountId: books.payInAccountId, amount: 3.25 }, token };
  await api.call(makePayout, { ...payout, headers: headers() });
  await tell();
  const bodies = (address: string): unknown[] =>
    sent.filter(({ url }) => url === address).map(({ body }) => JSON.parse(body));
  for (const [kind, address, amount] of [
    ['PAYMENT', hook, { paymentRequest: { amount: 12.5 } }],
    ['REFUND', `${hook}/r`, { refundAmount: 2.5 }],
    ['PAYOUT', `${hook}/p`, { payoutAmount: 3.25 }],
  ] as const) {
    const told = bodies(address);
    expect(told.map((body) => webhookBodies[kind].parse(body))).toEqual(told);
    expect(told[0]).toMatchObject(amount);
  }
});

describe('an address that does not accept an event', () => {
  test('is retried after 10 s, 30 s, 1, 5, 15 min, 1 h, then hourly', async () => {
    reply = () => broken;
    const paymentId = await pay();
    await tell();
    const offsets: number[] = [];
    while (offsets.length < 8) {
      const { nextAttemptAtUtc } = await deliveryOf(paymentId);
      offsets.push((Date.parse(`${nextAttemptAtUtc}Z`) - api.services.clock.now().getTime()) / 1000);
      await later(offsets.at(-1)! - 1);
      await api.sendWebhooks();
      expect(sent.length, 'not a second too early').toBe(offsets.length);
      await later(1);
      await api.sendWebhooks();
      expect(sent.length).toBe(offsets.length + 1);
    }
    expect(offsets).toEqual([10, 30, 60, 300, 900, 3600, 3600, 3600]);
  });

  test('is given up after 72 h, with every attempt listed', { timeout: 60_000 }, async () => {
    reply = () => broken;
    const paymentId = await pay();
    const begun = api.services.clock.now().getTime();
    await tell();
    for (let hour = 0; hour < 74; hour++) await later(3600).then(api.sendWebhooks);
    await later(3600);
    const last = await deliveryOf(paymentId);
    expect(last).toMatchObject({ state: 'GAVE_UP', nextAttemptAtUtc: null });
    expect(last.attempts).toHaveLength(sent.filter(({ body }) => body.includes(paymentId)).length);
    const hours = (Date.parse(`${last.attempts.at(-1)!.atUtc}Z`) - begun) / 3_600_000;
    expect(hours).toBeGreaterThan(71);
    expect(hours).toBeLessThanOrEqual(72);
    expect(last.attempts.map(({ responseBody }) => responseBody).filter(Boolean)).toEqual(['no']);
    expect((await read(last.id)).attempts.every(({ responseBody }) => responseBody === 'no')).toBe(true);
  });

  test.each([
    [{ status: 201, body: '', retryAfter: null }, 'Only 200 counts as delivered'],
    [{ status: 204, body: '', retryAfter: null }, 'Only 200 counts as delivered'],
    [{ status: 302, body: '', retryAfter: null }, 'Redirects are not followed'],
    [{ status: 500, body: '', retryAfter: null }, null],
    [{ error: 'No answer within 10 seconds' }, 'No answer within 10 seconds'],
  ])('with %o is failing: only 200 is success', async (answer, error) => {
    reply = () => answer;
    const paymentId = await pay();
    await tell();
    const { state, attempts } = await deliveryOf(paymentId);
    expect([state, attempts.map((each) => each.error)]).toEqual(['FAILING', [error]]);
  });

  test.each([
    ['120', 120],
    ['5', 10],
    ['Sat, 21 Nov 2026 00:00:00 GMT', 10],
    ['soon', 10],
  ])('with Retry-After: %s is retried after %d s', async (retryAfter, seconds) => {
    reply = () => ({ status: 429, body: '', retryAfter });
    const paymentId = await pay();
    await tell();
    const { nextAttemptAtUtc } = await deliveryOf(paymentId);
    expect(Date.parse(`${nextAttemptAtUtc}Z`) - api.services.clock.now().getTime()).toBe(seconds * 1000);
  });

  test('with a Retry-After beyond the 72 h is tried once more at their end', async () => {
    reply = () => ({ status: 503, body: '', retryAfter: '80000' });
    const paymentId = await pay();
    const begun = api.services.clock.now().getTime();
    await tell();
    for (let time = 0; time < 3; time++) await later(80_000).then(api.sendWebhooks);
    const { nextAttemptAtUtc } = await deliveryOf(paymentId);
    expect((Date.parse(`${nextAttemptAtUtc}Z`) - begun) / 3_600_000).toBe(72);
    await later(72 * 3_600 - 240_000).then(api.sendWebhooks);
    expect((await deliveryOf(paymentId)).attempts).toHaveLength(5);
  });

  test('does not delay other addresses: it gets one attempt at a time while all others are sent', async () => {
    const waiting: (() => void)[] = [];
    const dead = `${hook}/dead`;
    const hanging = {
      send: (request: WebhookRequest) =>
        request.url === dead
          ? new Promise<WebhookReply>((resolve) =>
              waiting.push(() => resolve({ error: 'No answer within 10 seconds' })),
            )
          : Promise.resolve(taken),
    };
    const slow = createTestApp(database, { webhookSender: hanging });
    slow.pass({ seconds: (api.services.clock.now().getTime() - slow.services.clock.now().getTime()) / 1000 });
    await setAddresses({ refundWebhookUrl: dead });
    const event = (kind: 'PAYMENT' | 'REFUND', objectId: string, status: string) =>
      database.transaction((queries) =>
        recordOutgoingEvent(queries, writeContext(slow.services), { ...params, kind, objectId, status }),
      );
    const objectId = await seedPayment(slow.services, { books, applicationId: ids.harbourShop, amount: 1 });
    await database.query(
      `INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, status, created_at, updated_at)
       VALUES ($1, $2, $2, 1, 'GBP', 'FAILED', now(), now())`,
      [ids.harbour, objectId],
    );
    for (const status of refundStatuses) await event('REFUND', objectId, status);
    for (const status of ['COMPLETED', 'SETTLED']) await event('PAYMENT', objectId, status);
    await slow.runDueWork();
    const all = slow.sendWebhooks();
    const told = async () => (await list(`objectId=${objectId}&kind=PAYMENT&state=DELIVERED`)).totalElements;
    while ((await told()) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(waiting.length, 'to an address nobody knows yet').toBe(4);
    expect((await list(`objectId=${objectId}&kind=REFUND&state=PENDING`)).totalElements).toBe(6);
    waiting[0]!();
    while ((await list(`objectId=${objectId}&state=FAILING`)).totalElements < 1) await Promise.resolve();
    expect(waiting.length, 'to one that is known to hang').toBe(4);
    for (let freed = 1; freed < 6; freed++) {
      while (waiting.length <= freed) await new Promise((resolve) => setTimeout(resolve, 5));
      waiting[freed]!();
    }
    await all;
    expect((await list(`objectId=${objectId}&state=FAILING`)).totalElements).toBe(6);
  });
});

describe('resending', () => {
  test('uses the current address and the full schedule again, and is recorded', async () => {
    reply = () => broken;
    const paymentId = await pay();
    await tell();
    await later(73 * 3600);
    await tell();
    const given = await deliveryOf(paymentId);
    expect(given.state).toBe('GAVE_UP');
    await database.query(`UPDATE applications SET payment_status_webhook_url = '${hook}/new'`);
    const again = () => api.call(resendWebhookDelivery, { params: { ...params, deliveryId: given.id }, token });
    expect((await again()).value()).toMatchObject({ state: 'PENDING', url: `${hook}/new` });
    await tell();
    expect(await deliveryOf(paymentId)).toMatchObject({ state: 'FAILING' });
    reply = () => taken;
    expect((await again()).status).toBe(200);
    expect((await again()).status, 'twice is once').toBe(200);
    const before = sent.length;
    await tell();
    expect(sent.length).toBe(before + 1);
    const delivered = await deliveryOf(paymentId);
    expect(delivered).toMatchObject({ state: 'DELIVERED', url: `${hook}/new` });
    expect(delivered.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    const told = (await api.call(listActivity, { params, query: 'action=WEBHOOK_RESENT', token })).value();
    expect(told.content[0]).toMatchObject({ actor: 'editor@test.example', subject: given.id });
  });

  test('in bulk resends each failing delivery once, and no other', async () => {
    const well = await pay();
    await tell();
    reply = () => broken;
    const failed = [await pay(), await pay()];
    await tell();
    reply = () => taken;
    sent = [];
    const { createdAtUtc: from } = await deliveryOf(failed[0]!);
    const body = { kind: 'RESEND', deliveries: { state: ['FAILING'], from } };
    const job = (await api.call(prepareBulkJob, { params, body, token })).value();
    expect(job.groups.map(({ state, reason, count }) => [state, reason, count])).toEqual([['PLANNED', null, 2]]);
    expect(sent, 'before it is started').toEqual([]);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const ofJob = { params: { ...params, bulkJobId: job.bulkJobId }, token };
    const { content } = (await api.call(listBulkItems, ofJob)).value();
    expect(content.map(({ event, reference }) => [event, reference])).toEqual(
      failed.map(() => [{ kind: 'PAYMENT', status: 'COMPLETED' }, 'REFERENCE']),
    );
    const misplaced = await api.call(startBulkJob, { ...ofJob, headers, body: { refundReason: 'FRAUD' } });
    expect(misplaced.problem()).toMatchObject({
      statusCode: 400,
      errorMessage: 'refundReason can only be given for refunds',
    });
    await api.call(startBulkJob, { ...ofJob, headers: { 'idempotency-key': crypto.randomUUID() } });
    await tell();
    const states = await Promise.all([well, ...failed].map(async (id) => (await deliveryOf(id)).state));
    expect([states, sent.length]).toEqual([['DELIVERED', 'DELIVERED', 'DELIVERED'], 2]);
  });

  test('is rejected without an address', async () => {
    const paymentId = await pay();
    await tell();
    await setAddresses({ paymentStatusWebhookUrl: '' });
    const { id: deliveryId } = await deliveryOf(paymentId);
    const refused = await api.call(resendWebhookDelivery, { params: { ...params, deliveryId }, token });
    expect(refused.problem()).toMatchObject({ statusCode: 409, errorMessage: expect.stringContaining('payments') });
  });
});

describe('a test event', () => {
  test('is sent once, like a real one of its kind, and is not retried', async () => {
    reply = () => broken;
    const made = (await api.call(sendTestWebhook, { params, body: { kind: 'PAYOUT' }, token })).value();
    expect(made).toMatchObject({ kind: 'PAYOUT', state: 'PENDING', url: `${hook}/p`, attempts: [] });
    await tell();
    expect(await read(made.id)).toMatchObject({ state: 'GAVE_UP', nextAttemptAtUtc: null, attempts: [{ attempt: 1 }] });
    expect(JSON.parse(sent[0]!.body)).toMatchObject({ payoutStatus: 'PROCESSED', payoutWebhookDeliveryAttempt: 0 });
  });

  test('needs an address', async () => {
    await setAddresses({ refundWebhookUrl: null });
    expect((await api.call(sendTestWebhook, { params, body: { kind: 'REFUND' }, token })).status).toBe(409);
  });
});

test('samples of all kinds are signed', async () => {
  const samples = (await api.call(listWebhookSamples, { params, token })).value();
  expect(samples.map(({ kind }) => kind)).toEqual(['PAYMENT', 'REFUND', 'PAYOUT']);
  expect(samples.every(({ authorization }) => /^SHA256withRSA [\w+/]{342}==$/.test(authorization))).toBe(true);
  const bodies = samples.map(({ requestBody }): unknown => JSON.parse(requestBody));
  expect(samples.map(({ kind }, at) => webhookBodies[kind].parse(bodies[at]))).toEqual(bodies);
  expect(bodies, 'all three say 12.50 in major units').toMatchObject([
    { paymentRequest: { amount: 12.5 } },
    { refundAmount: 12.5 },
    { payoutAmount: 12.5 },
  ]);
});

describe('the log', () => {
  test('is newest first, by kind, state and period, in pages without gaps, and so is its CSV', async () => {
    api.pass({ minutes: 1 });
    const from = api.services.clock.now();
    for (const answer of [taken, broken, taken]) {
      reply = () => answer;
      api.pass({ seconds: 1 });
      await pay();
      await tell();
    }
    const since = `from=${from.toISOString()}`;
    const all = await list(since);
    expect(all.content.map(({ state }) => state)).toEqual(['DELIVERED', 'FAILING', 'DELIVERED']);
    const pages = await Promise.all([0, 1, 2].map((page) => list(`${since}&size=1&page=${page}`)));
    expect(pages.flatMap(({ content }) => content)).toEqual(all.content);
    expect((await list(`${since}&state=FAILING,GAVE_UP`)).totalElements).toBe(1);
    expect((await list(`${since}&kind=REFUND,PAYOUT`)).totalElements).toBe(0);
    const second = all.content[1]!.createdAtUtc;
    expect((await list(`from=${second}&to=${second}`)).content).toEqual([all.content[1]]);
    const { text } = await api.call(exportWebhookDeliveries, { params, query: since, token });
    const lines = text.trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(all.content.map(({ id }) => id));
    expect(lines[2]).toContain(',FAILING,');
  });
});
