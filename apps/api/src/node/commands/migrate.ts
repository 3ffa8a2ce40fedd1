import { grantUse } from '#database/grant-use.ts';
import { prepareDatabase } from '#node/prepare-database.ts';
import { openDatabase, readCommandSettings, runCommand, say } from './run-command.ts';

const command = {
  call: 'npm run migrate --',
  help: `npm run migrate [-- --grant-to ROLE]

Brings the schema of DATABASE_URL, or of the stopped server's DATA_DIR, up to date and ends. Every start does the same first, unless
MIGRATE=false; run this before it where migrations are a step of their own. Running instances go on working.

  --grant-to ROLE   the database role of the server, where it is not the owner of the tables: it can then read and write their rows`,
  options: { 'grant-to': { type: 'string' } },
} as const;

await runCommand(command, async ({ 'grant-to': role }) => {
  const settings = readCommandSettings();
  const database = await openDatabase(settings);
  try {
    const ran = await prepareDatabase(database, { ...settings, isMigrating: true });
    for (const name of ran) say(`  ${name}`);
    say(ran.length === 0 ? 'The database is up to date: no migration ran.' : `${ran.length} migrations ran.`);
    if (role === undefined) return;
    await grantUse(database, role);
    say(`The role ${role} can read and write the rows of all tables.`);
  } finally {
    await database.close();
  }
});
