import { exportFees, getFeeDocument, getFeeStatement } from '@volume/contract/balances/fees.ts';
import { figureTexts } from '@volume/contract/explain/figure-texts.ts';
import { getRevenue } from '@volume/contract/balances/revenue.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openDocuments } from '#testing/exports/open-documents.ts';
import { readPdf } from '#testing/exports/read-pdf.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import type { TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour };
const november = 'month=2026-11&currency=GBP';
let database: Database;
let app: TestApp;
let askFor: (pathAndQuery: string) => Promise<Response>;

beforeAll(async () => {
  ({ database, app, ask: askFor } = await openDocuments());
  const applicationId = ids.harbourShop;
  const books = await seedAccount(app.services, { ...params, applicationId, payInAccountId: 1, currency: 'GBP' });
  for (const amount of [150_000, 3_333, 7]) {
    await seedPayment(app.services, { books, applicationId, amount });
    app.pass({ hours: 24 });
  }
  await database.query(
    `INSERT INTO fee_changes (merchant_id, valid_from, percentage, set_by, set_at) VALUES ($1, '2026-11-22', 0.333, 'ada', now())`,
    [ids.harbour],
  );
});
afterAll(() => database.close());

const ask = (query: string) => askFor(`${getFeeDocument.path.replace('{merchantId}', ids.harbour)}?${query}`);

test('page, CSV, PDF and revenue have the same fees', async () => {
  const token = await signInAs(app, 'viewer');
  const [fees] = (await app.call(getFeeStatement, { token, params, query: 'month=2026-11' })).value().currencies;
  const exact = (150_000 * 1250 + 3_333 * 333 + 7 * 333) / 100_000;
  expect(fees).toMatchObject({ currency: 'GBP', count: 3, amount: 153_340, fee: Math.round(exact) });
  const month = 'startDateTimeUtc=2026-11-01T00:00:00.000&endDateTimeUtc=2026-11-30T23:59:59.999&periodType=MONTH';
  expect((await app.call(getRevenue, { token, query: month })).value().items[0]?.fee).toBe(fees?.fee);

  const file = await app.call(exportFees, { token, params, query: november });
  const rows = file.text.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(-2))).toEqual([
    ['1.25', '18.75'],
    ['0.333', '0.1109889'],
    ['0.333', '0.0002331'],
  ]);

  const { words } = await readPdf(await ask(november));
  const text = words.join(' ');
  expect(text).toContain('Pay-ins of £1,500.00 1 Nov 2026 to 21 Nov 2026 1 1.25% £18.75');
  expect(text).toContain('Pay-ins of £33.40 22 Nov 2026 to 30 Nov 2026 2 0.333% £0.111222');
  expect(text).toContain('Total 3 £18.86');
  expect(fees?.fee).toBe(1886);
});

test('is an accessible PDF with its own name, which says when the month has not ended', async () => {
  const response = await ask(november);
  expect(response.headers.get('content-disposition')).toMatch(/filename="fees-GBP-2026-11-2026-11-24\.pdf"/);
  const { document, first, words } = await readPdf(response);
  expect((await document.getMetadata()).info).toMatchObject({
    Language: 'en-GB',
    Title: 'Fees, November 2026, Harbour & Bloom, GBP',
  });
  const structure = JSON.stringify(await first.getStructTree());
  for (const role of ['H1', 'Table', 'TH', 'TD']) expect(structure).toContain(`"role":"${role}"`);
  expect(words.join(' ')).toContain('November 2026 so far');
  expect(words.join(' ')).toMatch(/Made 24 Nov 2026, \d\d:\d\d UTC by \u2068?viewer/);
});

test('says how the total is computed, with the address of its explanation', async () => {
  const { words, first } = await readPdf(await ask(november));
  expect(words.join(' ')).toContain(`Fees in GBP : ${figureTexts.FEES.rule}`);
  const [link] = await first.getAnnotations();
  expect(link?.unsafeUrl).toMatch(/\/explain\?figure=FEES&month=2026-11&currency=GBP$/);
});

test('a month without pay-ins is a PDF with a total of zero', async () => {
  expect((await readPdf(await ask('month=2026-01&currency=EUR'))).words.join(' ')).toContain('Total 0 €0.00');
});

test('exports and PDFs are recorded in the activity', async () => {
  const token = await signInAs(app, 'merchantadmin');
  const { content } = (await app.call(listActivity, { token, params, query: 'action=EXPORTED&size=100' })).value();
  expect(content.filter(({ subject }) => subject === 'fees').length).toBeGreaterThan(1);
});

test.each(['month=2026-11', 'currency=GBP', 'month=2026-11&currency=USD'])('refuses %s', async (query) => {
  expect((await ask(query)).status).toBe(400);
});
