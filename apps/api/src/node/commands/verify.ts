import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '#database/connect.ts';
import { createVault } from '#core/secrets/vault.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { createSmtpMailer } from '#node/smtp-mailer.ts';
import type { Finding } from '#node/verify/check-database.ts';
import { verify } from '#node/verify/verify.ts';
import { readSettings, type ServerSettings } from '#settings.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../../../..');
const marks = { fine: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

/** `npm run verify [-- --mail-to ada@example.com]`: one sentence for each thing it looked at; exit code 1 when one is a fault. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { 'mail-to': { type: 'string' } } });
  const settings = readSettings();
  const dataDir = resolve(root, settings.dataDir);
  const vault = createVault(settings.secretsKey ?? readOwnSecretsKey(dataDir));
  const database = await connect({ databaseUrl: settings.directUrl, dataDir, poolSize: 2 });
  try {
    const mailServer = settings.smtpUrl === undefined ? null : mailServerOf(settings.smtpUrl, settings);
    tell(await verify({ settings, database, vault, mailServer, mailTo: values['mail-to'] }));
  } finally {
    await database.close();
  }
}

function mailServerOf(url: string, { mailFrom, app }: ServerSettings) {
  const mailer = createSmtpMailer(url, { from: mailFrom, requireTls: !app.isLocal });
  const text = 'This mail was sent by npm run verify: mail of the Volume Merchant Portal arrives.';
  return {
    verify: () => mailer.verify(),
    send: (to: string) => mailer.send({ to, subject: 'Volume Merchant Portal: mail arrives', text }),
  };
}

function tell(findings: readonly Finding[]): void {
  for (const { level, sentence } of findings) process.stdout.write(`${marks[level]} ${sentence}\n`);
  const count = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  process.stdout.write(faults + warnings === 0 ? '\nClean.\n' : `\nFaults: ${faults}. Warnings: ${warnings}.\n`);
  if (faults > 0) process.exitCode = 1;
}

await run().catch((error: unknown) => {
  process.stderr.write(`${marks.fault} ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
