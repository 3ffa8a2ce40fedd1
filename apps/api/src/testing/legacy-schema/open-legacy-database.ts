import { readFileSync } from 'node:fs';
import type { Database } from '#database/database.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';

const dump = new URL('legacy-database.sql', import.meta.url);

/** A filled database from the last build before the baseline, not migrated yet. */
export async function openLegacyDatabase(): Promise<Database> {
  const database = await openTestDatabase('bare');
  await database.transaction((queries) => queries.run(readFileSync(dump, 'utf8')));
  return database;
}
