import { setAdminEnabled } from '#node/administrators/set-admin-enabled.ts';
import { runCommand, say, withServices } from './run-command.ts';

const call = 'npm run admin -- disable-admin';
const command = {
  call,
  help: `${call} --email ada@example.com [--leave-one]

Disables an administrator of the platform without a second administrator: their sessions end immediately, and the other
administrators receive a mail. Two administrators keep full access: the last but one is not disabled.

  --email ADDRESS   the address the administrator signs in with
  --leave-one       for an emergency: one administrator with full access is enough. The last one is never disabled`,
  options: { email: { type: 'string' }, 'leave-one': { type: 'boolean', default: false } },
} as const;

await runCommand(command, async ({ email, 'leave-one': mayLeaveOne }) => {
  if (email === undefined)
    throw new Error(`Name the administrator: ${call} --email ada@example.com. Nothing was changed.`);
  await withServices(async (services) => {
    const one = await setAdminEnabled(services, { email, enabled: false, by: call, mayLeaveOne });
    say(one.hasChanged ? `${one.email} is disabled now.` : `${one.email} is disabled already. Nothing was changed.`);
  });
});
