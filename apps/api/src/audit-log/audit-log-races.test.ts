import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { openLegacyDatabase } from '#testing/legacy-schema/open-legacy-database.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

// oxlint-disable-next-line node/no-process-env -- the test run says how much is wanted
const perWriter = process.env['TEST_COUNTS'] === 'full' ? 500 : 20;
const writers = 5;

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());

const caller = { kind: 'merchant', userAccountId: accountIdOf('viewer'), email: 'viewer@test.example' } as const;
const request = { address: '203.0.113.7', traceId: '0123456789abcdef', header: () => null };
const record = (queries: Pick<Database, 'query' | 'run'>, subject: string) =>
  recordActivity(
    queries,
    { caller, services: app.services, request },
    { merchantId: ids.harbour, action: 'LINK_CREATED', subject },
  );

test('many concurrent writers and several linking instances lose no entry and link none twice', async () => {
  let isWriting = true;
  const write = async (writer: number) => {
    for (let index = 0; index < perWriter; index++) {
      await database.transaction(async (queries) => {
        await record(queries, `link ${writer}-${index}`);
        await queries.query('SELECT count(*) FROM activity');
      });
    }
  };
  const link = async () => {
    while (isWriting) await app.linkAuditLog();
  };
  const linking = Promise.all([link(), link(), link()]);
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  isWriting = false;
  await linking;
  await app.linkAuditLog();
  const report = await verifyAuditLog(database, app.services.vault);
  expect(report).toMatchObject({ broken: [], entries: writers * perWriter, waiting: [] });
});

test('a row that commits after a later one was linked is linked by the next batch, and delays no other', async () => {
  // PGlite has one connection: an open transaction would block all others.
  if (database.kind === 'pglite') return;
  let commit = () => {};
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const late = database.transaction(async (queries) => {
    await record(queries, 'late');
    begun();
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await isBegun;
  await record(database, 'early');
  expect(await app.linkAuditLog()).toBe(1);
  commit();
  await late;
  expect(await app.linkAuditLog()).toBe(1);
  expect((await verifyAuditLog(database, app.services.vault)).broken).toEqual([]);
});

test('entries of the previous build, linked, waiting, or written alongside the new build, form one valid chain', async () => {
  const old = await openLegacyDatabase();
  const insert = (subject: string) =>
    old.query(
      `INSERT INTO activity (merchant_id, activity_id, at, actor, actor_id, actor_kind, action, subject, detail, ip, user_agent, trace_id)
       VALUES ($1, gen_random_uuid(), now(), 'a@b.example', NULL, 'MERCHANT', 'SIGNED_IN', $2, NULL, NULL, NULL, NULL)`,
      [ids.harbour, subject],
    );
  for (let index = 0; index < 250; index++) await insert(`before ${index}`);
  await migrate(old);
  await insert('beside');
  const upgraded = createTestApp(old);
  // One was linked by the previous build, one has waited since.
  expect(await upgraded.linkAuditLog()).toBe(252);
  const report = await verifyAuditLog(old, upgraded.services.vault);
  expect(report).toMatchObject({ broken: [], entries: 253, batches: 3, waiting: [] });
  await old.close();
}, 120_000);
