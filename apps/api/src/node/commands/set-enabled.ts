import { setAdminEnabled } from '#node/administrators/set-admin-enabled.ts';
import { setMerchantEnabled } from '#merchants/set-merchant-enabled.ts';
import { runCommand, say, withServices } from './run-command.ts';

/** `npm run disable` and `npm run enable` differ in the first argument. */
const enabled = process.argv.splice(2, 1)[0] === 'enable';
const name = enabled ? 'enable' : 'disable';
const by = `npm run ${name}`;
const help = enabled
  ? `npm run enable -- --merchant ID | --admin ada@example.com

Enables a merchant or an administrator who was disabled. Users sign in again; ended sessions and links from mails stay ended.`
  : `npm run disable -- --merchant ID | --admin ada@example.com

Disables a merchant: its users are signed out and cannot sign in, its application keys are refused, its payment links take no
payment, its payout schedules and orders that no provider has taken are not sent out. Money that has left or arrived is booked.

Disables an administrator: their sessions end immediately. The last one who can change anything cannot be disabled.`;

const command = {
  name,
  help: `${help}

  --merchant ID     the merchant's id, or its company name
  --admin ADDRESS   the address the administrator signs in with`,
  options: { merchant: { type: 'string' }, admin: { type: 'string' } },
} as const;

await runCommand(command, async ({ merchant, admin }) => {
  if ((merchant === undefined) === (admin === undefined)) {
    throw new Error(`Name one merchant or one administrator: npm run ${name} -- --help. Nothing was changed.`);
  }
  await withServices(async (services) => {
    const one =
      merchant === undefined
        ? await setAdminEnabled(services, { email: admin ?? '', enabled, by })
        : await setMerchantEnabled(services, { merchant, enabled, by });
    const who = 'email' in one ? one.email : `${one.companyName} (merchant ${one.merchantId})`;
    const is = enabled ? 'enabled' : 'disabled';
    say(one.hasChanged ? `${who} is ${is} now.` : `${who} is ${is} already. Nothing was changed.`);
  });
});
