import type { Database } from '#api/database/database.ts';
import { migrate } from '#api/database/migrate.ts';
import { createVault } from '#api/core/secrets/vault.ts';
import { testSecretsKey } from '#api/testing/secrets-key.ts';
import { writeSampleWorld } from '#api/sample-data/write-sample-world.ts';

/** What one payment takes with its story, bookings, events, search and all indexes. */
async function sayPlace({ query }: Database, payments: number): Promise<string> {
  const [place] = await query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
  const bytes = place?.bytes ?? 0;
  return `${(bytes / 1e6).toFixed(0)} MB on disk, ${Math.round(bytes / payments).toLocaleString('en-GB')} bytes a payment`;
}

/** Fills the database unless it holds a world of that size, and answers what the world is relative to. */
export async function fillWorld(database: Database, payments: number): Promise<Date> {
  await migrate(database);
  const [world] = await database.query<{ relative_to: Date; payments: number }>(
    'SELECT relative_to, payments FROM sample_worlds',
  );
  if (world?.payments === payments) return world.relative_to;
  if (world !== undefined)
    throw new Error(`The database holds a world of ${world.payments} payments: give an empty one.`);
  const now = new Date();
  const start = performance.now();
  const onProgress = (line: string) =>
    console.error(`  ${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  await writeSampleWorld(database, {
    seed: 'volume',
    now,
    payments,
    hashPassword: async (password) => `plain:${password}`,
    seal: createVault(testSecretsKey).seal,
    onProgress,
  });
  console.log(`written in ${((performance.now() - start) / 1000).toFixed(1)} s, ${await sayPlace(database, payments)}`);
  return now;
}
