import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Documents } from '#core/files.ts';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const documents: Documents = { make: async (_, read) => ({ name: (await read()).name, pdf: new Uint8Array() }) };

let database: Database;
/** Two instances on one database. */
let app: TestApp;
let other: TestApp;
let email: string;
let people = 0;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { documents });
  other = createTestApp(database, { documents });
  const account = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId: 1 };
  await seedAccount(app.services, { ...account, currency: 'GBP' });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
beforeEach(() => {
  email = `zoe-${++people}@payer.example`;
  // Resets the hourly rate limits for every test.
  pass({ hours: 1 });
});
afterAll(() => database.close());

function pass(time: { seconds?: number; hours?: number }): void {
  app.pass(time);
  other.pass(time);
}
const post = (served: TestApp, path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  served.app.request(path, { method: 'POST', headers, body: new URLSearchParams(form) });
const ask = (path: string, typed = email, headers: Record<string, string> = {}, served = app) =>
  post(served, path, { email: typed }, headers);
const read = async (path: string) => (await app.app.request(path)).text();

/** Approves a payment at the bank; returns the path of its outcome. */
async function approve(amount = 12.5, reference = 'SPRING17'): Promise<string> {
  const paymentRequest = { currency: 'GBP' as const, amount, reference };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const token = await signInAs(app, 'operator');
  const body = { applicationId: ids.harbourShop, paymentRequest };
  const { paymentIntentId } = (await app.call(createPaymentLink, { token, body, headers })).value();
  const link = `/sandbox/pay/${paymentIntentId}`;
  const bank = (await post(app, link, { institutionId: 'natwest' })).headers.get('location') ?? '';
  await post(app, bank, { decision: 'APPROVE', name: 'Zoë Kovács' });
  return `${link}/${bank.split('/').at(-1)}`;
}
async function pay(...of: Parameters<typeof approve>): Promise<string> {
  const outcome = await approve(...of);
  await wait(10);
  return outcome;
}
async function wait(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    pass({ seconds: 1 });
    await Promise.all([app.runDueWork(), other.runDueWork()]);
  }
}
const paymentOf = (outcome: string) => outcome.split('/').at(-1) ?? '';

test('mails the payer the receipt once, in the language of the page, and does not log the address', async () => {
  const outcome = await pay();
  const page = await read(outcome);
  expect(page).toContain('Email the receipt to');
  // Reloading would discard an address while it is being typed.
  expect(page).not.toContain('http-equiv="refresh"');
  const german = { 'accept-language': 'de' };
  for (const typed of [email, ` ${email.toUpperCase()} `]) {
    const asked = await ask(outcome, typed, german);
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${outcome}?email=asked`]);
    await wait(3);
  }
  expect(await read(`${outcome}?email=asked`)).toContain('We’ll email the receipt.');
  const [mail, ...more] = await mailsTo(app, email);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Beleg für Ihre Zahlung von 12,50\s£$/);
  expect(mail?.text).toContain('„\u2068Harbour & Bloom\u2069“ gezahlt');
  expect(mail?.text).toContain(`http://localhost${outcome}?lang=de\n`);
  expect(mail?.text).toContain('Referenz: \u2068SPRING17\u2069\n');
  const noted = await database.query('SELECT actor, subject, detail FROM activity WHERE action = $1', [
    'RECEIPT_EMAILED',
  ]);
  expect(noted).toEqual([{ actor: 'Receipts', subject: paymentOf(outcome), detail: null }]);
});

test('page and mail have the reference by which the shop finds the payment', async () => {
  const reference = 'WREATH48211';
  const outcome = await pay(12.5, reference);
  expect(await read(outcome)).toContain(`<dd class="mono">${reference}</dd>`);
  await ask(outcome);
  await wait(3);
  expect((await mailsTo(app, email))[0]?.text).toContain(`Reference: \u2068${reference}\u2069\n`);
  const token = await signInAs(app, 'viewer');
  const found = (await app.call(listPayIns, { token, query: 'globalSearch=wreath48211' })).value().content;
  expect(found.map(({ paymentId }) => paymentId)).toEqual([paymentOf(outcome)]);
});

test('twelve concurrent requests at two instances mail one receipt for each of three payments', async () => {
  const outcomes = [await pay(), await pay(), await pay()];
  const instances = [app, other, app, other];
  const asked = await Promise.all(
    outcomes.flatMap((outcome) => instances.map(async (served) => (await ask(outcome, email, {}, served)).status)),
  );
  expect(asked).toEqual(Array(12).fill(303));
  await Promise.all([app.runDueWork(), other.runDueWork(), app.runDueWork(), other.runDueWork()]);
  expect(await mailsTo(app, email)).toHaveLength(3);
});

test('a job that is retried after a crash mails nothing again', async () => {
  const outcome = await pay();
  await ask(outcome);
  const [work] = await database.query<{ work: string }>(
    `SELECT row_to_json(due_work)::text AS work FROM due_work WHERE kind = 'RECEIPT_MAIL'`,
  );
  await wait(1);
  await database.query('INSERT INTO due_work SELECT * FROM json_populate_record(NULL::due_work, $1::json)', [
    work?.work ?? '',
  ]);
  await wait(2);
  expect(await mailsTo(app, email)).toHaveLength(1);
});

test('mails the receipt of a held payment when it is released, and none when it is returned', async () => {
  const [released, returned] = [await pay(), await pay()];
  const hold = (outcome: string, state: string) =>
    database.query('UPDATE payments SET hold = $1::hold_state WHERE payment_id = $2', [state, paymentOf(outcome)]);
  await hold(released, 'HELD');
  await hold(returned, 'HELD');
  for (const outcome of [released, returned]) expect((await ask(outcome)).status).toBe(303);
  await wait(10);
  expect(await mailsTo(app, email)).toEqual([]);
  await hold(released, 'RELEASED');
  await hold(returned, 'RETURNED');
  await wait(40);
  const mails = await mailsTo(app, email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(released);
  expect(await read(returned)).not.toContain('Email the receipt');
});

test('mails each refund once to the recipient of the receipt, and to no one else', async () => {
  const [asked, silent] = [await pay(), await pay()];
  await ask(asked);
  await wait(1);
  const token = await signInAs(app, 'editor');
  for (const outcome of [asked, silent]) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const params = { paymentId: paymentOf(outcome) };
    const started = await app.call(startRefund, { token, params, headers, body: { refundPaymentAmount: 4.5 } });
    expect(started.status).toBe(201);
  }
  await wait(60);
  const [mail, ...more] = await mailsTo(app, email);
  expect(more).toHaveLength(1);
  expect(mail?.subject).toBe('Your refund of £4.50');
  expect(mail?.text).toContain('“\u2068Harbour & Bloom\u2069” has refunded £4.50 of the £12.50 you paid');
  const noted = await database.query(`SELECT subject FROM activity WHERE detail LIKE 'Refund %'`);
  expect(noted).toEqual([{ subject: paymentOf(asked) }]);
});

test('an invalid email address is reported at the field, stays in it, and is escaped', async () => {
  const outcome = await pay();
  const refused = await ask(outcome, '"><b>zoe');
  expect(refused.status).toBe(400);
  const text = await refused.text();
  expect(text).toContain('Enter an email address such as name@example.com.');
  expect(text).toContain('value="&quot;&gt;&lt;b&gt;zoe"');
  expect(text).toContain('aria-invalid="true"');
});

test('accepts five requests a day for one payment, for any addresses', async () => {
  const outcome = await pay();
  for (let time = 0; time < 5; time++) expect((await ask(outcome, `${time}-${email}`)).status).toBe(303);
  expect((await ask(outcome)).status).toBe(429);
});

test('mails ten receipts a day to one address, and gives no indication that the eleventh is not sent', async () => {
  for (let time = 0; time < 11; time++) expect((await ask(await pay())).status).toBe(303);
  await wait(1);
  expect(await mailsTo(app, email)).toHaveLength(10);
});

test('mails nothing for a payment that was not made, or not with this link', async () => {
  const failed = await pay(24.13);
  const asked = await ask(failed);
  expect([asked.status, asked.headers.get('location')]).toEqual([303, failed]);
  const [one, two] = [await pay(), await pay()];
  const foreign = `${one.slice(0, one.lastIndexOf('/'))}/${paymentOf(two)}`;
  expect((await ask(foreign)).status).toBe(404);
  await wait(2);
  expect(await mailsTo(app, email)).toEqual([]);
});

test('a refund is mailed in the language of the receipt, and its link opens the page in that language', async () => {
  const outcome = await pay();
  await ask(outcome, email, { 'accept-language': 'pl' });
  await wait(1);
  const token = await signInAs(app, 'editor');
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const params = { paymentId: paymentOf(outcome) };
  await app.call(startRefund, { token, params, headers, body: { refundPaymentAmount: 4.5 } });
  await wait(60);
  const told = (await mailsTo(app, email)).find(({ text }) => text.includes('4,50'));
  expect(told?.subject).toMatch(/^Zwrot /);
  const address = /http:\/\/localhost(\S+)/.exec(told?.text ?? '')?.[1] ?? '';
  // A browser without a language preference, like one on another device.
  expect(await read(address)).toContain('<html lang="pl"');
});
