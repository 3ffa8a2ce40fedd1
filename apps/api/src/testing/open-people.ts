import { migrate } from '#database/migrate.ts';
import { openEmbeddedDatabase } from '#database/embedded-database.ts';
import type { Database } from '#database/database.ts';
import { seedPeople } from './seed-people.ts';

/** A fresh database that holds the people and merchants of `seed-people.ts` and nothing else. */
export async function openPeople(): Promise<Database> {
  const { database } = await openEmbeddedDatabase({ dataDir: 'memory://' });
  await migrate(database);
  await seedPeople(database);
  return database;
}
