import { listPayInAccounts } from '@volume/contract/balances/balances.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { getPaymentsSummary } from '@volume/contract/balances/revenue.ts';
import { verifyOtp } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { sealWaitingMails } from '#core/mail/seal-waiting-mails.ts';
import { sealStored } from '#core/secrets/seal-stored.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { openLegacyDatabase } from '#testing/legacy-schema/open-legacy-database.ts';
import { readBooks } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const books: Books = { merchantId: ids.harbour, payInAccountId: 1, currency: 'GBP' };
/** The sum of its four settled payments; another one of 4.00 is held, and 6.00 are being paid out. */
const settled = [1_000, 250, 7_575, 30].reduce((total, amount) => total + amount);
let database: Database;
let api: TestApp;

/** A database as the previous build left it: with money, some of it held or being paid out, and unencrypted secrets. */
beforeAll(async () => {
  database = await openLegacyDatabase();
  api = createTestApp(database);
}, 120_000);
afterAll(() => database.close());

test('an older build’s database with money is upgraded, and its books are unchanged', async () => {
  const before = await readBooks(database, books);
  expect(before).toMatchObject({ AVAILABLE: settled - 600, HELD: 400, PENDING_OUT: 600 });
  await migrate(database);
  expect(await readBooks(database, books)).toEqual(before);
  expect(await audit(database)).toEqual([]);
});

test('an upgrade encrypts secrets and mails that were stored in clear text, and users can still sign in', async () => {
  const clear = `SELECT 'key ' || name AS place FROM server_secrets WHERE value !~ '^v1[.]'
    UNION ALL SELECT 'authenticator' FROM accounts WHERE totp_secret !~ '^v1[.]'
    UNION ALL SELECT 'set-up' FROM one_time_requests WHERE secret !~ '^v1[.]'
    UNION ALL SELECT 'mail' FROM outbox_mail WHERE text !~ '^v1[.]' ORDER BY place`;
  const places = (await database.query<{ place: string }>(clear)).map(({ place }) => place);
  expect(new Set(places)).toEqual(
    new Set([
      'authenticator',
      'key access-token',
      'key one-time-secrets',
      'key step-up',
      'key webhook-signing',
      'mail',
      'set-up',
    ]),
  );
  expect((await sealStored(database, api.services.vault, 'clear')).failed).toEqual([]);
  await sealWaitingMails({ ...api.services, isLocal: true });
  expect(await database.query(clear)).toEqual([]);
  const otpRequestId = await beginSignIn(api, 'bytotp');
  const body = { code: await authenticatorCode(api) };
  expect((await api.call(verifyOtp, { params: { otpRequestId }, body })).status).toBe(200);
});

test('lists, finds, adds up and continues what the older build stored', async () => {
  const token = await signInAs(api, 'editor');
  const listed = (await api.call(listPayIns, { token })).value();
  expect(listed.totalElements).toBe(5);
  const found = (await api.call(listPayIns, { token, query: 'globalSearch=payer%207575' })).value();
  expect(found.content.map(({ paymentRequest }) => paymentRequest.amount)).toEqual([7_575]);
  const { totals } = (await api.call(getPaymentsSummary, { token })).value();
  const sum = settled + 400;
  expect(totals).toEqual([{ currency: 'GBP', paymentStatus: 'SETTLED', count: 5, amount: sum }]);
  const [account] = (await api.call(listPayInAccounts, { token, params })).value();
  expect(account?.virtualAccountInformation).toEqual({ availableBalance: sum - 1_000, balance: sum });
  expect(await audit(database)).toEqual([]);
});
