import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '#database/database.ts';
import { auditRule, ruleNames } from '#ledger/audit.ts';
import { openDatabase, readCommandSettings, requireSchema, runCommand, say } from './run-command.ts';

const command = {
  call: 'npm run admin -- audit',
  help: `npm run admin -- audit

Reads the books of DATABASE_URL, or of the stopped server's DATA_DIR, and prints each rule. It changes nothing, and ends with exit
code 1 when a rule does not hold.`,
  options: {},
} as const;

await runCommand(command, async () => {
  const settings = readCommandSettings();
  const { directUrl, dataDir } = settings;
  if (directUrl === undefined && !existsSync(resolve(dataDir, 'database', 'PG_VERSION'))) {
    throw new Error(`There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR to the one to audit.`);
  }
  const database = await openDatabase(settings);
  try {
    await requireSchema(database);
    if (!(await auditAll(database))) process.exitCode = 1;
  } finally {
    await database.close();
  }
});

async function auditAll(database: Database): Promise<boolean> {
  let broken = 0;
  for (const rule of ruleNames) {
    const finding = await auditRule(database, rule);
    say(finding ? `✗ ${rule}: ${finding.count} rows do not` : `✓ ${rule}`);
    for (const { found: _, ...example } of finding?.examples ?? []) say(`    ${JSON.stringify(example)}`);
    if (finding) broken += 1;
  }
  const [size] = await database.query<{ transfers: number }>('SELECT count(*) AS transfers FROM ledger_transfers');
  const read = `${size?.transfers ?? 0} transfers read`;
  say(broken === 0 ? `The books hold: ${read}.` : `${broken} of ${ruleNames.length} rules do not hold: ${read}.`);
  return broken === 0;
}
