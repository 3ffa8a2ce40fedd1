import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '#database/connect.ts';
import { createVault } from '#core/secrets/vault.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { readSettings } from '#settings.ts';
import { describeTrail, verifyTrail } from '#trail/verify-trail.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../../../..');

/** `npm run verify-trail [-- --head <mac> …]`: prints what it found; exit code 1 when something is not as it was recorded. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { head: { type: 'string', multiple: true } } });
  const { directUrl: databaseUrl, dataDir: folder, secretsKey } = readSettings();
  const dataDir = resolve(root, folder);
  const database = await connect({ databaseUrl, dataDir });
  try {
    const report = await verifyTrail(database, createVault(secretsKey ?? readOwnSecretsKey(dataDir)), values.head);
    process.stdout.write(`${describeTrail(report).join('\n')}\n`);
    if (report.broken.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
