import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { keysToPayments } from './keys-to-payments.ts';
import { migrations } from './migrations.ts';

const tables = ['payment_notes', 'payment_reviews', 'receipt_mails'];
let database: Database;
beforeAll(async () => void (database = await openTestDatabase('sample')), 180_000);
afterAll(() => database.close());

const insertAll = (payment: string) => `
  INSERT INTO payment_notes (merchant_id, payment_id, note_id, text, written_by, written_by_id, written_at)
    SELECT merchant_id, ${payment}, gen_random_uuid(), 'A note', 'a@b.example', gen_random_uuid(), now() FROM forty;
  INSERT INTO payment_reviews (merchant_id, payment_id, status, hold, reviewed_by, reviewed_at)
    SELECT merchant_id, ${payment}, 'FAILED', 'NONE', 'a@b.example', now() FROM forty ON CONFLICT DO NOTHING;
  INSERT INTO receipt_mails (merchant_id, payment_id, email, language, page_url, asked_at)
    SELECT merchant_id, ${payment}, 'a@b.example', 'en', '', now() FROM forty;`;
const counts = () =>
  Promise.all(
    tables.map(async (table) => {
      const [row] = await database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
      return row?.count ?? 0;
    }),
  );

test('rows of a payment are kept by the migration, rows without one are deleted, and no more can be written', async () => {
  for (const table of tables) await database.run(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_payment`);
  await database.query('DELETE FROM migrations WHERE name = $1', [keysToPayments.name]);
  await database.run('CREATE TABLE forty AS SELECT merchant_id, payment_id FROM payments LIMIT 40');
  await database.run(insertAll('payment_id'));
  const kept = await counts();
  expect(kept.every((count) => count >= 40)).toBe(true);
  await database.run(insertAll('gen_random_uuid()'));
  expect(await counts()).toEqual(kept.map((count) => count + 40));
  expect(await migrate(database, migrations)).toEqual([keysToPayments.name]);
  expect(await counts()).toEqual(kept);
  const [one = ''] = insertAll('gen_random_uuid()').split(';');
  await expect(database.run(one)).rejects.toThrow('payment_notes_payment');
  const invalid = await database.query(`SELECT conname FROM pg_constraint WHERE contype = 'f' AND NOT convalidated`);
  expect(invalid).toEqual([]);
});

test('continues an interrupted migration', async () => {
  await database.query('DELETE FROM migrations WHERE name = $1', [keysToPayments.name]);
  expect(await migrate(database, migrations)).toEqual([keysToPayments.name]);
});
