import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { getKeySettings, type KeySettings, type SecretKey } from '@volume/contract/secrets.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';

export const keyTitles: Record<SecretKey, string> = { PRIMARY: 'Primary key', SECONDARY: 'Secondary key' };

type AllSettings = ResponseOf<typeof getKeySettings>;

/** What each key of an application may do, and when it was last used. */
export const keySettingsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['key-settings', scope],
    queryFn: ({ signal }) => call(getKeySettings, { params: scope, signal, applicationId: scope.applicationId }),
  });

/** Null where there is no such key, undefined until it is known. */
export const settingsOf = (all: AllSettings | undefined, key: SecretKey): KeySettings | null | undefined =>
  key === 'PRIMARY' ? all?.primaryKey : all?.secondaryKey;

/** A sum that holds in either currency. */
export const sumText = (minor: number): string => `${formatMoney(minor, 'GBP')} and ${formatMoney(minor, 'EUR')}`;

/** What a key may move without a person; `usual` is shared with the merchant's people. */
export function moneyText({ moneyLimit }: Pick<KeySettings, 'moneyLimit'>, usual: number): string {
  if (moneyLimit === 0) return 'None';
  return moneyLimit === null
    ? `Up to ${sumText(usual)} in 24 hours, shared with your team`
    : `Up to ${sumText(moneyLimit)} in 24 hours`;
}
