import { sayMajor } from '@volume/contract/money/money.ts';
import { Problem } from '#core/problem.ts';
import type { AppSettings } from '#core/services.ts';
import type { ApiKey } from '#core/tenant.ts';

type Settings = Pick<AppSettings, 'stepUpAbove'>;

export const apiKeyLimitReached = 'KEY_LIMIT';

/** Minor units of either currency that a key can move within 24 hours without a user's confirmation (contract §11). */
export const limitOfApiKey = ({ moneyLimit }: ApiKey, { stepUpAbove }: Settings): number => moneyLimit ?? stepUpAbove;

/** Whether a key's money is counted separately, so that a high limit does not use up the users' limit. */
export const isCountedApart = (key: ApiKey | undefined, settings: Settings): boolean =>
  key !== undefined && limitOfApiKey(key, settings) > settings.stepUpAbove;

/** Throws 403 KEY_LIMIT for an amount (minor units) above the key's limit (contract §11). */
export function refuseAboveApiKeyLimit(key: ApiKey, settings: Settings, amount: number): void {
  if (amount > limitOfApiKey(key, settings)) throw aboveApiKeyLimit(key, settings);
}

export function aboveApiKeyLimit(key: ApiKey, settings: Settings): Problem {
  const limit = sayMajor(limitOfApiKey(key, settings));
  const rule = isCountedApart(key, settings)
    ? `This key may move ${limit} within 24 hours in each currency.`
    : `This key may move ${limit} within 24 hours in each currency, and what people moved without confirming it counts as well.`;
  return new Problem(403, `${rule} No money was moved. Its limit is set in the portal, under Settings, Security.`, {
    statusName: apiKeyLimitReached,
  });
}
