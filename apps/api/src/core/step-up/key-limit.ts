import { sayMajor } from '@volume/contract/money.ts';
import { Problem } from '#core/problem.ts';
import type { AppSettings } from '#core/services.ts';
import type { ApplicationKey } from '#core/tenant.ts';

type Settings = Pick<AppSettings, 'stepUpAbove'>;

export const keyLimitReached = 'KEY_LIMIT';

/** Minor units of either currency that a key may move within 24 hours without a person, and so at once (contract §11). */
export const limitOfKey = ({ moneyLimit }: ApplicationKey, { stepUpAbove }: Settings): number =>
  moneyLimit ?? stepUpAbove;

/** Whether what a caller moves counts by itself: a key that may move more than people without a proof must not use up their sum. */
export const isCountedApart = (key: ApplicationKey | undefined, settings: Settings): boolean =>
  key !== undefined && limitOfKey(key, settings) > settings.stepUpAbove;

/** Refuses an amount (minor units) above what a key may move at all with 403 KEY_LIMIT (contract §11). */
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
