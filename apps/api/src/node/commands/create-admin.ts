import { parseArgs } from 'node:util';
import { createAdmin } from '#node/administrators/create-admin.ts';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '#database/connect.ts';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { createVault, type Vault } from '#core/secrets/vault.ts';
import type { AppSettings, Clock, Mailer, Random } from '#core/services.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { createSmtpMailer } from '#node/smtp-mailer.ts';
import { readSettings, type ServerSettings } from '#settings.ts';

interface Opened {
  settings: ServerSettings;
  services: { database: Database; clock: Clock; random: Random; vault: Vault; settings: AppSettings };
  mailer: Mailer | null;
  say: (line: string) => void;
}

const root = resolve(fileURLToPath(import.meta.url), '../../../../../..');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs one command with the server's own settings, on its migrated database; a failure is one sentence and exit code 1. */
async function runCommand(work: (opened: Opened) => Promise<void>): Promise<void> {
  try {
    const settings = readSettings();
    const dataDir = resolve(root, settings.dataDir);
    const vault = createVault(settings.secretsKey ?? readOwnSecretsKey(dataDir));
    const database = await connect({ databaseUrl: settings.directUrl, dataDir });
    try {
      await migrate(database);
      const mailer =
        settings.smtpUrl === undefined
          ? null
          : createSmtpMailer(settings.smtpUrl, { from: settings.mailFrom, requireTls: !settings.app.isLocal });
      const services = { database, clock: { now: () => new Date() }, random, vault, settings: settings.app };
      await work({ settings, services, mailer, say });
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

const random: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  uuid: () => crypto.randomUUID(),
};

/** `npm run create-admin -- --email ada@example.com [--read]`: an administrator of the platform, who then sets a password by a link. */
await runCommand(async ({ settings, services, mailer, say }) => {
  const { values } = parseArgs({ options: { email: { type: 'string' }, read: { type: 'boolean', default: false } } });
  const { email, link } = await createAdmin(services, { email: values.email ?? '', mayOnlyRead: values.read });
  const words = `Choose a password for the Volume Merchant Portal within 7 days:`;
  const text = `Hello,\n\nAn administrator's account has been created for you. ${words}\n\n${link}`;
  const failure = await mailer?.send({ to: email, subject: 'Set your password', text }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (mailer && failure === null)
    return say(`${email} is an administrator now. The link to choose a password was sent there.`);
  if (mailer) say(`The link could not be mailed: ${failure}`);
  say(`${email} is an administrator now. ${words}\n\n  ${link}\n`);
  if (settings.app.isLocal === false)
    say('Whoever opens the link first chooses the password: hand it over in confidence.');
});
