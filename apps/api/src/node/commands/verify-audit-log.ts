import { createVault } from '#core/secrets/vault.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { describeAuditLog, verifyAuditLog } from '#audit-log/verify-audit-log.ts';
import { openDatabase, readCommandSettings, requireSchema, runCommand, say } from './run-command.ts';

const command = {
  call: 'npm run admin -- verify-audit-log',
  help: `npm run admin -- verify-audit-log [--head MAC …]

Finds every row of the audit log that was changed, removed or added by hand, and prints the last head of its chain. It changes
nothing, and ends with exit code 1 when something is not as it was recorded, or could not be checked.

  --head MAC   a head that was stored outside the database; may be given several times`,
  options: { head: { type: 'string', multiple: true } },
} as const;

await runCommand(command, async ({ head }) => {
  const settings = readCommandSettings();
  const { dataDir, secretsKey } = settings;
  const database = await openDatabase(settings);
  try {
    await requireSchema(database);
    const report = await verifyAuditLog(database, createVault(secretsKey ?? readOwnSecretsKey(dataDir)), head);
    say(describeAuditLog(report).join('\n'));
    if (report.broken.length + report.unchecked.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
