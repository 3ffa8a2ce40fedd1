import { sayMajor } from '@volume/contract/money/money.ts';
import { Problem } from '#core/problem.ts';
import type { AppSettings } from '#core/services.ts';
import type { ApplicationKey } from '#core/tenant.ts';

type Settings = Pick<AppSettings, 'stepUpAbove'>;

export const keyLimitReached = 'KEY_LIMIT';

/** Minor units of either currency that a key can move within 24 hours without a user's confirmation (contract §11). */
export const limitOfKey = ({ moneyLimit }: ApplicationKey, { stepUpAbove }: Settings): number =>
  moneyLimit ?? stepUpAbove;

/** Whether a key's money is counted separately, so that a high limit does not use up the users' limit. */
export const isCountedApart = (key: ApplicationKey | undefined, settings: Settings): boolean =>
  key !== undefined && limitOfKey(key, settings) > settings.stepUpAbove;

/** Throws 403 KEY_LIMIT for an amount (minor units) above the key's limit (contract §11). */
export function refuseAboveKeyLimit(key: ApplicationKey, settings: Settings, amount: number): void {
  if (amount > limitOfKey(key, settings)) throw aboveKeyLimit(key, settings);
}

export function aboveKeyLimit(key: ApplicationKey, settings: Settings): Problem {
  const limit = sayMajor(limitOfKey(key, settings));
  const rule = isCountedApart(key, settings)
    ? `This key may move ${limit} within 24 hours in each currency.`
    : `This key may move ${limit} within 24 hours in each currency, and what people moved without confirming it counts as well.`;
  return new Problem(403, `${rule} No money was moved. Its limit is set in the portal, under Settings, Security.`, {
    statusName: keyLimitReached,
  });
}
