import { parseArgs } from 'node:util';
import { connect } from '#database/connect.ts';
import { distribute } from '#database/distribution/distribute.ts';
import { migrate } from '#database/migrate.ts';
import { readSettings } from '#settings.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run distribute -- --shards 32`: spreads the tables of merchants of DATABASE_URL over the workers of its Citus cluster. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { shards: { type: 'string', default: '32' } } });
  const shards = Number(values.shards);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
    throw new Error(`--shards is a whole number from 1 to 1,024, not ${values.shards}. Nothing was changed.`);
  const { directUrl: databaseUrl } = readSettings();
  if (databaseUrl === undefined)
    throw new Error('Set DATABASE_URL to the coordinator of a Citus cluster: the embedded database is one file.');
  const database = await connect({ databaseUrl });
  try {
    await migrate(database);
    const spread = await distribute(database, { shards });
    for (const table of spread) say(`  ${table}`);
    say(
      spread.length === 0
        ? 'Every table of merchants was spread already.'
        : `${spread.length} tables were spread by merchant over ${shards} shards.`,
    );
  } finally {
    await database.close();
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
