import { readFileSync } from 'node:fs';
import type { Database } from '#database/database.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';

const dump = new URL('landed-database.sql', import.meta.url);

/** A filled database as the last build before the baseline left it, not migrated yet. */
export async function openLandedDatabase(): Promise<Database> {
  const database = await openTestDatabase('bare');
  await database.transaction((queries) => queries.run(readFileSync(dump, 'utf8')));
  return database;
}
