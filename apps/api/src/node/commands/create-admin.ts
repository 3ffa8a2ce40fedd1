import { createAdmin } from '#node/administrators/create-admin.ts';
import { handOver, runCommand, say, withServices } from './run-command.ts';

const command = {
  call: 'npm run admin -- create-admin',
  help: `npm run admin -- create-admin --email ada@example.com [--read]

Creates an administrator of the platform and mails a link to choose a password. The link is printed where it cannot be mailed.

  --email ADDRESS   the address the administrator signs in with
  --read            an administrator who reads everything and changes nothing`,
  options: { email: { type: 'string' }, read: { type: 'boolean', default: false } },
} as const;

await runCommand(command, ({ email: given = '', read }) =>
  withServices(async (services) => {
    const { email, link } = await createAdmin(services, { email: given, mayOnlyRead: read });
    say(`${email} is an administrator now.`);
    const why = 'An administrator’s account has been created for you.';
    await handOver({ email, link, why, mailer: services.mailer });
  }),
);
