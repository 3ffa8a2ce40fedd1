import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { exportPayIns, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { totalPayIns } from '@volume/contract/bulk/picked-rows.ts';
import { listPaymentLinks } from '@volume/contract/payment-links/payment-links.ts';
import { makeSamplePayments } from '@volume/contract/payment-links/sample-payments.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { setMerchantEnabled } from '#merchants/set-merchant-enabled.ts';
import { audit } from '#ledger/audit.ts';
import { writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { createNaiveTwin } from '#testing/money/naive-twin.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  await writeSimulatedBanks(database);
  const { services } = createTestApp(database);
  await seedAccount(services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(services, { ...params, payInAccountId: 2, currency: 'EUR' });
});
afterAll(() => database.close());
beforeEach(async () => {
  await setMerchantEnabled(createTestApp(database).services, { merchant: ids.harbour, enabled: true, by: 'test' });
  await database.run('UPDATE payments SET is_sample = false; DELETE FROM due_work');
  app = createTestApp(database);
  token = await signInAs(app, 'operator');
});

const press = (by = token, on = app) => on.call(makeSamplePayments, { params, token: by });
const listed = async (query = '') =>
  (await app.call(listPayIns, { token, query: `size=100&applicationId=${ids.harbourShop}&${query}` })).value().content;
const countSamples = async () => (await app.call(totalPayIns, { token, query: 'sampleFilter=ONLY' })).value().count;

/** Lets the jobs run for this time, with the pauses between the payments. */
async function letPass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1.5) {
    await app.runDueWork();
    app.pass({ seconds: 1.5 });
  }
}

test('twenty payments are made like any others: most are settled, some fail or are held, and the books agree', async () => {
  expect((await press()).value()).toEqual({ payments: 20, isNew: true });
  expect(await countSamples()).toBe(0);
  await letPass(120);
  const made = await listed('sampleFilter=ONLY');
  expect(made.map(({ paymentStatus }) => paymentStatus).toSorted()).toEqual([
    ...Array<string>(4).fill('FAILED'),
    ...Array<string>(16).fill('SETTLED'),
  ]);
  for (const payment of made) {
    expect(payment.merchantPaymentId).toMatch(/^SAMPLE-[0-9A-F]{2}\d\d$/);
    expect(payment.statusTags).toContain('SAMPLE');
  }
  expect(new Set(made.map(({ merchantPaymentId }) => merchantPaymentId)).size).toBe(20);
  const tags = made.flatMap(({ statusTags }) => statusTags);
  expect(tags.filter((tag) => tag !== 'SAMPLE').toSorted()).toEqual(['RELEASED', 'RETURNED']);
  expect(made.filter(({ canStartRefund }) => canStartRefund)).toHaveLength(15);
  expect(await audit(database)).toEqual([]);
  // They are no links.
  expect((await app.call(listPaymentLinks, { token, query: 'showOnlyLinks=true' })).value().content).toEqual([]);
});

test('one filter hides them or shows nothing else: in the list, its total and its export', async () => {
  await press();
  await letPass(60);
  const [all, only, others] = [await listed(), await listed('sampleFilter=ONLY'), await listed('sampleFilter=HIDE')];
  expect(only.length).toBeGreaterThan(0);
  expect(only.length + others.length).toBe(all.length);
  expect(others.filter(({ statusTags }) => statusTags.includes('SAMPLE'))).toEqual([]);
  expect(await countSamples()).toBe(only.length);
  const file = await app.call(exportPayIns, { token, query: 'sampleFilter=ONLY' });
  const [, ...lines] = file.text.trim().split('\r\n');
  expect(lines).toHaveLength(only.length);
  expect(lines.filter((line) => !/,([A-Z]+ )?SAMPLE,/.test(line))).toEqual([]);
  const wrong = await app.call(listPayIns, { token, query: 'sampleFilter=SOME' });
  expect([wrong.status, wrong.problem().errorMessage]).toEqual([400, expect.stringContaining('sampleFilter')]);
});

test('a second press while they are made starts nothing; afterwards it makes twenty more, five times a day', async () => {
  expect((await press()).value().isNew).toBe(true);
  await letPass(5);
  expect((await press()).value()).toEqual({ payments: 20, isNew: false });
  for (let batch = 2; batch <= 5; batch++) {
    await letPass(45);
    expect((await press()).value().isNew).toBe(true);
  }
  expect((await press()).value().isNew).toBe(false);
  await letPass(45);
  expect(await countSamples()).toBe(100);
  const refused = await press();
  expect([refused.status, refused.problem().errorMessage]).toEqual([
    429,
    'Sample payments were made five times in 24 hours. Please try again later.',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  app.pass({ hours: 24 });
  token = await signInAs(app, 'operator');
  expect((await press()).value().isNew).toBe(true);
});

test('of eight concurrent calls one makes payments; without the job’s key several would', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => press()));
  expect(answers.filter((each) => each.value().isNew)).toHaveLength(1);
  const before = await countSamples();
  await letPass(45);
  expect((await countSamples()) - before).toBe(20);
  if (database.kind === 'pglite') return;
  const twin = await createNaiveTwin(database, 20);
  const once = crypto.randomUUID();
  await Promise.all(Array.from({ length: 8 }, () => twin.takeOnce(once, 20)));
  expect(await twin.taken()).toBeGreaterThan(20);
});

test('two instances that run the same job make each payment once', async () => {
  await press();
  const before = await countSamples();
  // As if the claim had expired while the process was still making payments.
  await database.query(
    `INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
     SELECT gen_random_uuid(), kind, merchant_id, object_id, payload, due_at FROM due_work`,
  );
  const other = createTestApp(database);
  for (let turn = 0; turn < 45; turn++) {
    await Promise.all([app.runDueWork(), other.runDueWork()]);
    for (const instance of [app, other]) instance.pass({ seconds: 1 });
  }
  expect((await countSamples()) - before).toBe(20);
});

test('a disabled merchant gets no more of them', async () => {
  await press();
  await letPass(5);
  await setMerchantEnabled(app.services, { merchant: ids.harbour, enabled: false, by: 'test' });
  const countAll = async () =>
    (await database.query<{ n: number }>('SELECT count(*)::integer AS n FROM payments WHERE is_sample'))[0]?.n;
  const made = await countAll();
  await letPass(60);
  expect(await countAll()).toBe(made);
  const admin = await signInAs(app, 'admin');
  expect((await press(admin)).problem().statusName).toBe('MERCHANT_DISABLED');
});

test('the call is only available in a Sandbox with simulated banks, and needs a virtual account and a bank', async () => {
  const name = 'POST merchants/{}/applications/{}/sample-payments';
  for (const settings of [{ isSandbox: false }, { provider: 'GATEWAY' }] as const) {
    const other = createTestApp(database, { settings });
    expect((await press(token, other)).status).toBe(404);
    expect((await other.call(listCapabilities)).value()).not.toContain(name);
  }
  expect((await app.call(listCapabilities)).value()).toContain(name);
  const off = (isOff: boolean) =>
    database.query(`UPDATE institutions SET switched_off_at = ${isOff ? 'now()' : 'NULL'}`);
  await off(true);
  expect((await press()).problem().statusName).toBe('NO_BANK');
  await off(false);
  await database.query('UPDATE payee_details SET is_virtual_account = false WHERE merchant_id = $1', [ids.harbour]);
  const refused = await press();
  expect([refused.status, refused.problem().errorMessage]).toEqual([
    422,
    'Sample payments need a virtual account, and this application has none.',
  ]);
});
