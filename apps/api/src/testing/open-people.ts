import type { Database } from '#database/database.ts';
import { openTestDatabase } from './open-test-database.ts';
import { seedPeople } from './seed-people.ts';

/** A fresh database that holds the people and merchants of `seed-people.ts` and nothing else. */
export async function openPeople(): Promise<Database> {
  const database = await openTestDatabase('empty');
  await seedPeople(database);
  return database;
}
