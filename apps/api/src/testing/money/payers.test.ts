import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { decideAtBank } from '#testing/decide-at-bank.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { countDeadlocks } from './count-deadlocks.ts';
import { createNaiveTwin } from './naive-twin.ts';

const rounds = process.env['TEST_COUNTS'] === 'full' ? 200 : 2;
const twenty = Array.from({ length: 20 }, (_, index) => index);
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };

let database: Database;
let api: TestApp;
let token: string;
let books: Books;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 1_000_000 } });
  token = await signInAs(api, 'operator');
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await database.query(
    `UPDATE applications SET confirmation_of_payer_enabled = true WHERE merchant_id = $1 AND application_id = $2`,
    [params.merchantId, params.applicationId],
  );
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
afterAll(() => database.close());

async function makeLink(): Promise<string> {
  const paymentRequest = { currency: 'GBP', amount: 10, reference: 'RACE' };
  const body = { applicationId: params.applicationId, merchantPaymentId: 'RACE', paymentRequest };
  const call = await api.call(createPaymentLink, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  return call.value().paymentIntentId;
}

async function submit(path: string, form: Record<string, string>, cookie = '') {
  const answer = await api.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams(form).toString(),
  });
  return { status: answer.status, location: answer.headers.get('location') ?? '' };
}
/** `before` is the bank's page of the same browser's earlier attempt. */
const begin = (link: string, before = '') =>
  submit(
    `/sandbox/pay/${link}`,
    { institutionId: 'natwest', name: 'Ada Marsh' },
    `v_attempt=${before.split('/').at(-1)}`,
  );
const approve = (bank: string) => decideAtBank(api, bank);

async function wait(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    api.pass({ seconds: 1 });
    await Promise.all(twenty.slice(0, 4).map(() => api.runDueWork()));
  }
}

/** All payments of a day and application update the same few roll-up rows, so updates in different orders would deadlock. */
test(
  `${rounds} rounds of 20 payers who start, start again, approve and settle concurrently never deadlock`,
  { timeout: 30_000 + rounds * 6_000 },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const links = await Promise.all(twenty.map(makeLink));
      const first = await Promise.all(links.slice(0, 10).map((link) => begin(link)));
      // Half start again, which abandons their first attempt, and half start for the first time.
      const again = await Promise.all(links.map((link, at) => begin(link, first[at]?.location)));
      const auditing = round % 20 === 0 ? audit(database) : Promise.resolve([]);
      const decided = await Promise.all([
        ...again.map(({ location }) => approve(location)),
        ...links.map((link) => begin(link)),
      ]);
      expect(await auditing).toEqual([]);
      expect(api.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
      expect([...first, ...again, ...decided].filter(({ status }) => status >= 500)).toEqual([]);
      await wait(7);
      token = await signInAs(api, 'operator');
    }
    expect(await audit(database)).toEqual([]);
    const paid = await database.query(`SELECT FROM payments WHERE status = 'SETTLED'`);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: paid.length * 1_000 });
    expect(paid.length).toBeGreaterThan(0);
    expect(await countDeadlocks(database)).toBe(0);
  },
);

test(
  `${rounds} rounds of 20 payers who approve their attempts at one link concurrently pay it once`,
  { timeout: 20_000 + rounds * 4_000 },
  async () => {
    const before = await readBooks(database, books);
    for (let round = 0; round < rounds; round++) {
      const link = await makeLink();
      const begun = await Promise.all(twenty.map(() => begin(link)));
      expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([303]));
      const approved = await Promise.all(begun.map(({ location }) => approve(location)));
      expect(approved.filter(({ status }) => status >= 500)).toEqual([]);
      await wait(7);
      const statuses = await database.query<{ status: string; count: number }>(
        'SELECT status::text AS status, count(*) AS count FROM payments WHERE payment_intent_id = $1 GROUP BY 1 ORDER BY 1',
        [link],
      );
      expect(statuses).toEqual([
        { status: 'FAILED', count: 19 },
        { status: 'SETTLED', count: 1 },
      ]);
      token = await signInAs(api, 'operator');
    }
    const after = await readBooks(database, books);
    expect(Number(after['AVAILABLE']) - Number(before['AVAILABLE'])).toBe(rounds * 1_000);
    expect(await audit(database)).toEqual([]);
  },
);

test(
  `${rounds} rounds of 60 payers who begin at one link concurrently make 50 attempts`,
  { timeout: 20_000 + rounds * 6_000 },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const link = await makeLink();
      for (const minute of [0, 1]) {
        await Promise.all(twenty.map((at) => beginFrom(link, `203.0.113.${minute * 20 + at}`)));
        api.pass({ seconds: 60 });
      }
      const statuses = await Promise.all(twenty.map((at) => beginFrom(link, `198.51.100.${at}`)));
      expect(statuses.filter((status) => status === 303)).toHaveLength(10);
      expect(statuses.filter((status) => status === 409)).toHaveLength(10);
      const [row] = await database.query('SELECT count(*) AS count FROM payments WHERE payment_intent_id = $1', [link]);
      expect(row).toEqual({ count: 50 });
      token = await signInAs(api, 'operator');
    }
  },
);

async function beginFrom(link: string, remoteAddress: string): Promise<number> {
  const body = 'institutionId=natwest';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await api.app.request(`/sandbox/pay/${link}`, { method: 'POST', headers, body }, { remoteAddress })).status;
}

test('checking and then writing without a lock takes the money of two approvals and one attempt too many (naive twin)', async () => {
  const parallel = database.kind === 'postgres';
  const twin = await createNaiveTwin(database, 1_000);
  await Promise.all(twenty.map(() => twin.take(1_000)));
  expect(await twin.taken()).toBeGreaterThan(parallel ? 1_000 : 0);
});
