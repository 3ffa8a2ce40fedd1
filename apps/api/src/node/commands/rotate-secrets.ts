import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '#database/connect.ts';
import type { Database } from '#database/database.ts';
import { baseline } from '#database/migrations/migrations.ts';
import { sql } from '#database/sql.ts';
import { sealStored } from '#core/secrets/seal-stored.ts';
import { createVault } from '#core/secrets/vault.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { rotateTokenKey } from '#session/tokens/access-token.ts';
import { readSettings } from '#settings.ts';
import { rotateWebhookKey } from '#webhooks/signing/signing-key.ts';

/**
 * `npm run rotate-secrets`: seals every stored secret anew under the newest version of SECRETS_KEY. With `--token-key` access tokens get a new
 * key (`--end-sessions`: at once, everybody signs in again), with `--webhook-key` webhooks do (`--overlap HOURS`, 24 unless said). May be stopped
 * and run again beside running instances; ends with 1 when a secret does not open.
 */
const hour = 3_600_000;
const root = resolve(fileURLToPath(import.meta.url), '../../../../../..');
const say = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: {
    'token-key': { type: 'boolean', default: false },
    'end-sessions': { type: 'boolean', default: false },
    'webhook-key': { type: 'boolean', default: false },
    overlap: { type: 'string', default: '24' },
  },
});

async function rotate(): Promise<void> {
  const overlap = Number(values.overlap);
  if (!/^\d{1,4}$/.test(values.overlap))
    throw new Error('--overlap must be whole hours, such as 24. Nothing was changed.');
  const { directUrl: databaseUrl, dataDir, secretsKey } = readSettings();
  const folder = resolve(root, dataDir);
  const vault = createVault(secretsKey ?? readOwnSecretsKey(folder));
  const database = await connect({ databaseUrl, dataDir: folder });
  try {
    await requireSchema(database);
    const { sealed, failed } = await sealStored(database, vault, 'all');
    const count = Object.values(sealed).reduce((sum, rows) => sum + rows, 0);
    say(`${count} secrets were sealed anew under version ${vault.newest} of SECRETS_KEY.`);
    for (const row of failed) say(`  ${row} does not open with any version of SECRETS_KEY; it stands as it was.`);
    if (failed.length > 0) process.exitCode = 1;
    const holder = { database, vault, clock: { now: () => new Date() } };
    if (values['token-key']) await rotateTokens(holder);
    if (values['webhook-key']) {
      const keyId = await rotateWebhookKey(holder, overlap * hour);
      say(
        `Webhooks: key ${keyId} is published now, signs in ${overlap} hours; the former goes ${overlap} hours later.`,
      );
    }
  } finally {
    await database.close();
  }
}

async function requireSchema({ query }: Database): Promise<void> {
  const ran = await query(sql`SELECT FROM migrations WHERE name = ${baseline.name}`).catch(() => []);
  if (ran.length === 0)
    throw new Error('This version has not started on this database yet. Start it once, then rotate.');
}

async function rotateTokens(holder: Parameters<typeof rotateTokenKey>[0]): Promise<void> {
  const endSessions = values['end-sessions'];
  const keyId = await rotateTokenKey(holder, { endSessions });
  say(
    endSessions
      ? `Access tokens: key ${keyId} signs now; within half a minute everybody has to sign in again.`
      : `Access tokens: key ${keyId} signs in a minute; tokens of the former stay valid until they expire.`,
  );
}

await rotate().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
