import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setInstitutions } from '@volume/contract/institutions/institutions.ts';
import type { Application, Merchant } from '@volume/contract/merchants/merchants.ts';
import { useRef } from 'react';
import { toast } from '#design/overlay/toast.ts';
import { merchantQuery, readMerchantAgain, selectApplication } from '#platform/merchant-query.ts';
import { call } from '#platform/provider-api.ts';
import { keepWritten } from '#platform/queries/query-keys.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';

interface Ends {
  onSaved: () => void;
  onChanged: (now: Application) => void;
}

/** Saves an application's institutions and updates the cached merchant with the response. */
export function useInstitutionsWrite(base: Application, { onSaved, onChanged }: Ends) {
  const queryClient = useQueryClient();
  const { merchantId, applicationId } = base;
  const ifMatch = useIfMatch(base.institutionsVersion);
  const refetch = async () =>
    onChanged(selectApplication(await readMerchantAgain(queryClient, merchantId), applicationId));
  const { queryKey } = merchantQuery(merchantId);
  // A ref, because a second press can come before the next render.
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationFn: (institutions: string[]) => {
      const params = { merchantId, applicationId };
      return refetchOnConflict(
        call(setInstitutions, { params, body: { institutions }, applicationId, ifMatch }),
        refetch,
      );
    },
    onSuccess: async (saved: Application | undefined) => {
      // The response may be empty; then the merchant is refetched (contract §9 Shapes).
      if (saved === undefined) await readMerchantAgain(queryClient, merchantId);
      else keepWritten(queryClient, queryKey, (merchant) => merchant && withApplication(merchant, saved));
      onSaved();
      toast.good('Institutions saved', 'Payers will see the change from their next payment.');
    },
    onSettled: () => void (isRunning.current = false),
  });
  return {
    isBusy: mutation.isPending,
    refusal: mutation.error === null ? undefined : describeRefusal(mutation.error),
    save: (institutions: string[]) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(institutions);
    },
    forget: mutation.reset,
  };
}

function withApplication(merchant: Merchant, saved: Application): Merchant {
  const applications = merchant.applications.map((each) => (each.applicationId === saved.applicationId ? saved : each));
  return { ...merchant, applications };
}
