import type { Database } from '#api/database/database.ts';
import { listMerchantTables } from '#api/database/distribution/distribute.ts';
import { listen } from '#api/node/listen.ts';
import { countTasks, type Recorded, recordStatements } from '#api/testing/statements/recorded-statements.ts';
import { createTestApp } from '#api/testing/test-app.ts';
import { readEditor } from '#proofs/client.ts';
import { planLoads } from '#proofs/bench/scale/loads.ts';

/**
 * Runs an instance in this process and records its statements. Returns the maximum number of shards that one statement
 * of each load queries, by load name.
 */
export async function countShards(database: Database, dataDir: string): Promise<Map<string, number>> {
  // This instance hashes passwords differently. All users of the sample data have the same password.
  const [sample] = await database.query<{ hash: string }>(
    `SELECT password_hash AS hash FROM accounts WHERE password_hash IS NOT NULL LIMIT 1`,
  );
  const change = (hash: string | undefined) =>
    database.query('UPDATE accounts SET password_hash = $1 WHERE password_hash IS NOT NULL', [hash ?? null]);
  await change(`plain:${readEditor(dataDir).password}`);
  const recorded = recordStatements(database);
  const test = createTestApp(recorded.database, { settings: { signInsPerMinute: 1_000 } });
  test.pass({ seconds: (Date.now() - test.services.clock.now().getTime()) / 1000 });
  const listening = await listen(test.app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
  try {
    const tables = await listMerchantTables(database);
    const ofMerchants = new RegExp(`\\b(${tables.join('|')})\\b`);
    const instance = { address: `http://127.0.0.1:${listening.port}` };
    const shards = new Map<string, number>();
    for (const load of await planLoads([instance], { database, dataDir, calls: 1 })) {
      // Warm up, so that lookups an instance does only once, such as an application's owner, are not counted.
      await load.once(1);
      recorded.statements.length = 0;
      await load.once(2);
      shards.set(load.name, await most(database, recorded.statements, ofMerchants));
    }
    return shards;
  } finally {
    await listening.stop(0);
    await change(sample?.hash);
  }
}

async function most(database: Database, statements: readonly Recorded[], ofMerchants: RegExp): Promise<number> {
  const counts: number[] = [];
  for (const statement of statements.filter(({ text }) => ofMerchants.test(text)))
    counts.push(await countTasks(database, statement));
  return Math.max(0, ...counts);
}
