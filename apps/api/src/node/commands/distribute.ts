import { distribute } from '#database/distribution/distribute.ts';
import { migrate } from '#database/migrate.ts';
import { openDatabase, readCommandSettings, runCommand, say } from './run-command.ts';

const command = {
  call: 'npm run admin -- distribute',
  help: `npm run admin -- distribute [--shards 32]

Spreads the tables of merchants of DATABASE_URL over the workers of its Citus cluster. What is spread already stays as it is.

  --shards NUMBER   from 1 to 1,024; 32 where nothing is given`,
  options: { shards: { type: 'string', default: '32' } },
} as const;

await runCommand(command, async (values) => {
  const shards = Number(values.shards);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
    throw new Error(`--shards is a whole number from 1 to 1,024, not ${values.shards}. Nothing was changed.`);
  const settings = readCommandSettings();
  if (settings.directUrl === undefined)
    throw new Error('Set DATABASE_URL to the coordinator of a Citus cluster: the embedded database is one file.');
  const database = await openDatabase(settings);
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
});
