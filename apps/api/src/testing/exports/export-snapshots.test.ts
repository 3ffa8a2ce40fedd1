import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { CallerPatience } from '#http/turns/read-ahead.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp } from '#testing/test-app.ts';

/** Harbour has more rows than are read ahead of the caller; the stranger's file is read ahead completely. */
const rows = { harbour: 2_000, stranger: 3 } as const;
const server = process.env['TEST_DATABASE_URL'] ?? '';
let database: Database;

beforeAll(async () => {
  database = await openPeople();
  const at = createTestApp(database).services.clock.now();
  for (const merchant of ['harbour', 'stranger'] as const) {
    await database.query(
      sql`INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
        is_to_virtual_account, is_new_payment, is_payer_checked, reference)
      SELECT ${ids[merchant]}, gen_random_uuid(), ${ids[`${merchant}Shop`]}, ${at}, ${at}, 100, 'GBP', 'COMPLETED', 'VOLUME',
        false, false, false, ${'x'.repeat(4_000)} FROM generate_series(1, ${rows[merchant]}::integer)`,
    );
  }
});
afterAll(() => database.close());

/** Starts an export; `closed` resolves when its snapshot has ended. */
async function begin(name: TestPerson, callerPatience?: CallerPatience) {
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  const exportDatabase: Database = {
    ...database,
    openSnapshot: async (work) => {
      const snapshot = await database.openSnapshot(work);
      // On PGlite a cursor replaces the transaction.
      const { query } = snapshot.queries;
      return {
        ...snapshot,
        queries: {
          ...snapshot.queries,
          query: (statement, parameters) =>
            query<never>(statement, parameters).finally(
              () => typeof statement === 'object' && statement.text.startsWith('CLOSE') && close(),
            ),
        },
        close: () => snapshot.close().finally(close),
      };
    },
  };
  const app = createTestApp(database, { parts: { exportDatabase, ...(callerPatience && { callerPatience }) } });
  const headers = { authorization: `Bearer ${await signInAs(app, name)}` };
  const response = await app.app.request(`/sandbox/api/${exportPayIns.path}`, { headers });
  expect(response.status).toBe(200);
  return { response, closed };
}
const countRows = (text: string): number => text.trimEnd().split('\r\n').length - 1;

test('a small file ends its snapshot before the caller reads it', async () => {
  const { response, closed } = await begin('stranger');
  await closed;
  expect(countRows(await response.text())).toBe(rows.stranger);
});

test.each([
  ['stops reading', { once: 1, inAll: 300_000 }, 'took nothing for too long'],
  ['reads too slowly in all', { once: 300_000, inAll: 1 }, 'was too slow'],
])('a caller who %s loses the snapshot and gets an error instead of a truncated file', async (_, patience, message) => {
  const { response, closed } = await begin('viewer', patience);
  await closed;
  await expect(response.text()).rejects.toThrow(message);
});

test('a caller who disconnects ends the snapshot', async () => {
  const { response, closed } = await begin('viewer');
  await response.body?.cancel();
  await expect(closed).resolves.toBeUndefined();
});

test('an unread file does not block writes and does not contain them', async () => {
  const { response } = await begin('viewer');
  const changed = await database.query(
    sql`UPDATE payments SET reference = 'changed later' WHERE merchant_id = ${ids.harbour} RETURNING 1`,
  );
  expect(changed).toHaveLength(rows.harbour);
  const text = await response.text();
  expect(countRows(text)).toBe(rows.harbour);
  expect(text).not.toContain('changed later');
  await database.query(sql`UPDATE payments SET reference = ${'x'.repeat(4_000)} WHERE merchant_id = ${ids.harbour}`);
});

test.skipIf(server === '')('a file whose snapshot the server cancels ends with an error', async () => {
  const { response } = await begin('viewer');
  // A standby cancels a snapshot that blocks replication in the same way.
  await database.query(
    sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`,
  );
  await expect(response.text()).rejects.toThrow(/connection|terminat/i);
  const again = await begin('viewer');
  expect(countRows(await again.response.text()), 'the pool has replaced the connection').toBe(rows.harbour);
});
