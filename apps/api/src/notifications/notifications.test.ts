import {
  countUnreadNotifications,
  listNotifications,
  readNotifications,
} from '@volume/contract/notifications/notifications.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { writeContext } from '#core/write-context.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour };
let database: Database;
let api: TestApp;
const tokens: Partial<Record<TestPerson, string>> = {};

beforeAll(async () => {
  database = await openPeople();
  await database.query(`UPDATE accounts SET created_at = '2026-01-01'`);
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  for (const name of ['viewer', 'editor', 'reader', 'stranger'] as const) tokens[name] = await signInAs(api, name);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['notices', 'notice_reads']) await database.query(`DELETE FROM ${table}`);
});

type CallInput = Partial<Parameters<typeof recordNotification>[2]>;
const happen = (key: string, given: CallInput = {}, context = writeContext(api.services)) =>
  database.transaction((queries) =>
    recordNotification(queries, context, {
      ...params,
      applicationId: ids.harbourShop,
      kind: 'PAYMENT_HELD',
      objectId: ids.nobody,
      amount: 1_250,
      currency: 'GBP',
      key,
      ...given,
    }),
  );
async function happenIn(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await happen(key);
    api.pass({ seconds: 1 });
  }
}
const list = async (name: TestPerson, query = '') =>
  (await api.call(listNotifications, { params, token: tokens[name]!, query })).value();
const unread = async (name: TestPerson) =>
  (await api.call(countUnreadNotifications, { params, token: tokens[name]! })).value().count;
const read = (name: TestPerson, noticeId: string) =>
  api.call(readNotifications, { params, token: tokens[name]!, body: { noticeId } });

test('lists notifications newest first with their links, unread until they were read', async () => {
  await happenIn('a', 'b', 'c');
  const { content, totalElements } = await list('viewer', 'size=2');
  expect([content.length, totalElements, await unread('viewer')]).toEqual([2, 3, 3]);
  expect(content[0]).toMatchObject({ kind: 'PAYMENT_HELD', objectId: ids.nobody, amount: 1_250, isRead: false });
  expect(content[0]!.atUtc > content[1]!.atUtc).toBe(true);
});

test('lists only the kinds and the application that are asked for, however many others are newer', async () => {
  await happen('payout', { kind: 'PAYOUT_FAILED' });
  api.pass({ seconds: 1 });
  await happen('refund', { kind: 'REFUND_FAILED', applicationId: ids.harbourApp });
  for (let held = 0; held < 101; held++) await happen(`held ${held}`);
  const failed = 'kinds=PAYOUT_FAILED,REFUND_FAILED';
  const kinds = async (query: string) => (await list('viewer', query)).content.map(({ kind }) => kind);
  expect(await kinds(failed)).toEqual(['REFUND_FAILED', 'PAYOUT_FAILED']);
  expect(await kinds(`${failed}&applicationId=${ids.harbourShop}`)).toEqual(['PAYOUT_FAILED']);
  expect((await list('viewer', failed)).totalElements).toBe(2);
  // A filter shows nothing that the role may not see.
  expect(await kinds('kinds=WEBHOOKS_FAILING')).toEqual([]);
  const wrong = await api.call(listNotifications, { params, token: tokens['viewer']!, query: 'kinds=GOSSIP' });
  expect([wrong.status, wrong.problem().errorMessage]).toEqual([400, expect.stringContaining('kinds')]);
});

test('notifications are read per user, and reading an older one does not mark newer ones unread', async () => {
  await happenIn('a', 'b', 'c');
  const [newest, , oldest] = (await list('viewer')).content;
  expect((await read('viewer', newest!.noticeId)).status).toBe(204);
  await read('viewer', oldest!.noticeId);
  expect([await unread('viewer'), await unread('editor')]).toEqual([0, 3]);
  expect((await list('viewer')).content.every(({ isRead }) => isRead)).toBe(true);
  await happenIn('d');
  expect(await unread('viewer')).toBe(1);
});

test('a notification that is committed after a younger one was read is unread', async () => {
  const early = writeContext(api.services);
  const lateId = early.newId();
  api.pass({ seconds: 1 });
  await happenIn('a', 'b');
  await read('viewer', (await list('viewer')).content[0]!.noticeId);
  await happen('late', {}, { ...early, newId: () => lateId });
  expect((await list('viewer')).content.map(({ isRead }) => isRead)).toEqual([true, true, false]);
  expect(await unread('viewer')).toBe(1);
  await read('viewer', (await list('viewer')).content[0]!.noticeId);
  expect(await unread('viewer')).toBe(0);
  api.pass({ minutes: 2 });
  await happenIn('c');
  expect(await unread('viewer')).toBe(1);
  await read('viewer', (await list('viewer')).content[0]!.noticeId);
  api.pass({ minutes: 2 });
  expect((await list('viewer')).content.map(({ isRead }) => isRead)).toEqual([true, true, true, true]);
});

test.each([
  ['an id of no notice', 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ['another random id', 'c56a4180-65aa-42ec-a945-5fd21dec0538'],
])('returns 404 for %s, and later notifications stay unread', async (_, noticeId) => {
  await happenIn('a');
  expect((await read('viewer', noticeId)).status).toBe(404);
  expect(await unread('viewer')).toBe(1);
  await happenIn('b');
  expect(await unread('viewer')).toBe(2);
});

test('returns 404 for a notification that the caller cannot see', async () => {
  await happen('this hour', { kind: 'WEBHOOKS_FAILING', objectId: null });
  const [notification] = (await list('editor')).content;
  expect((await read('viewer', notification!.noticeId)).status).toBe(404);
  expect((await read('editor', notification!.noticeId)).status).toBe(204);
});

test('concurrent reports of the same event are one notification', async () => {
  const kind = { kind: 'WEBHOOKS_FAILING', objectId: null } as const;
  await Promise.all(Array.from({ length: 20 }, () => happen('this hour', kind)));
  expect((await list('editor')).content).toMatchObject([{ kind: 'WEBHOOKS_FAILING', count: 20 }]);
});

test('users who cannot see webhook deliveries get no notifications about them', async () => {
  await happen('this hour', { kind: 'WEBHOOKS_FAILING', objectId: null });
  expect([await unread('viewer'), await unread('editor')]).toEqual([0, 1]);
  expect((await list('viewer')).totalElements).toBe(0);
});

test('counts at most 100 unread notifications', async () => {
  await database.query(
    `INSERT INTO notices (merchant_id, notice_id, application_id, kind, notice_key, created_at)
     SELECT $1, gen_random_uuid(), $2, 'PAYOUT_FAILED', i::text, $3 FROM generate_series(1, 150) AS i`,
    [ids.harbour, ids.harbourShop, api.services.clock.now()],
  );
  expect(await unread('viewer')).toBe(100);
});

test('does not show notifications older than 90 days, or from before the account existed', async () => {
  await happen('old');
  await database.query(`UPDATE notices SET created_at = $1`, [
    new Date(api.services.clock.now().getTime() - 91 * 86_400_000),
  ]);
  expect([await unread('viewer'), (await list('viewer')).totalElements]).toEqual([0, 0]);
});

test('another merchant can see and mark nothing, and a platform administrator with read access can mark nothing', async () => {
  await happen('a');
  const [notification] = (await list('reader')).content;
  expect((await read('stranger', notification!.noticeId)).status).toBe(404);
  expect((await api.call(listNotifications, { params, token: tokens.stranger! })).status).toBe(404);
  expect((await read('reader', notification!.noticeId)).status).toBe(403);
  expect((await read('viewer', 'nonsense')).status).toBe(400);
});
