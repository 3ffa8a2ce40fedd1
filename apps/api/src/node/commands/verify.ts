import { connect } from '#database/connect.ts';
import { createVault } from '#core/secrets/vault.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { createSmtpMailer } from '#node/smtp-mailer.ts';
import type { Finding } from '#node/verify/check-database.ts';
import { verify } from '#node/verify/verify.ts';
import type { ServerSettings } from '#settings.ts';
import { readCommandSettings, runCommand } from './run-command.ts';

const marks = { fine: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

const command = {
  call: 'npm run admin -- verify',
  help: `npm run admin -- verify [--mail-to ada@example.com]

Checks a deployment's settings, database, secrets, banks, mail, administrators and books, and prints a sentence for each. It changes
nothing, ends with "Clean." and ends with exit code 1 when something is a fault.

  --mail-to ADDRESS   also sends one email there`,
  options: { 'mail-to': { type: 'string' } },
} as const;

await runCommand(command, async ({ 'mail-to': mailTo }) => {
  const settings = readCommandSettings();
  const { dataDir } = settings;
  const vault = createVault(settings.secretsKey ?? readOwnSecretsKey(dataDir));
  const database = await connect({ databaseUrl: settings.directUrl, dataDir, poolSize: 2 });
  try {
    const mailServer = settings.smtpUrl === undefined ? null : mailServerOf(settings.smtpUrl, settings);
    printFindings(await verify({ settings, database, vault, mailServer, mailTo }));
  } finally {
    await database.close();
  }
});

function mailServerOf(url: string, { mailFrom, app }: ServerSettings) {
  const mailer = createSmtpMailer(url, { from: mailFrom, requireTls: !app.isLocal });
  const text = 'This mail was sent by npm run admin -- verify: mail of the Volume Merchant Portal arrives.';
  return {
    verify: () => mailer.verify(),
    send: (to: string) => mailer.send({ to, subject: 'Volume Merchant Portal: mail arrives', text }),
  };
}

function printFindings(findings: readonly Finding[]): void {
  for (const { level, sentence } of findings) process.stdout.write(`${marks[level]} ${sentence}\n`);
  const count = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  process.stdout.write(faults + warnings === 0 ? '\nClean.\n' : `\nFaults: ${faults}. Warnings: ${warnings}.\n`);
  if (faults > 0) process.exitCode = 1;
}
