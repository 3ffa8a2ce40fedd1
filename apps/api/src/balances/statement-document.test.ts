import { getStatementDocument, mostDocumentLines } from '@volume/contract/balances/balances.ts';
import { figureTexts } from '@volume/contract/explain/figure-texts.ts';
import { figures } from '@volume/contract/explain/figures.ts';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openDocuments } from '#testing/exports/open-documents.ts';
import { readPdf } from '#testing/exports/read-pdf.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const payers = ['Noah Clarke', 'محمد المنصور', 'יוסי כהן', '山田太郎', 'Юрий Đặng', '#evil("x") $y$ \\ <script>'];

let database: Database;
let app: TestApp;
let askFor: (pathAndQuery: string) => Promise<Response>;

beforeAll(async () => {
  ({ database, app, ask: askFor } = await openDocuments());
  const books = await seedAccount(app.services, { ...own, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(app.services, { ...own, payInAccountId: 2, currency: 'EUR' });
  for (const [index, payer] of payers.entries()) {
    const paymentId = await seedPayment(app.services, {
      books,
      applicationId: own.applicationId,
      amount: 150_000 + index,
    });
    await database.query(`UPDATE payments SET payer_name = $2 WHERE payment_id = $1`, [paymentId, payer]);
    app.pass({ minutes: 61 });
  }
});
afterAll(() => database.close());

async function ask(query: string, account = '1'): Promise<Response> {
  const { path } = getStatementDocument;
  const filled = Object.entries({ ...own, payInAccountId: account }).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    path,
  );
  return askFor(`${filled}?${query}`);
}

test('a statement is a PDF with selectable text in every script, oldest line first', async () => {
  const response = await ask('');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="statement-GBP-\d{8}-2026-11-21\.pdf"$/,
  );
  const { words } = await readPdf(response);
  const text = words.join(' ');
  // PDF text extraction returns a right-to-left name word by word from the right.
  for (const payer of payers) for (const word of payer.split(' ')) expect(text).toContain(word);
  const amounts = words.filter((word) => word.startsWith('+£'));
  expect(amounts).toEqual(payers.map((_, index) => `+£1,500.0${index}`));
  expect(text).toContain('£9,000.15');
  expect(text).toContain('6 credits');
  expect(text).toContain('Test environment: no real payments.');
  expect(text).toMatch(/Made 21 Nov 2026, \d\d:\d\d UTC by \u2068?viewer\u2069? Page 1 of 1/);
});

test('says how each sum is computed, with the address of its explanation at that time', async () => {
  const { words, first } = await readPdf(await ask('from=2026-11-01T00:00:00.000&to=2026-11-30T23:59:59.999'));
  const text = words.join(' ');
  expect(text).toContain('How the sums are made');
  for (const figure of ['OPENING_BALANCE', 'MONEY_IN', 'MONEY_OUT', 'CLOSING_BALANCE'] as const)
    expect(text).toContain(`${figureTexts[figure].title} : ${figureTexts[figure].rule}`);
  const links = (await first.getAnnotations()).map(({ unsafeUrl }) => new URL(unsafeUrl as string));
  const moneyIn = links.find(({ searchParams }) => searchParams.get('figure') === 'MONEY_IN');
  expect(moneyIn?.pathname).toBe('/explain');
  const { at, ...filters } = Object.fromEntries(moneyIn?.searchParams ?? []);
  expect(at).toMatch(/^2026-11-21T/);
  const { needs, accepts } = figures.MONEY_IN;
  expect(Object.keys(filters).toSorted()).toEqual(['figure', ...needs, ...accepts].toSorted());
});

test('is accessible: title, language, headings and table are tagged', async () => {
  const { document, first } = await readPdf(await ask(''));
  expect((await document.getMetadata()).info).toMatchObject({
    Language: 'en-GB',
    Title: expect.stringContaining('Statement, 1234 5678'),
  });
  const structure = JSON.stringify(await first.getStructTree());
  for (const role of ['H1', 'Table', 'TH', 'TD']) expect(structure).toContain(`"role":"${role}"`);
});

test('a name with characters that no typeface has is shortened; a name of nothing else is replaced by the reference', async () => {
  await database.query(`UPDATE payments SET payer_name = 'Ayşe 👩‍🚀 ไทย Noor' WHERE payer_name = 'Noah Clarke'`);
  await database.query(`UPDATE payments SET payer_name = 'ไทย', reference = 'INV-7' WHERE payer_name = 'Юрий Đặng'`);
  const response = await ask('');
  expect(response.status).toBe(200);
  const { words, first, document } = await readPdf(response);
  expect(words.join(' ')).toMatch(/Ayşe 👩‍🚀 … Noor.*\+£1,500\.00.*Reference INV-7.*£9,000\.15/s);
  expect(JSON.stringify(await first.getStructTree())).toContain('"role":"TD"');
  expect((await document.getMetadata()).info).toMatchObject({ Language: 'en-GB' });
});

test('shows times in the requested zone and the days of the period', async () => {
  const { words } = await readPdf(
    await ask('from=2026-11-21T00:00:00.000&to=2026-11-21T23:59:59.999&zone=Asia/Kathmandu'),
  );
  const text = words.join(' ');
  expect(text).toContain('21 Nov 2026, 14:50');
  expect(text).toContain('Opening balance, 21 Nov 2026');
  expect(text).toContain('so far');
});

test('a period without lines shows the opening and closing balance', async () => {
  const { words } = await readPdf(await ask('from=2020-01-01T00:00:00.000&to=2020-01-31T23:59:59.999'));
  expect(words.join(' ')).toContain('1 Jan 2020 to 31 Jan 2020');
  expect(words.filter((word) => word === '£0.00')).not.toHaveLength(0);
});

test('explains a missing account, missing permission or too many lines, and makes no document', async () => {
  expect((await ask('', '99')).status).toBe(404);
  expect((await ask('zone=Nowhere')).status).toBe(400);
  // Past days are counted, not read.
  await database.query(`UPDATE balance_daily SET day = day - 1, lines = $1 WHERE payee_detail_id = 1`, [
    mostDocumentLines + 6,
  ]);
  const refused = await ask('');
  expect(refused.status).toBe(422);
  expect(((await refused.json()) as { errorMessage: string }).errorMessage).toBe(
    'This period has 5,006 lines; a PDF holds 5,000. Choose a shorter one, or export it as CSV.',
  );
});

test('is not among the capabilities when PDFs cannot be made', async () => {
  const named = async (of: TestApp) => (await of.call(listCapabilities)).value();
  const call = 'GET merchants/{}/applications/{}/payin-accounts/{}/statement/document';
  expect(await named(app)).toContain(call);
  expect(await named(createTestApp(database))).not.toContain(call);
});
