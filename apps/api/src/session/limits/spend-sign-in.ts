import { foldEmailAddress } from '@volume/contract/email-address.ts';
import { addressKey } from '#core/limits/address-key.ts';
import type { Window } from '#core/limits/windows.ts';
import type { RequestFacts } from '#core/handler.ts';
import { secretHash } from '#core/secrets/secret-hash.ts';
import type { Services } from '#core/services.ts';
import type { Account } from '#session/account.ts';
import { signInLocked } from '#session/failed-sign-in.ts';
import { isKnownPlace, placeOf } from './known-place.ts';

/**
 * Counts a sign-in before its password is looked at, so that a thousand at once are no way round; `giveBack` when it was
 * right: only failures count. By address first, then by account, whether there is one or not. Where the account was signed
 * in from before counts for itself alone: nobody else's failures shut its owner out.
 */
export async function spendSignIn(
  { services, request }: { services: Services; request: RequestFacts },
  email: string,
  find: () => Promise<Account | null>,
): Promise<{ giveBack: () => Promise<void> }> {
  const { signInsPerMinute, failedSignInsPerAddress } = services.settings;
  const place = await placeOf({ services, request }, email);
  const ofAccount = {
    most: signInsPerMinute,
    seconds: 60,
    message: 'Too many sign-ins for this account. Please wait a moment.',
  };
  const windows: Window[] = (await isKnownPlace(services, place))
    ? [{ key: `sign-in:${place}`, ...ofAccount }]
    : [
        {
          key: `sign-in-from:${await secretHash(services, addressKey(request.address))}`,
          most: failedSignInsPerAddress,
          seconds: 3600,
          message: 'Too many wrong sign-ins from here. Please try again later.',
        },
        { key: `sign-in:${await secretHash(services, foldEmailAddress(email))}`, ...ofAccount },
      ];
  const spent: (() => Promise<void>)[] = [];
  for (const window of windows) {
    const giveBack = await services.windows.spend(window).catch((error: unknown) => {
      throw signInLocked(error, window.key, find);
    });
    spent.push(giveBack);
  }
  return {
    giveBack: async () => {
      for (const giveBack of spent) await giveBack();
    },
  };
}
