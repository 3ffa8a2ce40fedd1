import type { Database } from '#database/database.ts';
import { openTestDatabase } from './open-test-database.ts';
import { seedPeople } from './seed-people.ts';

/** A fresh database with only the merchants and users of `seed-people.ts`. */
export async function openPeople(): Promise<Database> {
  const database = await openTestDatabase('empty');
  await seedPeople(database);
  return database;
}
