import { queryOptions, useQuery } from '@tanstack/react-query';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { call } from '#platform/provider-api.ts';
import { merchantIdInCalls } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import { overviewKeys } from './shared-keys.ts';

/** An application's pay-ins. Administrators name the merchant; a merchant's token implies it. */
interface Owner {
  applicationId: string | undefined;
  merchantId: string | undefined;
}

/** Whether there was ever a pay-in: `totalElements` above 0. */
export function everPaidQuery(owner: Owner) {
  const query = { ...owner, page: 0, size: 1, sort: 'createdAt,desc', includeNewPayments: true } as const;
  return queryOptions({
    queryKey: overviewKeys.of('ever-paid', owner),
    queryFn: ({ signal }) => call(listPayIns, { query, signal, applicationId: owner.applicationId }),
  });
}

/** Whether the application was ever paid; undefined while that is unknown. */
export function useEverPaid(applicationId: string | undefined, isAsked = true): boolean | undefined {
  const merchantId = merchantIdInCalls(useSession());
  const { data } = useQuery({ ...everPaidQuery({ applicationId, merchantId }), enabled: isAsked });
  return data && data.totalElements > 0;
}
