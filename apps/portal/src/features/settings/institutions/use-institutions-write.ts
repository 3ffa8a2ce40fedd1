import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setInstitutions } from '@volume/contract/institutions.ts';
import type { Application, Merchant } from '@volume/contract/merchants.ts';
import { useRef } from 'react';
import { toast } from '#design/overlay/toast.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { refusalWords } from '#platform/writes/refusal-words.ts';
import { call } from '#platform/provider-api.ts';

/** Saves an application's institutions; the merchant as it is known follows the answer. */
export function useInstitutionsWrite(
  { merchantId, applicationId }: Pick<Application, 'merchantId' | 'applicationId'>,
  onSaved: () => void,
) {
  const queryClient = useQueryClient();
  const { queryKey } = merchantQuery(merchantId);
  // Read within one press, before any drawing.
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationFn: (institutions: string[]) =>
      call(setInstitutions, { params: { merchantId, applicationId }, body: { institutions }, applicationId }),
    onSuccess: async (saved: Application | undefined) => {
      await queryClient.cancelQueries({ queryKey });
      // An answer may be empty: then it is read again (contract §9 Shapes).
      if (saved === undefined) await queryClient.refetchQueries({ queryKey });
      else queryClient.setQueryData<Merchant>(queryKey, (merchant) => merchant && withApplication(merchant, saved));
      onSaved();
      toast.good('Institutions saved', 'Payers see them from their next payment on.');
    },
    onSettled: () => void (isRunning.current = false),
  });
  return {
    isBusy: mutation.isPending,
    refusal: mutation.error === null ? undefined : refusalWords(mutation.error),
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
