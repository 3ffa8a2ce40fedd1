import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import type { Books } from '#ledger/transfer.ts';

let database: Database;
let app: TestApp;
let books: Books;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  const account = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId: 1 };
  books = await seedAccount(app.services, { ...account, currency: 'GBP' });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
afterAll(() => database.close());
beforeEach(() => setEnabled(true));

const setEnabled = async (isEnabled: boolean) =>
  void (await database.query('UPDATE merchants SET is_enabled = $1 WHERE merchant_id = $2', [isEnabled, ids.harbour]));
async function makeLink(): Promise<string> {
  const body = { applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount: 12.5, reference: 'x' } };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const token = await signInAs(app, 'operator');
  return `/sandbox/pay/${(await app.call(createPaymentLink, { token, body, headers })).value().paymentIntentId}`;
}
const post = (path: string, form: Record<string, string>) =>
  app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
const begin = (link: string) => post(link, { institutionId: 'natwest', name: '' });
const approve = (bank: string) => post(bank, { decision: 'APPROVE', name: 'Amelia Hughes' });
async function newest() {
  const query = `merchantId=${ids.harbour}&size=1&includeNewPayments=true`;
  const token = await signInAs(app, 'reader');
  return (await app.call(listPayIns, { token, query })).value().content[0]?.paymentStatus;
}
async function wait(): Promise<void> {
  for (let second = 0; second < 8; second++) {
    app.pass({ seconds: 1 });
    await app.runDueWork();
  }
}
const closed = 'The shop cannot take payments at the moment.';

test('the link of a disabled merchant says so to the shopper, offers no bank and starts no payment', async () => {
  const link = await makeLink();
  await setEnabled(false);
  const page = await (await app.app.request(link)).text();
  expect(page).toContain(closed);
  expect(page).not.toContain('NatWest');
  const refused = await begin(link);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain(closed);
  await setEnabled(true);
  expect(await (await app.app.request(link)).text()).toContain('NatWest');
});

test('a payment that waits for its payer fails instead of being approved when the merchant is disabled', async () => {
  const bank = (await begin(await makeLink())).headers.get('location') ?? '';
  await setEnabled(false);
  await approve(bank);
  await wait();
  expect(await newest()).toBe('FAILED');
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 0 });
});

test('money that was sent before the merchant was disabled is booked', async () => {
  app.pass({ seconds: 1 });
  const bank = (await begin(await makeLink())).headers.get('location') ?? '';
  await approve(bank);
  await setEnabled(false);
  await wait();
  expect(await newest()).toBe('SETTLED');
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1_250 });
});
