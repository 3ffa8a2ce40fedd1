import { connect } from '#database/connect.ts';
import { prepareDatabase } from '#node/prepare-database.ts';
import { readCommandSettings, runCommand, say } from './run-command.ts';

const command = {
  call: 'npm run migrate --',
  help: `npm run migrate

Brings the schema of DATABASE_URL, or of the stopped server's DATA_DIR, up to date and ends. Every start does the same first; run this
before it where migrations are a step of their own. Running instances go on working.`,
  options: {},
} as const;

await runCommand(command, async () => {
  const { directUrl: databaseUrl, dataDir, app } = readCommandSettings();
  const database = await connect({ databaseUrl, dataDir });
  try {
    const ran = await prepareDatabase(database, app);
    for (const name of ran) say(`  ${name}`);
    say(ran.length === 0 ? 'The database is up to date: no migration ran.' : `${ran.length} migrations ran.`);
  } finally {
    await database.close();
  }
});
