import { parseArgs } from 'node:util';
import { createAdmin } from '#node/administrators/create-admin.ts';
import { runCommand } from './run-command.ts';

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
