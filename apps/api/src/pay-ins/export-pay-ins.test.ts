import { exportPayIns, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { totalPayIns } from '@volume/contract/bulk/picked-rows.ts';
import { signIn, type SignedIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { samplePassword } from '#sample-data/catalogue/sample-sign-ins.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let token: string;
let admin: string;
const signInAs = async (email: string) =>
  ((await app.call(signIn, { body: { email, password: samplePassword } })).value() as SignedIn).accessToken;

beforeAll(async () => {
  database = await openTestDatabase('sample');
  app = createTestApp(database);
  token = await signInAs('isla@harbourbloom.example');
  admin = await signInAs('reader@volume.example');
}, 180_000);
afterAll(() => database.close());

/** A minimal CSV parser (RFC 4180). */
function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push(row);
    if (end === '\r\n') row = [];
  }
  const [header = [], ...lines] = rows;
  return lines.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
}

async function listAll(query: string, by: string) {
  const items = [];
  for (let page = 0; ; page++) {
    const found = (await app.call(listPayIns, { token: by, query: `${query}&page=${page}&size=100` })).value();
    items.push(...found.content);
    if (found.last) return items;
  }
}

test.each([
  ['everything', ''],
  ['two statuses of one currency', 'paymentStatuses=SETTLED,FAILED&currencies=GBP'],
  ['a search', 'globalSearch=ORDER-1'],
  ['refunded ones of a range', 'refundedFilter=REFUNDED&startDateTimeUtc=2026-05-01T00:00:00.000'],
  ['nothing', 'minAmount=99999999'],
])('the export of %s contains the rows of the list in its order', async (_, query) => {
  const listed = await listAll(query, token);
  const answer = await app.call(exportPayIns, { token, query });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const rows = readCsv(answer.text);
  expect(rows.map((row) => row['Payment id'])).toEqual(listed.map(({ paymentId }) => paymentId));
  const minor = (name: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0);
  expect(minor('Amount')).toBe(listed.reduce((sum, { paymentRequest }) => sum + paymentRequest.amount, 0));
  expect(minor('Refunded')).toBe(listed.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0));
});

test("an administrator's export spans all merchants over many batches; a merchant's contains only its own payments", async () => {
  const all = readCsv((await app.call(exportPayIns, { token: admin })).text);
  const listed = await listAll('sort=createdAt,desc', admin);
  expect(listed).toHaveLength(2_000);
  expect(all.map((row) => row['Payment id'])).toEqual(listed.map(({ paymentId }) => paymentId));
  const own = readCsv((await app.call(exportPayIns, { token })).text);
  expect(new Set(own.map((row) => row['Merchant id'])).size).toBe(1);
  const foreign = all.find((row) => row['Merchant id'] !== own[0]?.['Merchant id'])?.['Merchant id'] ?? '';
  expect((await app.call(exportPayIns, { token, query: `merchantId=${foreign}` })).status).toBe(404);
});

test.each(['=1+1', '+44', '-2', '@SUM(A1)', '\tx', '\rx', '=a"b,c'])(
  'a payer called %j cannot become a spreadsheet formula',
  async (name) => {
    const [first] = await listAll('', token);
    await database.query('UPDATE payments SET payer_name = $3 WHERE merchant_id = $1 AND payment_id = $2', [
      first?.merchantId ?? '',
      first?.paymentId ?? '',
      name,
    ]);
    const [row] = readCsv((await app.call(exportPayIns, { token })).text);
    expect(row?.['Payer']).toBe(`'${name}`);
  },
);

test.each(['ab', 'a b+c', '50%', '{}'])('listing, totals and export reject a search for %s', async (globalSearch) => {
  const query = new URLSearchParams({ globalSearch }).toString();
  for (const endpoint of [listPayIns, totalPayIns, exportPayIns]) {
    for (const by of [token, admin]) {
      const { status, text } = await app.call(endpoint, { token: by, query });
      expect([endpoint.name, status, JSON.parse(text)]).toMatchObject([
        endpoint.name,
        400,
        {
          statusName: 'SEARCH_TOO_SHORT',
          errorMessage: 'A search needs three letters or digits in a row, or an amount.',
        },
      ]);
    }
  }
});
