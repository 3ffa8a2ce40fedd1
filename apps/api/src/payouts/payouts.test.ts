import { getStatement } from '@volume/contract/balances/balances.ts';
import { listOptimusBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { exportPayouts, getPayout, listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { type Habits, usualHabits } from '#providers/simulated/habits.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;
let books: Books;
let habits: Habits = usualHabits;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { habitsOf: () => habits });
  token = await signInAs(api, 'editor');
});
beforeEach(async () => {
  habits = usualHabits;
  books = await openAccount(1000);
});
afterAll(() => database.close());

async function openAccount(amount: number, currency: 'GBP' | 'EUR' = 'GBP'): Promise<Books> {
  accounts += 1;
  const account = { ...params, payInAccountId: accounts, currency, provider: 'OPTIMUS' } as const;
  const opened = await seedAccount(api.services, account);
  await seedPayment(api.services, { books: opened, applicationId: ids.harbourShop, amount });
  return opened;
}
interface Rest {
  beneficiaryId?: string;
  payInAccountId?: number;
  reference?: string | null;
  key?: string;
}
const payOut = (amount: number, rest: Rest = {}) => {
  const { key = crypto.randomUUID(), ...body } = rest;
  return api.call(makePayout, {
    params,
    body: { payInAccountId: books.payInAccountId, amount, ...body },
    token,
    headers: { 'idempotency-key': key },
  });
};
/** Runs the jobs that are due now, such as submitting orders, and those that are due after this time. */
async function later(seconds: number): Promise<void> {
  await api.runDueWork();
  api.pass({ seconds });
  await api.runDueWork();
}
const list = async (query = '') => (await api.call(listPayouts, { params, query, token })).value();

describe('a payout', () => {
  test('goes to the default beneficiary, is reserved, processed and sent as a webhook', async () => {
    const made = (await payOut(4)).value();
    expect(made).toMatchObject({ status: 'IN_PROGRESS', type: 'PAYOUT', initiatedBy: 'editor@test.example' });
    expect(made.payoutRequestDetails).toMatchObject({
      amount: 400,
      currency: 'GBP',
      destination: { type: 'BENEFICIARY', id: `B${books.payInAccountId}` },
    });
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 600, PENDING_OUT: 400 });
    await later(5);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 600, PENDING_OUT: 0, SETTLEMENT: -600 });
    const events = await database.query('SELECT status FROM outgoing_events WHERE object_id = $1', [
      made.payoutPaymentId,
    ]);
    expect(events.map(({ status }) => status)).toEqual(['IN_PROGRESS', 'PROCESSED']);
    expect((await list()).content[0]).toMatchObject({ payoutPaymentId: made.payoutPaymentId, status: 'PROCESSED' });
    const found = await list('statuses=PROCESSED,RETURNED&size=100');
    expect(found.content.map(({ payoutPaymentId }) => payoutPaymentId)).toContain(made.payoutPaymentId);
    expect((await list('statuses=FAILED')).totalElements).toBe(0);
    const { destination } = made.payoutRequestDetails;
    const { name } = destination;
    for (const search of [name?.toUpperCase() ?? '', `“${name}”,`, made.payoutPaymentId, '£4.00', '4']) {
      const { content } = await list(new URLSearchParams({ globalSearch: search }).toString());
      expect([search, content.map(({ payoutPaymentId }) => payoutPaymentId)]).toEqual([search, [made.payoutPaymentId]]);
    }
    expect((await list('globalSearch=nobody%20here')).totalElements).toBe(0);
    for (const search of ['a', 'zq', 'b-1']) {
      const { status, text } = await api.call(listPayouts, { params, query: `globalSearch=${search}`, token });
      expect([search, status]).toEqual([search, 400]);
      expect(JSON.parse(text)).toMatchObject({
        statusName: 'SEARCH_TOO_SHORT',
        errorMessage: 'A search needs three letters or digits in a row, or an amount.',
      });
    }
    expect((await api.call(listPayouts, { params, query: 'statuses=PAID', token })).status).toBe(400);
  });

  test('to the default beneficiary has its name and id', async () => {
    const bodies: string[] = [];
    const send = async ({ body }: { body: string }) => {
      bodies.push(body);
      return { status: 200, body: '', retryAfter: null };
    };
    const telling = createTestApp(database, { webhookSender: { send } });
    await database.query(`UPDATE applications SET payout_webhook_url = 'https://shop.test/hook'`);
    // Orders that earlier tests left are not part of this one.
    await api.runDueWork();
    await payOut(1);
    for (let minute = 0; minute < 2; minute++) {
      telling.pass({ minutes: 1 });
      await telling.runDueWork();
    }
    await telling.sendWebhooks();
    await database.query('UPDATE applications SET payout_webhook_url = NULL');
    const events = bodies.map((body) => JSON.parse(body) as { payoutStatus: string; destination: unknown });
    expect(events.map(({ payoutStatus }) => payoutStatus).toSorted()).toEqual(['IN_PROGRESS', 'PROCESSED']);
    for (const { destination } of events) {
      const id = `B${books.payInAccountId}`;
      expect(destination).toMatchObject({ type: 'BENEFICIARY', id, name: 'Harbour & Bloom' });
    }
  });

  test('goes only to an active beneficiary, with its account', async () => {
    const customer = { params: { customerId: `C${books.payInAccountId}` }, token };
    const known = (await api.call(listOptimusBeneficiaries, customer)).value();
    const named = (status: string, type = 'SCAN') =>
      known.find((each) => each.status === status && each.accountType === type)?.optimusBeneficiaryId ?? 'none';
    const made = (await payOut(1, { beneficiaryId: named('Active') })).value();
    const { destination } = made.payoutRequestDetails;
    expect(destination).toMatchObject({ type: 'SCAN', sortCode: '00-99-55' });
    // As the list shows it, and as people copy it from there.
    const account = destination.accountNumber?.replace(/^\d{4}/, '$& ');
    const find = async (search: string) =>
      (await list(new URLSearchParams({ globalSearch: search }).toString())).content.map(
        ({ payoutPaymentId }) => payoutPaymentId,
      );
    expect(await find(`00-99-55 · ${account}`)).toContain(made.payoutPaymentId);
    expect(await find(`00-99-56 · ${account}`)).toEqual([]);
    expect((await payOut(1, { beneficiaryId: named('Disabled') })).status).toBe(422);
    expect((await payOut(1, { beneficiaryId: 'B0' })).status).toBe(422);
    books = await openAccount(1000, 'EUR');
    const ofEuro = { params: { customerId: `C${books.payInAccountId}` }, token };
    const others = (await api.call(listOptimusBeneficiaries, ofEuro)).value();
    const byIban = others.find(({ accountType }) => accountType === 'IBAN')?.optimusBeneficiaryId ?? 'none';
    const byScan = others.find(({ accountType }) => accountType === 'SCAN')?.optimusBeneficiaryId ?? 'none';
    expect((await payOut(1, { beneficiaryId: byScan })).status).toBe(422);
    expect((await payOut(1, { beneficiaryId: byIban })).status).toBe(200);
  });

  test('above the available balance is 422 and leaves the ledger unchanged', async () => {
    expect((await payOut(10.01)).problem()).toMatchObject({ statusCode: 422, source: 'VOLUME' });
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1000, PENDING_OUT: 0 });
    expect((await payOut(10)).status).toBe(200);
  });

  test('of an unknown account is 404, of one that is not virtual 422', async () => {
    expect((await payOut(1, { payInAccountId: 4711 })).status).toBe(404);
    await database.query('UPDATE payee_details SET is_virtual_account = false WHERE payee_detail_id = $1', [
      books.payInAccountId,
    ]);
    expect((await payOut(1)).status).toBe(422);
    await database.query('UPDATE payee_details SET is_virtual_account = true WHERE payee_detail_id = $1', [
      books.payInAccountId,
    ]);
  });

  test('returns the same payout for the same key', async () => {
    const key = crypto.randomUUID();
    const first = await payOut(4, { key });
    expect((await payOut(4, { key })).text).toBe(first.text);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 600 });
  });

  test('that the provider refuses, fails or returns gives the money back', async () => {
    habits = { ...usualHabits, answer: { code: 'INSUFFICIENT_BALANCE', message: 'Not enough funds' } };
    const refused = (await payOut(4)).value();
    expect(refused.status).toBe('IN_PROGRESS');
    await api.runDueWork();
    const one = { ...params, payoutPaymentId: refused.payoutPaymentId };
    const failed = { status: 'FAILED', statusDescription: 'Not enough funds' };
    expect((await api.call(getPayout, { params: one, token })).value()).toMatchObject(failed);
    const notices = await database.query(`SELECT kind FROM notices WHERE object_id = $1`, [refused.payoutPaymentId]);
    expect(notices).toEqual([{ kind: 'PAYOUT_FAILED' }]);
    const returned = { status: 'RETURNED', afterSeconds: 20, description: 'Returned by the beneficiary bank' } as const;
    habits = { ...usualHabits, course: [...usualHabits.course, returned], tells: 'TWICE' };
    const { payoutPaymentId } = (await payOut(5)).value();
    await later(5);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 500, PENDING_OUT: 0 });
    await later(30);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1000, PENDING_OUT: 0, SETTLEMENT: -1000 });
    const row = (await list()).content.find((each) => each.payoutPaymentId === payoutPaymentId);
    expect(row).toMatchObject({ status: 'RETURNED', statusDescription: 'Returned by the beneficiary bank' });
  });
});

describe('the list', () => {
  test('is newest first, filtered by currency and period, in pages without gaps', async () => {
    for (const amount of [1, 2, 3]) {
      api.pass({ minutes: 1 });
      await payOut(amount);
    }
    const all = await list('currency=GBP&size=100');
    const times = all.content.map(({ createdAtUtc }) => createdAtUtc);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(all.content.slice(0, 3).map(({ payoutRequestDetails }) => payoutRequestDetails.amount)).toEqual([
      300, 200, 100,
    ]);
    const pages = await Promise.all(
      Array.from({ length: all.totalElements }, (_, page) => list(`currency=GBP&size=1&page=${page}`)),
    );
    expect(pages.flatMap(({ content }) => content)).toEqual(all.content);
    expect(
      (await list('currency=EUR')).content.every(({ payoutRequestDetails }) => payoutRequestDetails.currency === 'EUR'),
    ).toBe(true);
    const second = all.content[1]!.createdAtUtc;
    const window = await list(`startDateTimeUtc=${second}&endDateTimeUtc=${second}`);
    expect(window.content.map(({ createdAtUtc }) => createdAtUtc)).toEqual([second]);
    const oldest = await list('currency=GBP&size=100&sort=createdAt,asc');
    expect(oldest.content).toEqual(all.content.toReversed());
  });

  test('returns each payout by its id as in the list, and none of another application', async () => {
    const [listed] = (await list()).content;
    const one = { ...params, payoutPaymentId: listed!.payoutPaymentId };
    expect((await api.call(getPayout, { params: one, token })).value()).toEqual({ ...listed, approval: null });
    const elsewhere = await api.call(getPayout, { params: { ...one, applicationId: crypto.randomUUID() }, token });
    expect(elsewhere.status).toBe(404);
  });

  test('exports the same rows, with formulas defused', async () => {
    await database.query(
      `UPDATE payee_details SET account_holder_name = '=HYPERLINK("x")' WHERE payee_detail_id = $1`,
      [books.payInAccountId],
    );
    api.pass({ minutes: 1 });
    await payOut(1);
    const { text, headers } = await api.call(exportPayouts, { params, query: 'currency=GBP', token });
    const lines = text.trimEnd().split('\r\n');
    expect(headers.get('content-type')).toContain('text/csv');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      (await list('currency=GBP&size=100')).content.map((each) => each.payoutPaymentId),
    );
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

test("returns 404 for beneficiaries of a customer that is not the caller's or not at OPTIMUS", async () => {
  const customer = { params: { customerId: `C${books.payInAccountId}` } };
  expect(
    (await api.call(listOptimusBeneficiaries, { ...customer, token: await signInAs(api, 'stranger') })).status,
  ).toBe(404);
  await database.query(`UPDATE payee_details SET va_provider_type = 'ISX' WHERE payee_detail_id = $1`, [
    books.payInAccountId,
  ]);
  expect((await api.call(listOptimusBeneficiaries, { ...customer, token })).status).toBe(404);
});

describe('the reference of a payout', () => {
  test('is sent to the provider and is in the list, its search, its file and the statement; without one it is made', async () => {
    const made = (await payOut(1, { reference: '  INV-20418 / Nov ' })).value();
    expect(made.payoutRequestDetails.reference).toBe('INV-20418 / Nov');
    for (const rest of [{ reference: null }, {}]) {
      const own = (await payOut(1, rest)).value();
      expect(own.payoutRequestDetails.reference).toBe(`PAYOUT-${own.payoutPaymentId.slice(-8).toUpperCase()}`);
    }
    await later(5);
    const [submitted] = await database.query(
      `SELECT submitted ->> 'reference' AS reference FROM simulated_orders WHERE order_id = $1`,
      [made.payoutPaymentId],
    );
    expect(submitted).toEqual({ reference: 'INV-20418 / Nov' });
    const { content } = await list('globalSearch=INV-20418');
    expect(content.map(({ payoutPaymentId }) => payoutPaymentId)).toEqual([made.payoutPaymentId]);
    expect((await api.call(exportPayouts, { params, token })).text).toContain(',INV-20418 / Nov,');
    const statement = { params: { ...params, payInAccountId: String(books.payInAccountId) }, token };
    const lines = (await api.call(getStatement, statement)).value().content;
    expect(lines.map(({ reference }) => reference)).toContain('INV-20418 / Nov');
  });

  test('fits on a bank statement, and has only characters that banks accept', async () => {
    const refusalOf = async (reference: string) => {
      const refused = await payOut(1, { reference });
      return refused.status < 400 ? refused.status : refused.problem().errorMessage;
    };
    expect(await refusalOf('A'.repeat(18))).toBe(200);
    expect(await refusalOf('A'.repeat(19))).toBe('reference must have at most 18 characters');
    expect(await refusalOf('R\u00fcck')).toBe('reference contains a character that banks do not accept');
    expect(await refusalOf(' ')).toBe('reference is required');
    books = await openAccount(1000, 'EUR');
    expect(await refusalOf('A'.repeat(140))).toBe(200);
    expect((await payOut(1, { reference: 'A'.repeat(141) })).status).toBe(400);
  });

  test('is part of the body: another one with the same key is 422', async () => {
    const key = crypto.randomUUID();
    const first = await payOut(1, { key, reference: 'INV-1' });
    expect((await payOut(1, { key, reference: 'INV-1' })).text).toBe(first.text);
    expect((await payOut(1, { key, reference: 'INV-2' })).status).toBe(422);
    expect((await payOut(1, { key })).status).toBe(422);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 900 });
  });
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});
