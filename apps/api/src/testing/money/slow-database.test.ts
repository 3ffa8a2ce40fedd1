import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { addPaymentNote, getPaymentNotes } from '@volume/contract/pay-ins/notes.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { languages } from '#payment-links/pay-page/pay-frame.ts';
import { decideAtBank } from '#testing/decide-at-bank.ts';
import { isBehindGateway } from '#testing/gateway/stage-gateway.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
/** Its database fails in the next transaction as `fault` defines. */
let api: TestApp;
/** Another instance, with a working connection. */
let sound: TestApp;
let books: Books;
let paymentId: string;
let token: string;
let proof: Record<string, string>;
let accounts = 0;

type Transaction = Database['transaction'];
let fault: ((work: Parameters<Transaction>[0]) => Promise<unknown>) | undefined;
const lost = (code: string) => Object.assign(new Error('the connection was lost'), { code });

beforeAll(async () => {
  database = await openPeople();
  const faulty: Database = {
    ...database,
    transaction: (async (work) => {
      const now = fault;
      fault = undefined;
      return now ? now(work) : database.transaction(work);
    }) as Transaction,
  };
  api = createTestApp(faulty, {
    settings: { stepUpAbove: 100_000_000 },
    parts: { giveUpAfter: 3_000 },
    documents: { make: () => Promise.reject(new Error('No test here makes a document.')) },
  });
  sound = createTestApp(database, { settings: { stepUpAbove: 100_000_000 } });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
beforeEach(async () => {
  accounts += 1;
  books = await seedAccount(api.services, { ...shop, payInAccountId: accounts, currency: 'GBP', provider: 'OPTIMUS' });
  paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  token = await signInAs(api, 'editor');
  proof = await proved(api, token);
});
afterAll(() => database.close());

const payOut = (by: TestApp, key: string) =>
  by.call(makePayout, {
    params: shop,
    body: { payInAccountId: books.payInAccountId, amount: 5 },
    token,
    headers: { 'idempotency-key': key, ...proof },
  });
const countPayouts = async () =>
  (await database.query(`SELECT 1 FROM outbound_payments WHERE payee_detail_id = $1`, [books.payInAccountId])).length;

/** PostgreSQL error codes: a failed connection, and a statement that was cancelled. */
test.each(['08006', '57014'])('returns OUTCOME_UNKNOWN when COMMIT fails with %s', async (code) => {
  fault = async (work) => {
    await database.transaction(work);
    throw lost(code);
  };
  const key = crypto.randomUUID();
  const late = await payOut(api, key);
  expect([late.status, late.problem().statusName]).toEqual([504, 'OUTCOME_UNKNOWN']);
  expect(late.problem().errorMessage).toContain('same Idempotency-Key');
  expect((await payOut(sound, key)).value().status).toBe('IN_PROGRESS');
  expect(await countPayouts()).toBe(1);
});

test('returns DATABASE_UNAVAILABLE when the connection is lost before COMMIT', async () => {
  fault = (work) =>
    database.transaction(async (queries) => {
      const statement = async () => Promise.reject(lost('57P01'));
      return work({ ...queries, query: statement });
    });
  const key = crypto.randomUUID();
  const late = await payOut(api, key);
  expect([late.status, late.problem().statusName]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  expect(await countPayouts()).toBe(0);
  expect((await payOut(sound, key)).status).toBe(200);
});

/** The server answered that it has no space, no room for a connection, or takes no writes: it committed nothing. */
test.each(['53100', '53300', '25006'])('returns DATABASE_UNAVAILABLE when COMMIT is refused with %s', async (code) => {
  fault = (work) =>
    database.transaction(async (queries) => {
      await work(queries);
      throw lost(code);
    });
  const late = await payOut(api, crypto.randomUUID());
  expect([late.status, late.problem().statusName]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  expect(await countPayouts()).toBe(0);
});

test('commits nothing after a call timed out with a response that it can be repeated', async () => {
  let goOn = () => {};
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  let ended: Promise<unknown> = Promise.resolve();
  fault = async (work) => {
    await waits;
    const running = database.transaction(work);
    ended = running.catch((error: Error) => error.message);
    return running;
  };
  const late = await payOut(api, crypto.randomUUID());
  expect([late.status, late.problem().statusName]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  goOn();
  await expect.poll(() => ended).toContain('given up');
  expect(await countPayouts()).toBe(0);
});

test('asks to check before repeating when a write without a key has an unknown outcome', async () => {
  fault = async (work) => {
    await database.transaction(work);
    throw lost('08006');
  };
  const late = await api.call(addPaymentNote, { params: { paymentId }, body: { text: 'Called the shop' }, token });
  expect([late.status, late.problem().statusName]).toEqual([504, 'OUTCOME_UNKNOWN']);
  expect(late.problem().errorMessage).toContain('Check whether it was done');
  expect((await sound.call(getPaymentNotes, { params: { paymentId }, token })).text).toContain('Called the shop');
});

/** A payout by a plain request, because the reference does not name internal errors. */
async function payOutPlainly() {
  const answer = await api.app.request(
    `/sandbox/api/merchants/${shop.merchantId}/applications/${shop.applicationId}/payouts`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...proof,
      },
      body: JSON.stringify({ payInAccountId: books.payInAccountId, amount: 5 }),
    },
  );
  return [answer.status, ((await answer.json()) as { statusName: string }).statusName];
}

test('returns 500 for an internal error that changed nothing', async () => {
  fault = () => Promise.reject(new Error('a fault of our own'));
  expect(await payOutPlainly()).toEqual([500, 'INTERNAL_SERVER_ERROR']);
});

test('returns 500 for an internal error also in the one of many calls that deletes expired keys', async () => {
  const zeros = vi.spyOn(api.services.random, 'bytes').mockImplementation((count) => new Uint8Array(count));
  fault = () => Promise.reject(new Error('a fault of our own'));
  const broken = await payOutPlainly();
  zeros.mockRestore();
  expect(broken).toEqual([500, 'INTERNAL_SERVER_ERROR']);
});

/** Commits, then loses the connection before the client receives the confirmation. */
const loseAfterCommit = async (work: Parameters<Transaction>[0]) => {
  await database.transaction(work);
  throw lost('57014');
};
async function makeLink(): Promise<string> {
  const paymentRequest = { currency: 'GBP', amount: 12.5, reference: 'A' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { applicationId: shop.applicationId, paymentRequest };
  return `/sandbox/pay/${(await sound.call(createPaymentLink, { token, body, headers })).value().paymentIntentId}`;
}
const submit = (path: string, form: Record<string, string>, language = 'en') =>
  api.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language },
    body: new URLSearchParams(form).toString(),
  });
const begin = async (link: string) => (await submit(link, { institutionId: 'natwest' })).headers.get('location') ?? '';
const approval = { decision: 'APPROVE', name: 'Amelia Hughes' };
const read = async (path: string) => (await sound.app.request(path)).text();

// Behind a gateway the payer decides on a page that is not the portal's, so the tests of that page do not run.
test.skipIf(isBehindGateway).each(Object.entries(languages))(
  'shows a shopper in “%s” that it is unknown whether the payment was approved',
  async (tag, { problems }) => {
    const link = await makeLink();
    const bank = await begin(link);
    fault = loseAfterCommit;
    const late = await submit(bank, approval, tag);
    expect(late.status).toBe(504);
    const page = await late.text();
    expect(page).toContain(problems.unknown.text);
    expect(page).not.toContain(problems.other.text);
    expect(await read(link)).toContain('A payment for this link is on its way.');
  },
);

test('shows a shopper that it is unknown whether the payment was started', async () => {
  const link = await makeLink();
  fault = loseAfterCommit;
  const late = await submit(link, { institutionId: 'natwest' });
  expect([late.status, (await late.text()).includes('We don’t know yet whether that worked')]).toEqual([504, true]);
});

describe.skipIf(isBehindGateway)('on the page of the bank', () => {
  test('does not ask a shopper to try again when the approval was stored but the following page cannot be read', async () => {
    const link = await makeLink();
    const bank = await begin(link);
    const { query } = api.services.database;
    fault = async (work) => {
      const result = await database.transaction(work);
      api.services.database.query = () => Promise.reject(lost('08006'));
      return result;
    };
    const late = await submit(bank, approval);
    api.services.database.query = query;
    expect([late.status, (await late.text()).includes('Do not pay again yet')]).toEqual([504, true]);
  });

  test('shows a shopper that nothing was changed when the transaction was lost before its COMMIT', async () => {
    const link = await makeLink();
    const bank = await begin(link);
    fault = (work) =>
      database.transaction((queries) => work({ ...queries, query: async () => Promise.reject(lost('57P01')) }));
    const late = await submit(bank, approval);
    expect([late.status, (await late.text()).includes('Nothing was changed.')]).toEqual([503, true]);
    expect(await read(bank)).toContain('Approve payment');
  });
});

test('does not say that no money was taken when the page of a completed payment cannot be read', async () => {
  const link = await makeLink();
  const bank = await begin(link);
  await decideAtBank(api, bank);
  const { query } = api.services.database;
  api.services.database.query = () => Promise.reject(lost('08006'));
  const outcome = `${link}/${bank.split('/').at(-1)}`;
  const pages = [await api.app.request(outcome), await submit(outcome, { email: 'ada@shopper.example' })];
  api.services.database.query = query;
  for (const page of pages)
    expect([page.status, (await page.text()).includes('No money was taken')]).toEqual([503, false]);
});
