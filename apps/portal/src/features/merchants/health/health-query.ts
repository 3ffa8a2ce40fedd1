import { queryOptions } from '@tanstack/react-query';
import { getMerchantHealth, listMerchantHealth, type MerchantHealth } from '@volume/contract/merchants/health.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';

export type HealthById = ReadonlyMap<string, MerchantHealth>;

export const healthKeys = keysOf('merchant-health');

/** The health of all merchants; loaded separately, because the list does not wait for it. */
export function healthListQuery() {
  return queryOptions({
    queryKey: healthKeys.all,
    queryFn: async ({ signal }): Promise<HealthById> => {
      const healths = await call(listMerchantHealth, { signal });
      return new Map(healths.map((health) => [health.merchantId, health]));
    },
    staleTime: 60_000,
  });
}

export function healthQuery(merchantId: string) {
  return queryOptions({
    queryKey: healthKeys.of(merchantId),
    queryFn: ({ signal }) => call(getMerchantHealth, { params: { merchantId }, signal }),
    staleTime: 60_000,
  });
}
