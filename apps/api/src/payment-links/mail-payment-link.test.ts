import { listActivity } from '@volume/contract/users/activity.ts';
import {
  cancelPaymentLink,
  createPaymentLink,
  mailPaymentLink,
  type PaymentLink,
} from '@volume/contract/payment-links/payment-links.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  await seedAccount(createTestApp(database).services, { ...shop, payInAccountId: 1, currency: 'GBP' });
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  await database.query('DELETE FROM outbox_mail');
  token = await signInAs(app, 'operator');
});

const key = () => ({ 'idempotency-key': crypto.randomUUID() });

async function makeLink(): Promise<PaymentLink> {
  const body = {
    applicationId: ids.harbourShop,
    customerIntentDescription: 'Call this number now',
    paymentRequest: { currency: 'GBP', amount: 12.5, reference: 'ORDER-1' },
  } as const;
  return (await app.call(createPaymentLink, { token, body, headers: key() })).value();
}

const mail = ({ paymentIntentId }: PaymentLink, email = 'payer@shop.test', headers = key()) =>
  app.call(mailPaymentLink, { token, params: { paymentIntentId }, body: { email }, headers });

const countMails = async () =>
  (await database.query<{ count: number }>('SELECT count(*) AS count FROM outbox_mail'))[0]?.count;

test('mails a link to its payer with the shop, the amount and the link, and no other data of the merchant', async () => {
  const paymentLink = await makeLink();
  expect((await mail(paymentLink, 'Payer@Shop.test')).value()).toEqual(paymentLink);
  const [sent, ...more] = await mailsTo(app, 'payer@shop.test');
  expect(more).toEqual([]);
  expect(sent?.subject).toBe('Payment request of £12.50');
  expect(sent?.text).toContain('“\u2068Harbour & Bloom\u2069” asks you to pay £12.50.');
  expect(sent?.text).toContain(paymentLink.paymentIntentLink);
  expect(sent?.text).not.toContain('Call this number');
  const activity = await app.call(listActivity, {
    token: await signInAs(app, 'editor'),
    params: { merchantId: ids.harbour },
  });
  const line = activity.value().content.find(({ action }) => action === 'LINK_EMAILED');
  expect(line).toMatchObject({ subject: paymentLink.paymentIntentId, detail: '12.50 GBP' });
  expect(JSON.stringify(line)).not.toContain('payer@shop.test');
});

test('the same key sends one mail, also for five concurrent requests', async () => {
  const paymentLink = await makeLink();
  const headers = key();
  const answers = await Promise.all(Array.from({ length: 5 }, () => mail(paymentLink, 'payer@shop.test', headers)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await mail(paymentLink, 'payer@shop.test', headers)).status).toBe(200);
  expect(await countMails()).toBe(1);
});

test.each(['', 'nobody', 'two@shop.test,three@shop.test', 'a@b.test\r\nBcc: c@d.test'])(
  'rejects %j, which is not one address, and mails nothing',
  async (email) => {
    expect((await mail(await makeLink(), email)).status).toBe(400);
    expect(await countMails()).toBe(0);
  },
);

test('does not mail an expired link', async () => {
  const paymentLink = await makeLink();
  await app.call(cancelPaymentLink, { token, params: { paymentIntentId: paymentLink.paymentIntentId } });
  expect((await mail(paymentLink)).status).toBe(409);
  expect(await countMails()).toBe(0);
});

test('mails one link at most five times a day, and any links to one address at most ten times', async () => {
  const paymentLink = await makeLink();
  const to = (n: number) => `payer-${n}@limits.test`;
  for (const n of [1, 2, 3, 4, 5]) expect((await mail(paymentLink, to(n))).status).toBe(200);
  expect((await mail(paymentLink, to(6))).status).toBe(429);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await mail(await makeLink(), 'often@limits.test')).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
});

test('counts only sent mails: an unknown link or one of another merchant does not count for the address', async () => {
  const email = 'counted@shop.test';
  for (let each = 0; each < 11; each++) {
    const unknown = { paymentIntentId: crypto.randomUUID() } as PaymentLink;
    expect((await mail(unknown, email)).status).toBe(404);
  }
  const cancelled = await makeLink();
  await app.call(cancelPaymentLink, { token, params: { paymentIntentId: cancelled.paymentIntentId } });
  for (let each = 0; each < 11; each++) expect((await mail(cancelled, email)).status).toBe(409);
  expect((await mail(await makeLink(), email)).status).toBe(200);
});

test('a link that was mailed five times returns 429 with Retry-After and does not count for the merchant or the address', async () => {
  const counters = async () =>
    (
      await database.query<{ sum: number }>(`SELECT coalesce(sum(count), 0)::bigint AS sum FROM throttle_counters
      WHERE key NOT LIKE 'link-mails-of:%' AND key LIKE 'link-mails%'`)
    )[0]?.sum;
  const paymentLink = await makeLink();
  for (let each = 0; each < 5; each++) expect((await mail(paymentLink, `five${each}@shop.test`)).status).toBe(200);
  const before = await counters();
  const headers = key();
  const refused = await mail(paymentLink, 'five6@shop.test', headers);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await counters()).toBe(before);
  app.pass({ hours: 24 });
  token = await signInAs(app, 'operator');
  expect((await mail(paymentLink, 'five6@shop.test', headers)).status).toBe(200);
});
