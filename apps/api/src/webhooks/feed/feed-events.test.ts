import { approveOrder } from '@volume/contract/approvals/approvals.ts';
import { cancelPaymentLink, createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import { listWebhookDeliveries, setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { sandboxHabits } from '#providers/simulated/habits.ts';
import { openPeople } from '#testing/open-people.ts';
import { type ApprovalWorld, createApprovalWorld, keyed, shop } from '#testing/money/approval-world.ts';
import { seedAccount } from '#testing/seed-money.ts';

let database: Database;
let world: ApprovalWorld;
let books: Books;

beforeAll(async () => {
  database = await openPeople();
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
  world = await createApprovalWorld(database, sandboxHabits);
  await seedAccount(world.api.services, { ...shop, payInAccountId: 99, currency: 'GBP' });
  await database.query('UPDATE payee_details SET default_for_currency = true');
  books = await world.openAccount(500_000);
  await world.setPolicy({ GBP: 500, EUR: null });
  const address = 'https://shop.example.com/hooks';
  const body = { paymentStatusWebhookUrl: address, refundWebhookUrl: address, payoutWebhookUrl: address };
  (await world.api.call(setWebhooksCallbacks, { ...(await world.as('editor')), params: shop, body })).value();
});
beforeEach(async () => {
  await world.api.runDueWork();
});
afterAll(() => database.close());

/** The events of an object in the feed, and the statuses that were sent to its address. */
async function hear(objectId: string) {
  const { token } = await world.as('editor');
  const { events } = (await world.api.call(listEvents, { params: shop, query: 'size=100', token })).value();
  const query = `objectId=${objectId}&size=100`;
  const { content } = (await world.api.call(listWebhookDeliveries, { params: shop, query, token })).value();
  const own = events.filter(({ body }) => body.includes(objectId));
  return { types: own.map(({ type }) => type), last: JSON.parse(own.at(-1)?.body ?? '{}'), told: content.length };
}

async function makeLink(amount: number, more: object = {}): Promise<string> {
  const body = {
    applicationId: shop.applicationId,
    merchantPaymentId: 'ORDER-7',
    paymentRequest: { currency: 'GBP' as const, amount, reference: 'ORDER-7' },
    ...more,
  };
  const { token } = await world.as('operator');
  return (await world.api.call(createPaymentLink, { token, body, headers: keyed() })).value().paymentIntentId;
}

const post = (path: string, form: Record<string, string>) =>
  world.api.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });

test.each([
  [10.17, 'payment.released', 'RELEASED'],
  [10.18, 'payment.returned', 'RETURNED'],
])('a payment of £%s is held, then %s, which are events that its address is not told', async (amount, type, hold) => {
  const bank = await post(`/sandbox/pay/${await makeLink(amount)}`, { institutionId: 'natwest' });
  const path = bank.headers.get('location') ?? '';
  await post(path, { decision: 'APPROVE', name: 'Amelia Hughes' });
  for (const seconds of [1, 1, 1, 1, 1, 1, 1, 1, 50, 2]) {
    world.api.pass({ seconds });
    await world.api.runDueWork();
  }
  const paymentId = path.split('/').at(-1) ?? '';
  const { types, last, told } = await hear(paymentId);
  expect(types).toEqual(['payment.completed', 'payment.settled', 'payment.held', type]);
  expect(last).toEqual({
    eventTimeUtc: expect.stringMatching(/^2026-.+\.\d{6}Z$/),
    applicationId: shop.applicationId,
    paymentId,
    hold,
    merchantPaymentId: 'ORDER-7',
    paymentRequest: { amount, currency: 'GBP', reference: expect.any(String) },
  });
  expect(told, 'COMPLETED and SETTLED').toBe(2);
});

test('a cancelled link and an expired link each cause an event', async () => {
  const cancelled = await makeLink(12.5);
  const { token } = await world.as('operator');
  const params = { paymentIntentId: cancelled };
  expect((await world.api.call(cancelPaymentLink, { params, token })).status).toBe(200);
  expect((await world.api.call(cancelPaymentLink, { params, token })).status).toBe(409);
  const soon = new Date(world.api.services.clock.now().getTime() + 60_000).toISOString();
  const expired = await makeLink(12.5, { expiresAtUtc: soon });
  world.api.pass({ minutes: 2 });
  await world.api.runDueWork();
  await world.api.runDueWork();
  expect(await hear(cancelled)).toMatchObject({
    types: ['payment_link.cancelled'],
    last: {
      paymentIntentId: cancelled,
      paymentIntentStatus: 'EXPIRED',
      isCancelled: true,
      merchantPaymentId: 'ORDER-7',
    },
    told: 0,
  });
  expect(await hear(expired)).toMatchObject({ types: ['payment_link.expired'], last: { isCancelled: false } });
});

test('a link whose payment was under way when its time passed and then failed causes the event of an expired link', async () => {
  const soon = new Date(world.api.services.clock.now().getTime() + 60_000).toISOString();
  // An amount whose payment the simulated bank rejects.
  const link = await makeLink(12.13, { expiresAtUtc: soon });
  world.api.pass({ seconds: 59 });
  const bank = await post(`/sandbox/pay/${link}`, { institutionId: 'natwest' });
  await post(bank.headers.get('location') ?? '', { decision: 'APPROVE', name: 'Amelia Hughes' });
  for (const seconds of [1, 1, 2, 2, 1]) {
    world.api.pass({ seconds });
    await world.api.runDueWork();
  }
  expect(await hear(link)).toMatchObject({ types: ['payment_link.expired'], last: { isCancelled: false } });
});

test('the decision about a payout is one event, also when two users decide concurrently', async () => {
  const payOut = async () => (await world.payOut(books, 60_000)).value().payoutPaymentId;
  const [approved, refused] = [await payOut(), await payOut()];
  const decide = async () =>
    world.api.call(approveOrder, {
      ...(await world.as('merchantadmin')),
      params: { merchantId: shop.merchantId, orderId: approved },
    });
  const answers = await Promise.all([decide(), decide()]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  await world.refuse(refused);
  await world.settle();
  const heard = await hear(approved);
  expect(heard.types.filter((type) => type.startsWith('approval.'))).toEqual(['approval.approved']);
  expect(heard.types).toContain('payout.processed');
  expect(await hear(refused)).toMatchObject({
    types: ['approval.refused'],
    last: { decision: 'REFUSED', payoutId: refused, amount: 600, currency: 'GBP' },
    told: 0,
  });
});

test('a payout that the bank returns is an event after it was processed', async () => {
  const payoutId = (await world.payOut(books, 6_604)).value().payoutPaymentId;
  await world.settle();
  expect((await hear(payoutId)).types).toEqual(['payout.in_progress', 'payout.processed', 'payout.returned']);
});
