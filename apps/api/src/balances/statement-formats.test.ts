import { exportStatement, getStatementFile } from '@volume/contract/balances/balances.ts';
import { statementFormats } from '@volume/contract/balances/statement-files/formats.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { writeContext } from '#core/write-context.ts';
import { post } from '#ledger/post.ts';
import { move } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
/** More than two batches of 500 lines. */
const payments = 1_001;

let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  token = await signInAs(app, 'editor');
  const pounds = await seedAccount(app.services, { ...own, payInAccountId: 1, currency: 'GBP' });
  const euros = await seedAccount(app.services, { ...own, payInAccountId: 2, currency: 'EUR' });
  await seedPayment(app.services, { books: euros, applicationId: own.applicationId, amount: 12_500 });
  const paymentId = '01900000-0000-7000-8000-000000000031';
  const moves = Array.from({ length: payments }, (_, at) => move('PAY_IN', pounds, 100 + at, { paymentId }));
  await database.transaction((queries) => post(queries, writeContext(app.services), moves));
  app.pass({ minutes: 5 });
  token = await signInAs(app, 'editor');
});
afterAll(() => database.close());

const books =
  'consultantNumber=29098&clientNumber=55003&yearBegins=01-01&accountLength=4&bankAccount=1200&revenueAccount=8400&feeAccount=4970&transitAccount=1360';

const ask = (payInAccountId: string, query: string) =>
  app.call(getStatementFile, { params: { ...own, payInAccountId }, query, token });

test.each([
  ['CAMT_053', 'xml', 'application/xml; charset=utf-8', '', /^<\?xml .*camt\.053\.001\.08.*<\/Document>\n$/s],
  ['MT940', 'sta', 'text/plain; charset=us-ascii', '', /^:20:V261121261121\r\n:25:.*:62F:C261121EUR125,00\r\n-\r\n$/s],
  ['OFX', 'ofx', 'application/x-ofx; charset=utf-8', '', /^<\?xml .*<TRNAMT>125\.00<\/TRNAMT>.*<\/OFX>\n$/s],
  [
    'DATEV',
    'csv',
    'text/csv; charset=windows-1252',
    books,
    /^"EXTF";700;21;.*\r\n125,00;"S";"EUR";;;;1200;8400;;2111;/s,
  ],
  ['XERO', 'csv', 'text/csv; charset=utf-8', '', /^Date,Amount,Payee,Description,Reference\r\n21\/11\/2026,125\.00,/],
  [
    'QUICKBOOKS',
    'csv',
    'text/csv; charset=utf-8',
    '',
    /^Date,Description,Amount\r\n21\/11\/2026,Pay-in .*,125\.00\r\n$/,
  ],
] as const)('writes the statement as %s', async (format, extension, type, more, content) => {
  const { status, text, headers } = await ask('2', `format=${format}&${more}`);
  expect([status, headers.get('content-type')]).toEqual([200, type]);
  const prefix = format === 'DATEV' ? 'EXTF_' : '';
  expect(headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="${prefix}statement-EUR-\\w+-2026-11-21\\.${extension}"$`),
  );
  expect(text).toMatch(content);
});

test('writes every line once, in the opposite order of the CSV, from the opening to the closing balance', async () => {
  const { text } = await ask('1', 'format=MT940');
  const amounts = [...text.matchAll(/^:61:2611211121C(\d+),(\d\d)/gm)].map(([, major, minor]) => `${major}.${minor}`);
  const csv = await app.call(exportStatement, { params: { ...own, payInAccountId: '1' }, token });
  const newestFirst = csv.text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[5]);
  expect(amounts).toHaveLength(payments);
  expect(amounts).toEqual(newestFirst.toReversed());
  const total = (payments * (100 + 100 + payments - 1)) / 2;
  expect(text).toContain(`:62F:C261121GBP${Math.floor(total / 100)},${String(total % 100).padStart(2, '0')}`);
});

test.each(statementFormats)('an empty period is a complete %s file', async (format) => {
  const { status, text } = await ask(
    '2',
    `format=${format}&from=2026-01-01T00:00:00.000&to=2026-01-31T23:59:59.999&${books}`,
  );
  expect(status).toBe(200);
  expect(text).not.toBe('');
});

test('a period before the first line still has its days and a closing balance of zero', async () => {
  const { text } = await ask('2', 'format=MT940&from=2026-01-01T00:00:00.000&to=2026-01-31T23:59:59.999');
  expect(text).toContain(':60F:C260101EUR0,00\r\n:62F:C260131EUR0,00\r\n');
});

test.each([
  [400, '2', '', /format/],
  [400, '2', 'format=QIF', /format/],
  [400, '2', 'format=DATEV', /^A DATEV file needs consultantNumber, clientNumber, .* and transitAccount\.$/],
  [400, '2', `format=DATEV&${books.replace('29098', '1000')}`, /consultantNumber/],
  [400, '2', `format=DATEV&${books.replace('8400', '840000')}`, /^revenueAccount has more digits/],
  [400, '2', `format=DATEV&${books.replace('yearBegins=01-01', 'yearBegins=13-01')}`, /yearBegins/],
  [422, '1', `format=DATEV&${books}`, /^DATEV books in euros, and this account is in GBP\. Choose CAMT\.053/],
  [
    422,
    '2',
    `format=DATEV&from=2025-12-31T00:00:00.000&${books}`,
    /^A DATEV file holds one financial year\. Choose a period from 2026-01-01 to 2026-12-31\.$/,
  ],
  [422, '1', 'format=XERO', /^This period has 1,001 lines; Xero takes 1,000 in one file\. Choose a shorter one\.$/],
  [422, '1', 'format=QUICKBOOKS', /^This period has 1,001 lines; QuickBooks takes 1,000/],
  [404, '99', 'format=OFX', /pay-in account/],
] as const)('answers %d for account %s with “%s”', async (status, account, query, message) => {
  const answer = await ask(account, query);
  expect(answer.status).toBe(status);
  expect((JSON.parse(answer.text) as { errorMessage: string }).errorMessage).toMatch(message);
});
