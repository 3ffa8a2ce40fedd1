import {
  exportBulkItems,
  getBulkJob,
  listBulkItems,
  prepareBulkJob,
  startBulkJob,
} from '@volume/contract/bulk/bulk.ts';
import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { type Habits, usualHabits } from '#providers/simulated/habits.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };

let database: Database;
let api: TestApp;
let token: string;
let books: Books;
let habits: Habits = usualHabits;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { habitsOf: () => habits, settings: { signInsPerMinute: 1_000_000 } });
});
beforeEach(async () => {
  api.pass({ hours: 25 });
  habits = usualHabits;
  token = await signInAs(api, 'editor');
  accounts += 1;
  books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
});
afterAll(() => database.close());

interface Payer {
  name?: string;
  given?: string[];
  applicationId?: string;
}

async function pay({ name, given, applicationId = ids.harbourShop }: Payer = {}): Promise<string> {
  const paymentId = await seedPayment(api.services, { books, applicationId, amount: 1000 });
  await database.query(
    `UPDATE payments SET payer_name = $2, merchant_provided_payer_details_names = $3 WHERE payment_id = $1`,
    [paymentId, name ?? null, given ?? null],
  );
  return paymentId;
}
const prepare = async (...picked: string[]) =>
  (await api.call(prepareBulkJob, { params, body: { kind: 'REFUND', ids: picked }, token })).value();
const ofJob = (bulkJobId: string) => ({ params: { ...params, bulkJobId }, token });
const itemsOf = async (bulkJobId: string, query = 'size=100') =>
  (await api.call(listBulkItems, { ...ofJob(bulkJobId), query })).value().content;
const start = (bulkJobId: string, body?: object, key: string = crypto.randomUUID()) =>
  api.call(startBulkJob, { ...ofJob(bulkJobId), body, headers: { 'idempotency-key': key } });

async function work(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    await api.runDueWork();
    api.pass({ minutes: 1 });
  }
}

describe('the rows of a job', () => {
  test('name the payer as the bank does, otherwise as the shop does, and contain the payment’s reference', async () => {
    const picked = [
      await pay({ name: 'Priya Raghunathan', given: ['P. R.'] }),
      await pay({ name: ' ', given: ['Jean', 'Marie'] }),
      await pay(),
    ];
    const { bulkJobId } = await prepare(...picked);
    expect((await itemsOf(bulkJobId)).map(({ name, reference }) => [name, reference])).toEqual([
      ['Priya Raghunathan', 'REFERENCE'],
      ['Jean, Marie', 'REFERENCE'],
      [null, 'REFERENCE'],
    ]);
    expect((await itemsOf(bulkJobId, 'page=1&size=1')).map(({ name }) => name)).toEqual(['Jean, Marie']);
    expect(await itemsOf(bulkJobId, 'state=EXCLUDED')).toEqual([]);
    const { text } = await api.call(exportBulkItems, ofJob(bulkJobId));
    expect(text).toContain('Payer,Reference,Refund status');
    expect(text).toContain('Priya Raghunathan,REFERENCE,');
  });

  test('do not name the payer of a payment of another application or merchant', async () => {
    const other = await pay({ name: 'Hidden', applicationId: ids.harbourApp });
    const { bulkJobId } = await prepare(other, ids.nobody);
    expect((await itemsOf(bulkJobId)).map(({ state, name, reference }) => [state, name, reference])).toEqual([
      ['EXCLUDED', null, null],
      ['EXCLUDED', null, null],
    ]);
  });

  test('have the refund’s current status, and the provider’s message once it has failed', async () => {
    const { bulkJobId } = await prepare(await pay());
    await start(bulkJobId);
    await api.runDueWork();
    expect(await itemsOf(bulkJobId)).toMatchObject([{ state: 'DONE', refundStatus: 'IN_PROGRESS', reason: null }]);
    await work(5);
    expect(await itemsOf(bulkJobId)).toMatchObject([{ state: 'DONE', refundStatus: 'PROCESSED', reason: null }]);
    await database.query(
      `UPDATE refunds SET status_description = 'The account is closed' WHERE refund_id =
        (SELECT result_id FROM bulk_items WHERE bulk_job_id = $1)`,
      [bulkJobId],
    );
    expect(await itemsOf(bulkJobId)).toMatchObject([{ reason: 'The account is closed' }]);
  });
});

describe('the reason and reference of a bulk refund', () => {
  const details = {
    refundPaymentReference: 'RETURN 222',
    refundReason: 'NOT_DELIVERED',
    refundReasonNote: 'The courier lost the van.',
  };

  test('are stored with the job and with each of its refunds', async () => {
    const picked = [await pay(), await pay()];
    const { bulkJobId } = await prepare(...picked);
    expect((await start(bulkJobId, details)).value()).toMatchObject({ state: 'QUEUED', ...details });
    await work(5);
    expect((await api.call(getBulkJob, ofJob(bulkJobId))).value()).toMatchObject({ state: 'DONE', ...details });
    for (const paymentId of picked) {
      const { refunds } = (await api.call(getPayIn, { params: { paymentId }, token })).value();
      expect(refunds).toMatchObject([details]);
    }
  });

  test('belong to the first start: another body is 422 with the same key, and changes nothing with another', async () => {
    const { bulkJobId } = await prepare(await pay());
    const key = crypto.randomUUID();
    const first = await start(bulkJobId, details, key);
    expect((await start(bulkJobId, details, key)).text).toBe(first.text);
    expect((await start(bulkJobId, { ...details, refundReason: 'FRAUD' }, key)).status).toBe(422);
    expect((await start(bulkJobId, undefined, key)).status).toBe(422);
    const later = { refundReason: 'FRAUD' };
    expect((await start(bulkJobId, later)).value()).toMatchObject({ refundReason: 'NOT_DELIVERED' });
  });

  test.each([
    [{ refundPaymentReference: 'R\u00fcck' }, 'refundPaymentReference contains a character that banks do not accept'],
    [{ refundPaymentReference: 'x'.repeat(36) }, 'refundPaymentReference'],
    [{ refundReason: 'BECAUSE' }, 'refundReason'],
    [{ refundReasonNote: 'x'.repeat(501) }, 'refundReasonNote must have 500 characters at most'],
    [{ refundPaymentAmount: 1 }, 'refundPaymentAmount'],
  ])('are refused when they are not those of a refund: %j', async (body, message) => {
    const { bulkJobId } = await prepare(await pay());
    const refused = await start(bulkJobId, body);
    expect([refused.status, refused.problem().errorMessage]).toEqual([400, expect.stringContaining(message)]);
    expect((await api.call(getBulkJob, ofJob(bulkJobId))).value().state).toBe('PREPARED');
  });

  test('are listed in the capabilities', async () => {
    const entry = 'POST merchants/{}/applications/{}/bulk-jobs/{}/start refundReason';
    expect((await api.call(listCapabilities)).value()).toContain(entry);
  });
});
