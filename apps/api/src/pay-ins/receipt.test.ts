import { getReceipt } from '@volume/contract/pay-ins/receipts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { openDocuments } from '#testing/exports/open-documents.ts';
import { readPdf } from '#testing/exports/read-pdf.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import type { TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };

let database: Database;
let app: TestApp;
let books: Books;
let askFor: (pathAndQuery: string) => Promise<Response>;

beforeAll(async () => {
  ({ database, app, ask: askFor } = await openDocuments());
  books = await seedAccount(app.services, { ...own, payInAccountId: 1, currency: 'GBP' });
});
afterAll(() => database.close());

const ask = (paymentId: string, query = '') => askFor(`${getReceipt.path.replace('{paymentId}', paymentId)}?${query}`);

test('a receipt shows the amount, merchant, payer and refunds', async () => {
  const paymentId = await seedPayment(app.services, { books, applicationId: own.applicationId, amount: 114_567 });
  await database.query(
    `UPDATE payments SET payer_name = 'Zoë Kovács', merchant_payment_id = 'HA-1' WHERE payment_id = $1`,
    [paymentId],
  );
  await database.query(
    `INSERT INTO refunds (merchant_id, refund_id, payment_id, created_at, updated_at, amount, currency, status, reference)
     VALUES ($1, $2, $3, $4, $4, 4567, 'GBP', 'PROCESSED', 'RETURN-9')`,
    [own.merchantId, crypto.randomUUID(), paymentId, app.services.clock.now()],
  );
  const response = await ask(paymentId, 'zone=Asia/Kathmandu');
  expect(response.headers.get('content-disposition')).toContain(`filename="receipt-${paymentId.slice(-8)}-2026-`);
  const text = (await readPdf(response)).words.join(' ');
  for (const said of ['£1,145.67', 'Harbour & Bloom', 'Zoë Kovács', 'REFERENCE', 'HA-1', paymentId]) {
    expect(text).toContain(said);
  }
  expect(text).toContain('21 Nov 2026, 14:50 GMT+5:45');
  // The payer does not learn which user of the merchant made it.
  expect(text).toMatch(/Made .* by Harbour & Bloom · times in Asia\/Kathmandu/);
  expect(text).toMatch(/RETURN-9 Paid back −£45\.67 Left after refunds £1,100\.00/);
});

test.each([
  ['HELD', 'Paid: the account provider holds the money while it is checked'],
  ['RETURNED', 'Returned: the money was sent back to the payer'],
] as const)('the receipt of a payment that is %s does not claim that the money arrived', async (hold, words) => {
  const paymentId = await seedPayment(app.services, {
    books,
    applicationId: own.applicationId,
    amount: 990,
    hold: 'HELD',
  });
  await database.query(`UPDATE payments SET hold = $2::hold_state WHERE payment_id = $1`, [paymentId, hold]);
  const text = (await readPdf(await ask(paymentId))).words.join(' ');
  expect(text).toContain(words);
  expect(text).not.toContain('has arrived');
});

test("prints the merchant's reference, which the shopper has seen, and otherwise the one of the bank statement", async () => {
  const paymentId = await seedPayment(app.services, { books, applicationId: own.applicationId, amount: 992 });
  await database.query(
    `UPDATE payments SET reference = '261126112812500GCB', merchant_reference = 'BOUQUET-48211' WHERE payment_id = $1`,
    [paymentId],
  );
  const named = (await readPdf(await ask(paymentId))).words;
  expect([named.includes('BOUQUET-48211'), named.includes('261126112812500GCB')]).toEqual([true, false]);
  await database.query(`UPDATE payments SET merchant_reference = '' WHERE payment_id = $1`, [paymentId]);
  expect((await readPdf(await ask(paymentId))).words).toContain('261126112812500GCB');
});

test('prints a reference of twenty characters unchanged', async () => {
  const paymentId = await seedPayment(app.services, { books, applicationId: own.applicationId, amount: 991 });
  await database.query(`UPDATE payments SET merchant_payment_id = 'ABCDEFGHIJKLMNOPQRST' WHERE payment_id = $1`, [
    paymentId,
  ]);
  const { words } = await readPdf(await ask(paymentId));
  expect(words).toContain('ABCDEFGHIJKLMNOPQRST');
});

test('a payment that was not made has no receipt; an unknown one is 404', async () => {
  const paymentId = '01900000-0000-7000-8000-000000000071';
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     VALUES ($1, $2, $3, $4, $4, 1250, 'GBP', 'FAILED', 'VOLUME', false, false, false, 'ORDER-1')`,
    [own.merchantId, paymentId, own.applicationId, app.services.clock.now()],
  );
  await database.query(`INSERT INTO object_directory (object_id, merchant_id, kind) VALUES ($1, $2, 'PAYMENT')`, [
    paymentId,
    own.merchantId,
  ]);
  expect((await ask(paymentId)).status).toBe(409);
  expect((await ask(ids.nobody)).status).toBe(404);
});
