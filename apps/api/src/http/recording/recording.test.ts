import { type Activity, listActivity, listPlatformActivity } from '@volume/contract/users/activity.ts';
import { exportPayIns, getPayIn, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { exportPayouts } from '@volume/contract/payouts/payouts.ts';
import { resetApiKey } from '@volume/contract/api-keys/api-keys.ts';
import { signIn, stepUp, verifyOtp } from '@volume/contract/session/session.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { createUser, disableUser } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, password } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, signInAs, wrongCodeFor } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetActivity } from '#testing/audit-log/forget-activity.ts';

const harbour = { merchantId: ids.harbour };
const shop = { ...harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  app = createTestApp(database);
  await database.query('DELETE FROM throttle_counters');
  await forgetActivity(database);
});

type Row = Pick<Activity, 'action' | 'actor' | 'actorKind' | 'subject' | 'detail' | 'ip'>;
/** The recorded rows of these kinds, oldest first: of Harbour & Bloom, or of the platform. */
async function recorded(of: 'harbour' | 'platform', actions: string): Promise<Row[]> {
  const token = await signInAs(app, 'reader');
  const given = { token, query: `size=100&action=${actions}` };
  const page =
    of === 'harbour'
      ? (await app.call(listActivity, { ...given, params: harbour })).value()
      : (await app.call(listPlatformActivity, given)).value();
  // Rows with the same time of the test clock have no order.
  const order = ({ atUtc, actor, subject, action }: Activity) => [atUtc, actor, subject, action].join(' ');
  return page.content.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}
const wrongly = (email: string, remoteAddress?: string) =>
  app.app.request(
    `/sandbox/api/${signIn.path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong' }),
    },
    remoteAddress === undefined ? {} : { remoteAddress },
  );

test("records a wrong password with its address, in the merchant's or the platform's log", async () => {
  expect((await wrongly(emailOf('viewer'), '203.0.113.7')).status).toBe(401);
  await wrongly(emailOf('admin'), '203.0.113.8');
  expect(await recorded('harbour', 'SIGN_IN_FAILED')).toEqual([
    expect.objectContaining({ actor: emailOf('viewer'), detail: 'Wrong password', ip: '203.0.113.7' }),
  ]);
  expect(await recorded('platform', 'SIGN_IN_FAILED')).toEqual([
    expect.objectContaining({ actor: emailOf('admin'), actorKind: 'ADMIN', detail: 'Wrong password' }),
  ]);
});

test('records a wrong code and the sign-in that follows', async () => {
  const otpRequestId = await beginSignIn(app, 'bytotp');
  const code = wrongCodeFor(await authenticatorCode(app));
  expect((await app.call(verifyOtp, { params: { otpRequestId }, body: { code } })).status).toBe(400);
  expect(await recorded('harbour', 'SIGN_IN_FAILED')).toEqual([
    expect.objectContaining({ actor: emailOf('bytotp'), detail: 'Wrong code' }),
  ]);
});

test('records a lockout once a minute, however often it is tried', async () => {
  app = createTestApp(database, { settings: { signInsPerMinute: 2 } });
  for (let index = 0; index < 6; index++) await wrongly(emailOf('viewer'));
  expect(await recorded('harbour', 'SIGN_IN_FAILED,SIGN_IN_LOCKED')).toMatchObject([
    { action: 'SIGN_IN_FAILED' },
    { action: 'SIGN_IN_FAILED' },
    { action: 'SIGN_IN_LOCKED', detail: 'Too many tries' },
  ]);
});

test('records failures of unknown accounts once per address and minute with their number, without the tried addresses', async () => {
  for (let index = 0; index < 5; index++) await wrongly(`made-up-${index}@else.example`, '203.0.113.7');
  await wrongly('made-up@else.example', '203.0.113.8');
  await app.linkAuditLog();
  expect(await recorded('platform', 'UNKNOWN_SIGN_INS')).toEqual([]);
  app.pass({ minutes: 1 });
  await app.linkAuditLog();
  const rows = await recorded('platform', 'UNKNOWN_SIGN_INS');
  expect(new Map(rows.map(({ ip, detail }) => [ip, detail]))).toEqual(
    new Map([
      ['203.0.113.7', '5 tries from 2026-11-21T09:05 UTC'],
      ['203.0.113.8', '1 try from 2026-11-21T09:05 UTC'],
    ]),
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('made-up');
});

test('a flood from many addresses writes at most a hundred and one rows a minute', async () => {
  // Ninety-nine addresses have tried in this minute.
  await database.query(
    `INSERT INTO unknown_sign_ins SELECT $1, '198.51.100.' || number, 1 FROM generate_series(1, 99) AS number`,
    [new Date(Date.UTC(2026, 10, 21, 9, 5))],
  );
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) await wrongly('made-up@else.example', address);
  app.pass({ minutes: 1 });
  await app.linkAuditLog();
  const [counted] = await database.query<{ rows: number; rest: string }>(
    `SELECT count(*) AS rows, max(detail) FILTER (WHERE ip IS NULL) AS rest FROM activity WHERE action = 'UNKNOWN_SIGN_INS'`,
  );
  expect(counted).toEqual({ rows: 101, rest: '2 tries from 2026-11-21T09:05 UTC, from further addresses' });
});

test('records a missing step-up for the call that needed it, and a wrong proof', async () => {
  const token = await signInAs(app, 'merchantadmin');
  for (let index = 0; index < 3; index++) {
    expect((await app.call(resetApiKey, { token, params: { ...shop, key: 'PRIMARY' } })).status).toBe(403);
  }
  expect((await app.call(stepUp, { token, body: { password: 'wrong' } })).status).toBe(400);
  expect(await recorded('harbour', 'STEP_UP_REQUIRED,STEP_UP_FAILED')).toMatchObject([
    { action: 'STEP_UP_FAILED', actor: emailOf('merchantadmin') },
    { action: 'STEP_UP_REQUIRED', subject: 'resetSecret', actor: emailOf('merchantadmin') },
  ]);
});

test('records a 403 once per minute and call for each user; a 404 is not recorded', async () => {
  const token = await signInAs(app, 'viewer');
  const body = { merchantId: ids.harbour, email: 'new@test.example', roles: ['MERCHANT_ADMIN'], name: 'New' };
  for (let index = 0; index < 3; index++) await app.call(createUser, { token, params: harbour, body });
  app.pass({ minutes: 1 });
  await app.call(createUser, { token, params: harbour, body });
  await app.call(getMerchant, { token, params: { merchantId: ids.stranger } });
  const reader = await signInAs(app, 'reader');
  await app.call(disableUser, { token: reader, params: { userId: ids.nobody } });
  expect(await recorded('harbour', 'ACCESS_REFUSED')).toMatchObject([
    { subject: 'createAccount', actor: emailOf('viewer'), detail: expect.stringContaining('Your role does not allow') },
    { subject: 'createAccount' },
  ]);
  expect(await recorded('platform', 'ACCESS_REFUSED')).toMatchObject([
    { subject: 'disableAccount', actor: emailOf('reader'), actorKind: 'ADMIN' },
  ]);
});

test('records an export with user, kind and filter', async () => {
  const token = await signInAs(app, 'viewer');
  await app.call(exportPayIns, { token, query: 'paymentStatuses=SETTLED&currencies=GBP' });
  await app.call(exportPayouts, { token, params: shop });
  const admin = await signInAs(app, 'admin');
  await app.call(exportPayIns, { token: admin });
  await app.call(exportPayIns, { token: admin, query: `merchantId=${ids.harbour}` });
  expect(await recorded('harbour', 'EXPORTED')).toMatchObject([
    { actor: emailOf('admin'), actorKind: 'ADMIN', subject: 'payments' },
    { actor: emailOf('viewer'), subject: 'outbound-payments', detail: null },
    { actor: emailOf('viewer'), subject: 'payments', detail: 'paymentStatuses: SETTLED; currencies: GBP' },
  ]);
  expect(await recorded('platform', 'EXPORTED')).toMatchObject([{ actor: emailOf('admin'), detail: null }]);
});

const payIns = (count: number) =>
  database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     SELECT $1, gen_random_uuid(), $2, $3, $3, 100, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, E'two\r\n"lines"'
     FROM generate_series(1, $4::integer)`,
    [ids.stranger, ids.strangerShop, app.services.clock.now(), count],
  );
const strangersEnds = () =>
  database.query(
    `SELECT actor, subject, detail, trace_id FROM activity WHERE action = 'EXPORT_ENDED' AND merchant_id = $1 ORDER BY detail`,
    [ids.stranger],
  );

test("records an export's number of rows before its last byte is sent, and the sent rows of an aborted one", async () => {
  await payIns(2_300);
  const token = await signInAs(app, 'stranger');
  const begin = () =>
    app.app.request(`/sandbox/api/${exportPayIns.path}`, { headers: { authorization: `Bearer ${token}` } });
  const response = await begin();
  expect(await strangersEnds()).toEqual([]);
  await response.text();
  const whole = { actor: emailOf('stranger'), subject: 'payments', detail: '2,300 rows' };
  expect(await strangersEnds()).toEqual([{ ...whole, trace_id: response.headers.get('x-trace-id') }]);

  const reader = (await begin()).body!.getReader();
  for (let chunk = 0; chunk < 2; chunk++) await reader.read();
  // A caller who disconnects is usually waiting for the next rows.
  const next = reader.read();
  await reader.cancel();
  await next;
  expect(await strangersEnds()).toMatchObject([
    whole,
    { detail: expect.stringMatching(/^Stopped after [\d,]+ rows$/) },
  ]);
  await database.query('DELETE FROM payments WHERE merchant_id = $1', [ids.stranger]);
});

test('an export whose end cannot be recorded is not sent to its end', async () => {
  await payIns(1);
  const token = await signInAs(app, 'stranger');
  const refusing = createTestApp({
    ...database,
    query: (statement, parameters) =>
      toStatement(statement, parameters).values.includes('EXPORT_ENDED')
        ? Promise.reject(new Error('No room'))
        : database.query(statement, parameters),
  });
  const response = await refusing.app.request(`/sandbox/api/${exportPayIns.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await expect(response.text()).rejects.toThrow('No room');
  await database.query('DELETE FROM payments WHERE merchant_id = $1', [ids.stranger]);
});

test("records an administrator's views of a merchant once per noun and hour, and logs the merchant of each call", async () => {
  const books = await seedAccount(app.services, { ...shop, payInAccountId: 91, currency: 'GBP' });
  const paymentId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 50_000 });
  const token = await signInAs(app, 'admin');
  app.logLines.length = 0;
  for (let index = 0; index < 3; index++) {
    await app.call(listPayIns, { token, query: `merchantId=${ids.harbour}&page=${index}` });
    await app.call(getPayIn, { token, params: { paymentId } });
  }
  await app.call(getMerchant, { token, params: harbour });
  const named = app.logLines.map((line) => (JSON.parse(line) as { merchantId?: string }).merchantId);
  expect(named).toEqual(Array.from({ length: 7 }, () => ids.harbour));
  await app.call(listPayIns, { token });
  app.pass({ minutes: 59 });
  await app.call(listPayIns, { token: await signInAs(app, 'admin'), query: `merchantId=${ids.harbour}` });
  const rows = await recorded('harbour', 'VIEWED');
  expect(rows.filter(({ actor }) => actor === emailOf('admin')).map(({ subject }) => subject)).toEqual([
    'merchant',
    'payments',
    'payments',
  ]);
  // The merchant's own users leave no such rows.
  const own = await signInAs(app, 'viewer');
  await app.call(listPayIns, { token: own });
  expect((await recorded('harbour', 'VIEWED')).filter(({ actor }) => actor === emailOf('viewer'))).toEqual([]);
});

test('the right password records no failure', async () => {
  await app.call(signIn, { body: { email: emailOf('viewer'), password } });
  expect(await recorded('harbour', 'SIGN_IN_FAILED,SIGN_IN_LOCKED')).toEqual([]);
});
