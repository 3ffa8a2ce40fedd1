import { listenForChanges } from '@volume/contract/changes.ts';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { signOut } from '@volume/contract/session/session.ts';
import { disableUser, updateUser } from '@volume/contract/users/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostStreams } from '#core/changes/seats.ts';
import { carryByNotifications } from '#database/changes/carrier.ts';
import type { Database } from '#database/database.ts';
import { fileException } from '#ledger/file-exception.ts';
import { writeContext } from '#core/write-context.ts';
import type { Books } from '#ledger/transfer.ts';
import { listenTo } from '#testing/changes/listen-to.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { accountIdOf, ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let api: TestApp;
let books: Books;
let strangersBooks: Books;
const harbour = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const stranger = { merchantId: ids.stranger, applicationId: ids.strangerShop };

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 1000 } });
  books = await seedAccount(api.services, { ...harbour, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' });
  strangersBooks = await seedAccount(api.services, {
    ...stranger,
    payInAccountId: 2,
    currency: 'GBP',
    provider: 'OPTIMUS',
  });
});
afterAll(async () => {
  await api.services.changes?.stop();
  await database.close();
});

const pay = (at = api) => seedPayment(at.services, { books, applicationId: ids.harbourShop, amount: 100 });
const payStranger = () =>
  seedPayment(api.services, { books: strangersBooks, applicationId: ids.strangerShop, amount: 100 });
const raiseException = () =>
  api.services.database.transaction((queries) =>
    fileException(queries, writeContext(api.services), {
      merchantId: ids.harbour,
      kind: 'STATUS_DIFFERS',
      objectKind: 'PAYMENT',
      objectId: ids.nobody,
      payInAccountId: null,
      provider: null,
      currency: null,
      ourStatus: 'FAILED',
      ourAmount: null,
      providerStatus: 'SETTLED',
      providerAmount: null,
      providerWords: null,
    }),
  );

test('subscribers receive within a second which kind of object changed for which merchant, and nothing more', async () => {
  const stream = await listenTo(api, await signInAs(api, 'viewer'));
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  const begun = performance.now();
  await pay();
  expect(await stream.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  expect(performance.now() - begun).toBeLessThan(1_000);
  await stream.leave();
});

test('users receive no changes of another merchant or of objects their role cannot read; both kinds of administrator receive all', async () => {
  const viewer = await listenTo(api, await signInAs(api, 'viewer'));
  const other = await listenTo(api, await signInAs(api, 'stranger'));
  const administrators = [
    await listenTo(api, await signInAs(api, 'admin')),
    await listenTo(api, await signInAs(api, 'reader')),
  ];
  await raiseException();
  for (const each of administrators)
    expect(await each.next()).toEqual([{ merchantId: ids.harbour, kinds: ['exceptions'] }]);
  const token = await signInAs(api, 'operator');
  const paymentRequest = { amount: 5, currency: 'GBP', reference: 'LIVE' };
  const words = { customerIntentDescription: 'Live', merchantIntentDescription: null, merchantPaymentId: null };
  const body = { applicationId: ids.harbourShop, ...words, paymentRequest };
  const link = await api.call(createPaymentLink, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  expect(link.status).toBe(200);
  for (const each of administrators)
    expect(await each.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payment-intents'] }]);
  // The first change that these two can receive: nothing was sent before it.
  await payStranger();
  expect(await other.next()).toEqual([{ merchantId: ids.stranger, kinds: ['payments'] }]);
  await pay();
  expect(await viewer.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  for (const each of [viewer, other, ...administrators]) await each.leave();
});

test('sends a change immediately and later ones one second later in a single message', async () => {
  const stream = await listenTo(api, await signInAs(api, 'viewer'));
  await pay();
  await stream.next();
  const begun = performance.now();
  await api.services.database.transaction(async ({ announce }) => {
    for (let times = 0; times < 100; times += 1) announce?.({ kind: 'payments', merchantId: ids.harbour });
    announce?.({ kind: 'notices', merchantId: ids.harbour });
  });
  expect(await stream.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments', 'notices'] }]);
  expect(performance.now() - begun).toBeGreaterThan(500);
  await stream.leave();
});

test('sends nothing about a transaction that is rolled back', async () => {
  const stream = await listenTo(api, await signInAs(api, 'viewer'));
  const undone = api.services.database.transaction(async ({ announce }) => {
    announce?.({ kind: 'notices', merchantId: ids.harbour });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await pay();
  expect(await stream.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  await stream.leave();
});

test('a stream ends with its session: signed out, disabled, role changed or expired', async () => {
  const signedOut = await signInAs(api, 'operator');
  const streams = [
    await listenTo(api, signedOut),
    await listenTo(api, await signInAs(api, 'operator')),
    await listenTo(api, await signInAs(api, 'viewer')),
  ];
  const kept = await listenTo(api, await signInAs(api, 'editor'));
  await api.call(signOut, { token: signedOut });
  const token = await signInAs(api, 'merchantadmin');
  const params = { merchantId: ids.harbour, userId: accountIdOf('operator') };
  const body = { roles: ['MERCHANT_VIEWER'] };
  const changes = [
    await api.call(updateUser, { token, params, body, headers: await proved(api, token) }),
    await api.call(disableUser, { token, params: { userId: accountIdOf('viewer') } }),
  ];
  expect(changes.map(({ status }) => status)).toEqual([200, 200]);
  expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual(['ended', 'ended', 'ended']);
  await pay();
  expect(await kept.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  api.pass({ minutes: 61 });
  expect(await kept.next()).toBe('ended');
});

test('a user can have six streams, and closing one makes room', async () => {
  const token = await signInAs(api, 'stranger');
  const held = [];
  for (let nth = 0; nth < mostStreams.person; nth += 1) held.push(await listenTo(api, token));
  const refused = await api.call(listenForChanges, { token });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  await held[0]?.leave();
  const again = await listenTo(api, token);
  for (const each of [again, ...held]) await each.leave();
});

test('a server that stops ends its streams and accepts no new ones', async () => {
  const own = createTestApp(database);
  const token = await signInAs(own, 'editor');
  const stream = await listenTo(own, token);
  own.services.changes?.endStreams();
  expect(await stream.next()).toBe('ended');
  const late = await own.call(listenForChanges, { token });
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
  await own.services.changes?.stop();
});

test('open streams are counted, subscribing is not recorded in the audit log, and a deployment without push does not claim to have it', async () => {
  const before = await database.query('SELECT 1 FROM activity');
  const stream = await listenTo(api, await signInAs(api, 'admin'));
  const metrics = await (await api.app.request('/metrics')).text();
  expect(metrics).toMatch(/^open_streams 1$/m);
  await stream.leave();
  const signedIn = await database.query(`SELECT 1 FROM activity WHERE action = 'SIGNED_IN'`);
  expect((await database.query(`SELECT 1 FROM activity WHERE action <> 'SIGNED_IN'`)).length).toBe(
    before.length + 1 - signedIn.length,
  );
  expect((await api.call(listCapabilities)).value()).toContain('GET changes');
  const silent = createTestApp(database, { parts: { changes: null } });
  expect((await silent.call(listCapabilities)).value()).not.toContain('GET changes');
  expect((await silent.call(listenForChanges, { token: await signInAs(silent, 'editor') })).status).toBe(404);
});

const server = process.env['TEST_DATABASE_URL'] ?? '';

test.skipIf(server === '')('a change at one instance reaches subscribers of another within a second', async () => {
  const [own] = await database.query<{ name: string }>('SELECT current_database() AS name');
  const url = Object.assign(new URL(server), { pathname: `/${own?.name}` }).href;
  const open = () => createTestApp(database, { live: { carry: (hear) => carryByNotifications(url, hear) } });
  const [here, there] = [open(), open()];
  const stream = await listenTo(there, await signInAs(there, 'editor'));
  // Both are connected once a change has arrived there.
  await pay(here);
  expect(await stream.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  const later = await listenTo(there, await signInAs(there, 'editor'));
  const begun = performance.now();
  await pay(here);
  expect(await later.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(await stream.next()).toEqual([{ merchantId: ids.harbour, kinds: ['payments'] }]);
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
  );
  // Changes may have been missed in the meantime, so everything is reported as changed.
  expect(await stream.next()).toMatchObject([
    { merchantId: ids.harbour, kinds: ['payments', 'payment-intents', 'approvals', 'notices'] },
  ]);
  await Promise.all([here.services.changes?.stop(), there.services.changes?.stop()]);
});
