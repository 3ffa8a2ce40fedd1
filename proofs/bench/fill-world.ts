import type { Database } from '#api/database/database.ts';
import { listMerchantTables } from '#api/database/distribution/distribute.ts';
import { migrate } from '#api/database/migrate.ts';
import { createVault } from '#api/core/secrets/vault.ts';
import { testSecretsKey } from '#api/testing/secrets-key.ts';
import { simulatedBanks, writeSimulatedBanks } from '#api/providers/simulated/banks.ts';
import { writeSampleWorld } from '#api/sample-data/write-sample-world.ts';

/**
 * The disk space of one payment with its history, ledger entries, events, search text and all indexes: the part on
 * workers and the part on the coordinator of a distributed database.
 */
async function sayPlace(database: Database, payments: number): Promise<string> {
  const tables = await listMerchantTables(database);
  const places = await database.query<{ name: string; bytes: number }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const add = (of: typeof places) => of.reduce((sum, { bytes }) => sum + bytes, 0);
  const each = (bytes: number) => Math.round(bytes / payments).toLocaleString('en-GB');
  const merchants = add(places.filter(({ name }) => tables.includes(name)));
  const all = add(places);
  return `${(all / 1e6).toFixed(0)} MB on disk; bytes a payment: ${each(merchants)} beside the merchant, ${each(all - merchants)} elsewhere`;
}

/**
 * Fills the database unless it already has sample data of this size; returns the date to which the sample data is
 * relative.
 */
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
  await writeSimulatedBanks(database);
  await writeSampleWorld(database, {
    banks: simulatedBanks,
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
