import { erasePersonalData, findPersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAuditLog } from '#audit-log/verify-audit-log.ts';
import type { Database } from '#database/database.ts';
import { addAdministrator, asAdministrator } from '#testing/administrators.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { keptWhenErased } from './person-tables.ts';
import { readPersonTables } from './person.ts';

const [email, name] = ['edith.orr@harbour.example', 'Edith Orr'];
let database: Database;
let app: TestApp;
let merchantId: string;
beforeAll(async () => {
  database = await openTestDatabase('sample');
  app = createTestApp(database);
  const [user] = await database.query<{ merchantId: string }>(
    `UPDATE accounts SET email = $1, name = $2 WHERE user_account_id = (SELECT user_account_id FROM accounts
       WHERE 'MERCHANT_EDITOR' = ANY(roles) AND is_enabled LIMIT 1) RETURNING merchant_id AS "merchantId"`,
    [email, name],
  );
  merchantId = user?.merchantId ?? '';
  await addAdministrator(app, 'auditor');
  await app.linkAuditLog();
});
afterAll(() => database.close());

const values: Record<string, string> = {
  text: `'Name: ' || $1`,
  'text[]': `ARRAY['x', $1]`,
  jsonb: `jsonb_build_object('payer', $1::text, 'amount', 5)`,
};

/** Writes the text into one row of every column that accepts it, and returns the columns. */
async function plant(text: string): Promise<string[]> {
  const planted: string[] = [];
  for (const { table, texts, key, isOfMerchants } of await readPersonTables(database)) {
    const keys = key.map((column) => column.name);
    const where = isOfMerchants ? `WHERE merchant_id = '${merchantId}'` : '';
    for (const column of texts.filter((each) => !keys.includes(each.name))) {
      const changed = await database
        .query(
          `UPDATE ${table} SET ${column.name} = ${values[column.type]}
            WHERE (${keys.join(', ')}) IN (SELECT ${keys.join(', ')} FROM ${table} ${where} LIMIT 1) RETURNING 1`,
          [text],
        )
        // Columns of codes have checks, and history has triggers that refuse a change.
        .catch(() => []);
      if (changed.length > 0) planted.push(`${table}.${column.name}`);
    }
  }
  return planted;
}

/** Every column with the text, of any table and of any type. */
async function search(): Promise<string[]> {
  const columns = await database.query<{ table: string; name: string }>(
    `SELECT c.table_name AS "table", c.column_name AS name FROM information_schema.columns AS c
     JOIN pg_tables AS t ON t.schemaname = 'public' AND t.tablename = c.table_name
     WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'jsonb', 'ARRAY', 'character varying') ORDER BY 1, 2`,
  );
  const found: string[] = [];
  for (const column of columns) {
    const rows = await database.query(
      `SELECT 1 FROM ${column.table} WHERE lower(${column.name}::text) LIKE ANY(ARRAY['%' || $1 || '%', '%' || lower($2) || '%']) LIMIT 1`,
      [email, name],
    );
    if (rows.length > 0) found.push(`${column.table}.${column.name}`);
  }
  return found;
}

test('erasing reaches every column of every table, except those that the dry run names as kept', async () => {
  const planted = [...new Set([...(await plant(email)), ...(await plant(name))])];
  expect(planted.length).toBeGreaterThan(60);
  // Payments are found by the payer's address only, which has an index.
  await database.query('UPDATE payments SET payer_email = $1 WHERE merchant_id = $2', [email, merchantId]);
  const by = await asAdministrator(app, 'auditor');
  const { records } = (await app.call(findPersonalData, { ...by, body: { email } })).value();
  expect((await app.call(erasePersonalData, { ...by, body: { email, reason: 'Asked by letter' } })).status).toBe(204);
  await app.runDueWork();
  app.pass({ minutes: 2 });
  await app.runDueWork();
  const left = await search();
  const isKept = (place: string) => {
    const [table = '', column = ''] = place.split('.');
    const rule = keptWhenErased[table];
    return rule !== undefined && (rule.columns?.includes(column) ?? true);
  };
  expect(left.filter((place) => !isKept(place))).toEqual([]);
  expect(left.length).toBeGreaterThan(10);
  const kept = new Set(records.filter(({ outcome }) => outcome === 'KEPT').map(({ kind }) => kind));
  expect([...new Set(left.map((place) => place.split('.')[0]))].filter((table) => !kept.has(table ?? ''))).toEqual([]);
  await app.linkAuditLog();
  expect(await verifyAuditLog(database, app.services.vault)).toMatchObject({ broken: [] });
});
