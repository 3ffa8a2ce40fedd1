import { createPaymentLink } from '@volume/contract/payment-intents.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openDocuments } from '#testing/exports/open-documents.ts';
import { readPdf } from '#testing/exports/read-pdf.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;

beforeAll(async () => {
  ({ database, app } = await openDocuments());
  const own = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId: 1, currency: 'GBP' } as const;
  await seedAccount(app.services, own);
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
afterAll(() => database.close());

const get = (path: string, of = app) => of.app.request(path, { headers: { 'accept-language': 'de' } });
const post = (path: string, form: Record<string, string>) =>
  app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });

/** A link with an attempt at a bank. */
async function beginAttempt(): Promise<{ link: string; bank: string; outcome: string }> {
  const body = {
    applicationId: ids.harbourShop,
    paymentRequest: { currency: 'GBP', amount: 24.99, reference: 'SPRING17' },
  };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const made = await app.call(createPaymentLink, { token: await signInAs(app, 'operator'), body, headers });
  const link = `/sandbox/pay/${made.value().paymentIntentId}`;
  const bank = (await post(link, { institutionId: 'natwest' })).headers.get('location') ?? '';
  return { link, bank, outcome: `${link}/${bank.split('/').at(-1)}` };
}

test('a shopper who has paid finds the receipt on the page, and nowhere else', async () => {
  const { bank, outcome } = await beginAttempt();
  expect((await get(`${outcome}/receipt`)).status).toBe(409);
  await post(bank, { decision: 'APPROVE', name: 'Zoë Kovács' });
  for (let passed = 0; passed < 30; passed++) {
    app.pass({ seconds: 1 });
    await app.runDueWork();
  }
  expect(await (await get(outcome)).text()).toContain(`href="${outcome}/receipt" download>Beleg (PDF, Englisch)</a>`);
  const response = await get(`${outcome}/receipt`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = (await readPdf(response)).words.join(' ');
  for (const said of ['£24.99', 'Harbour & Bloom', 'NatWest', 'SPRING17']) expect(text).toContain(said);

  const other = await beginAttempt();
  const paymentId = outcome.split('/').at(-1);
  expect((await get(`${other.link}/${paymentId}/receipt`)).status).toBe(404);
  expect((await get(`/sandbox/pay/${paymentId}/${paymentId}/receipt`)).status).toBe(404);
  expect((await get(`${outcome}/receipts`)).status).toBe(404);
  // Where no PDF can be made, none is offered.
  const bare = createTestApp(database);
  expect(await (await get(outcome, bare)).text()).not.toContain('/receipt"');
  expect((await get(`${outcome}/receipt`, bare)).status).toBe(404);
});

test('a receipt asked for again and again waits a minute', async () => {
  const { outcome } = await beginAttempt();
  const statuses: number[] = [];
  for (let asked = 0; asked < 11; asked++) statuses.push((await get(`${outcome}/receipt`)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
});
