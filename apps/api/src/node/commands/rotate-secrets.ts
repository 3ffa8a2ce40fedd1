import { sealStored } from '#core/secrets/seal-stored.ts';
import { createVault } from '#core/secrets/vault.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { rotateTokenKey } from '#session/tokens/access-token.ts';
import { rotateWebhookKey } from '#webhooks/signing/signing-key.ts';
import { openDatabase, readCommandSettings, requireSchema, runCommand, say } from './run-command.ts';

const hour = 3_600_000;
const command = {
  call: 'npm run admin -- rotate-secrets',
  help: `npm run admin -- rotate-secrets [--token-key [--end-sessions]] [--webhook-key [--overlap 24]]

Seals every stored secret again under the newest version of SECRETS_KEY. It can be stopped and run again while instances run, and
ends with exit code 1 when a secret does not open.

  --token-key       access tokens get a new key; tokens of the old one stay valid until they expire
  --end-sessions    with --token-key: every user has to sign in again within half a minute
  --webhook-key     webhooks get a new key
  --overlap HOURS   with --webhook-key: the hours until the new key signs; 24 where nothing is given`,
  options: {
    'token-key': { type: 'boolean', default: false },
    'end-sessions': { type: 'boolean', default: false },
    'webhook-key': { type: 'boolean', default: false },
    overlap: { type: 'string' },
  },
} as const;

await runCommand(command, async (values) => {
  const { overlap: hours = '24' } = values;
  if (!/^\d{1,4}$/.test(hours)) throw new Error('--overlap must be whole hours, such as 24. Nothing was changed.');
  if (values['end-sessions'] && !values['token-key'])
    throw new Error('--end-sessions needs --token-key. Nothing was changed.');
  if (values.overlap !== undefined && !values['webhook-key'])
    throw new Error('--overlap needs --webhook-key. Nothing was changed.');
  const settings = readCommandSettings();
  const { dataDir, secretsKey } = settings;
  const vault = createVault(secretsKey ?? readOwnSecretsKey(dataDir));
  const database = await openDatabase(settings);
  try {
    await requireSchema(database);
    const { sealed, failed } = await sealStored(database, vault, 'all');
    const count = Object.values(sealed).reduce((sum, rows) => sum + rows, 0);
    say(`${count} secrets were sealed again under version ${vault.newest} of SECRETS_KEY.`);
    for (const row of failed) say(`  ${row} does not open with any version of SECRETS_KEY; it was left as it is.`);
    if (failed.length > 0) process.exitCode = 1;
    const holder = { database, vault, clock: { now: () => new Date() } };
    if (values['token-key']) await rotateTokens(holder, values['end-sessions']);
    if (values['webhook-key']) {
      const keyId = await rotateWebhookKey(holder, Number(hours) * hour);
      say(`Webhooks: key ${keyId} is published now, signs in ${hours} hours; the former goes ${hours} hours later.`);
    }
  } finally {
    await database.close();
  }
});

async function rotateTokens(holder: Parameters<typeof rotateTokenKey>[0], endSessions: boolean): Promise<void> {
  const keyId = await rotateTokenKey(holder, { endSessions });
  say(
    endSessions
      ? `Access tokens: key ${keyId} signs now; within half a minute everybody has to sign in again.`
      : `Access tokens: key ${keyId} signs in a minute; tokens of the former stay valid until they expire.`,
  );
}
