import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { getApiKeySettings, type ApiKeySettings, type ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';

export const apiKeyTitles: Record<ApiKeySlot, string> = { PRIMARY: 'Primary key', SECONDARY: 'Secondary key' };

type AllSettings = ResponseOf<typeof getApiKeySettings>;

export const apiKeySettingsKeys = keysOf('api-key-settings');

/** The settings of an application's keys, and when each was last used. */
export const apiKeySettingsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: apiKeySettingsKeys.of(scope),
    queryFn: ({ signal }) => call(getApiKeySettings, { params: scope, signal, applicationId: scope.applicationId }),
  });

/** Null if there is no such key, undefined while loading. */
export const settingsOf = (all: AllSettings | undefined, key: ApiKeySlot): ApiKeySettings | null | undefined =>
  key === 'PRIMARY' ? all?.primaryKey : all?.secondaryKey;

/** An amount that applies in either currency. */
export const sumText = (minor: number): string => `${formatMoney(minor, 'GBP')} and ${formatMoney(minor, 'EUR')}`;

/** The amount that a key can move without a person; the `usual` limit is shared with the merchant's users. */
export function moneyText({ moneyLimit }: Pick<ApiKeySettings, 'moneyLimit'>, usual: number): string {
  if (moneyLimit === 0) return 'None';
  return moneyLimit === null
    ? `Up to ${sumText(usual)} in 24 hours, shared with your team`
    : `Up to ${sumText(moneyLimit)} in 24 hours`;
}
