import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { getKeySettings, type KeySettings, type SecretKey } from '@volume/contract/api-keys/api-keys.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';

export const keyTitles: Record<SecretKey, string> = { PRIMARY: 'Primary key', SECONDARY: 'Secondary key' };

type AllSettings = ResponseOf<typeof getKeySettings>;

/** The settings of an application's keys, and when each was last used. */
export const keySettingsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['key-settings', scope],
    queryFn: ({ signal }) => call(getKeySettings, { params: scope, signal, applicationId: scope.applicationId }),
  });

/** Null if there is no such key, undefined while loading. */
export const settingsOf = (all: AllSettings | undefined, key: SecretKey): KeySettings | null | undefined =>
  key === 'PRIMARY' ? all?.primaryKey : all?.secondaryKey;

/** An amount that applies in either currency. */
export const sumText = (minor: number): string => `${formatMoney(minor, 'GBP')} and ${formatMoney(minor, 'EUR')}`;

/** The amount that a key can move without a person; the `usual` limit is shared with the merchant's users. */
export function moneyText({ moneyLimit }: Pick<KeySettings, 'moneyLimit'>, usual: number): string {
  if (moneyLimit === 0) return 'None';
  return moneyLimit === null
    ? `Up to ${sumText(usual)} in 24 hours, shared with your team`
    : `Up to ${sumText(moneyLimit)} in 24 hours`;
}
