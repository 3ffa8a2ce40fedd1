import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { writeContext } from '#core/write-context.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { booksOf, emptyModel, hear, type Model, payIn, payOut, refund, type Status } from './money-model.ts';

const numRuns = process.env['TEST_COUNTS'] === 'full' ? 500 : 12;
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;
let proof: Record<string, string>;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  // A provider that accepts everything and sends no updates: the test draws them at random.
  api = createTestApp(database, {
    settings: { signInsPerMinute: 1_000_000 },
    habitsOf: () => ({ answer: 'TAKES', course: [], tells: 'NEVER' }),
  });
});
afterAll(() => database.close());

/** A session with a step-up, because a random day moves more than is allowed without one. */
async function begin(): Promise<void> {
  token = await signInAs(api, 'editor');
  proof = await proved(api, token);
}

const amount = fc.integer({ min: 1, max: 500 });
const pick = fc.nat(1000);
const news = fc.constantFrom<Status>('IN_PROGRESS', 'HELD', 'PROCESSED', 'FAILED', 'CANCELLED', 'RETURNED');
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pay-in' as const), amount }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('refund' as const), payment: pick, amount }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('payout' as const), amount }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('news' as const), order: pick, news, isTwice: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('retry' as const), write: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('clock' as const), minutes: fc.integer({ min: -90, max: 90 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
interface Answer {
  status: number;
  text: string;
}

/** One run against the real API, with the model next to it. */
function createRun(books: Books) {
  let model: Model = emptyModel;
  const paymentIds: string[] = [];
  const orderIds: string[] = [];
  const writes: { send: () => Promise<Answer>; first: Answer }[] = [];

  async function write(send: () => Promise<Answer>, expected: { status: number; model: Model }): Promise<void> {
    const first = await send();
    expect(first.status).toBe(expected.status);
    model = expected.model;
    writes.push({ send, first });
    const answer = JSON.parse(first.text) as { refundId?: string; payoutPaymentId?: string };
    const orderId = answer.refundId ?? answer.payoutPaymentId;
    if (orderId !== undefined) orderIds.push(orderId);
  }

  async function tell(index: number, status: Status): Promise<void> {
    const context = writeContext(api.services);
    const kind = `${model.orders[index]?.kind}_TOLD`;
    const payload = { status, description: null };
    const work = { kind, merchantId: books.merchantId, objectId: orderIds[index]!, dueAt: context.at, payload };
    await enqueueWork(database, context.newId, work);
    await api.runDueWork();
  }

  return {
    books: () => booksOf(model),
    statuses: () => model.orders.map(({ status }, index) => `${orderIds[index]} ${status}`).toSorted(),
    async take(taken: Step): Promise<void> {
      const headers = { 'idempotency-key': crypto.randomUUID(), ...proof };
      if (taken.does === 'pay-in') {
        model = payIn(model, taken.amount);
        paymentIds.push(
          await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: taken.amount }),
        );
      } else if (taken.does === 'refund' && paymentIds.length > 0) {
        const payment = taken.payment % paymentIds.length;
        const body = { refundPaymentAmount: taken.amount / 100 };
        const input = { params: { paymentId: paymentIds[payment]! }, body, headers };
        await write(() => api.call(startRefund, { ...input, token }), refund(model, payment, taken.amount));
      } else if (taken.does === 'payout') {
        const body = { payInAccountId: books.payInAccountId, amount: taken.amount / 100 };
        await write(() => api.call(makePayout, { params, body, headers, token }), payOut(model, taken.amount));
      } else if (taken.does === 'news' && orderIds.length > 0) {
        const index = taken.order % orderIds.length;
        for (let times = taken.isTwice ? 2 : 1; times > 0; times--) await tell(index, taken.news);
        model = hear(model, index, taken.news);
      } else if (taken.does === 'retry' && writes.length > 0) {
        const { send, first } = writes[taken.write % writes.length]!;
        const again = await send();
        const withoutTrace = ({ status, text }: Answer) => ({ status, text: text.replace(/"traceId":"\w+"/, '') });
        expect(withoutTrace(again)).toEqual(withoutTrace(first));
      } else if (taken.does === 'clock') {
        api.pass({ minutes: taken.minutes });
        await begin();
        await api.runDueWork();
      }
    },
  };
}

async function readStatuses({ payInAccountId }: Books): Promise<string[]> {
  const rows = await database.query<{ line: string }>(
    `SELECT r.refund_id || ' ' || r.status AS line FROM refunds AS r JOIN payments AS p USING (merchant_id, payment_id)
     WHERE p.payee_detail_id = $1
     UNION ALL SELECT payout_payment_id || ' ' || status FROM outbound_payments WHERE payee_detail_id = $1`,
    [payInAccountId],
  );
  return rows.map(({ line }) => line).toSorted();
}

test(
  `${numRuns} random days of pay-ins, refunds, payouts, updates, retries and clock steps end as the model predicts`,
  { timeout: 120_000 + numRuns * 5_000 },
  async () => {
    const day = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      accounts += 1;
      await begin();
      const books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
      const run = createRun(books);
      for (const taken of steps) {
        await run.take(taken);
        expect(await readBooks(database, books)).toMatchObject(run.books());
      }
      expect(await readStatuses(books)).toEqual(run.statuses());
    });
    await fc.assert(day, { numRuns, endOnFailure: true });
    expect(await audit(database)).toEqual([]);
  },
);
