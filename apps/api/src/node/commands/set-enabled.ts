import { setAdminEnabled } from '#node/administrators/set-admin-enabled.ts';
import { setMerchantEnabled } from '#merchants/set-merchant-enabled.ts';
import { MerchantReason } from '@volume/contract/merchants/stopping.ts';
import * as z from 'zod/mini';
import { runCommand, say, withServices } from './run-command.ts';

/** `npm run admin -- disable` and `npm run admin -- enable`. */
export function runSetEnabled(enabled: boolean): Promise<void> {
  const call = `npm run admin -- ${enabled ? 'enable' : 'disable'}`;
  const command = {
    call,
    help: `${call} --merchant ID [--reason TEXT] | --admin ada@example.com

${enabled ? whatEnableDoes : whatDisableDoes}

  --merchant ID     the merchant's id, or its company name
  --reason TEXT     why, for administrators of the platform; at most 500 characters
  --admin ADDRESS   the address the administrator signs in with`,
    options: { merchant: { type: 'string' }, reason: { type: 'string' }, admin: { type: 'string' } },
  } as const;
  return runCommand(command, async ({ merchant, reason, admin }) => {
    if ((merchant === undefined) === (admin === undefined)) {
      throw new Error(`Name one merchant or one administrator: ${call} --help. Nothing was changed.`);
    }
    if (reason !== undefined && (merchant === undefined || !z.safeParse(MerchantReason, reason).success)) {
      throw new Error('--reason is for a merchant, with at most 500 characters. Nothing was changed.');
    }
    await withServices(async (services) => {
      const one =
        merchant === undefined
          ? await setAdminEnabled(services, { email: admin ?? '', enabled, by: call })
          : await setMerchantEnabled(services, {
              merchant,
              enabled,
              by: call,
              ...(reason !== undefined && { reason: reason.trim() }),
            });
      const who = 'email' in one ? one.email : `${one.companyName} (merchant ${one.merchantId})`;
      const is = enabled ? 'enabled' : 'disabled';
      say(one.hasChanged ? `${who} is ${is} now.` : `${who} is ${is} already. Nothing was changed.`);
    });
  });
}

const whatEnableDoes =
  'Enables a merchant or an administrator who was disabled. Users sign in again; ended sessions and links from mails stay ended.';

const whatDisableDoes = `Disables a merchant: its users are signed out and cannot sign in, its application keys are refused, its payment links take no
payment, its payout schedules and orders that no provider has taken are not sent out. Money that has left or arrived is booked.

Disables an administrator: their sessions end immediately. Two who can change anything remain:
"npm run admin -- disable-admin --leave-one" is for an emergency.`;
