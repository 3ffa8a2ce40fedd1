import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application, Merchant } from '@volume/contract/merchants.ts';
import { setExternalPaymentEmail, setExternalPaymentWebhook } from '@volume/contract/notifications.ts';
import { useRef } from 'react';
import { merchantQuery } from '#platform/merchant-query.ts';
import { refusalWords } from '#platform/writes/refusal-words.ts';
import { call } from '#platform/provider-api.ts';

export type Channel = 'email' | 'webhook';

const fields = {
  email: 'sendEmailForExternalPayinPayment',
  webhook: 'sendWebhookForExternalPayinPayment',
} as const;
const endpoints = { email: setExternalPaymentEmail, webhook: setExternalPaymentWebhook };

/**
 * One of the two switches about external payments (§4): switched at once in what is known of the merchant, and back with
 * the server's words when it refuses.
 */
export function useExternalPaymentSwitch(
  { merchantId, applicationId }: Pick<Application, 'merchantId' | 'applicationId'>,
  channel: Channel,
) {
  const queryClient = useQueryClient();
  const { queryKey } = merchantQuery(merchantId);
  const write = (shouldSend: boolean | null) =>
    queryClient.setQueryData<Merchant>(queryKey, (merchant) => merchant && withField(merchant, shouldSend));
  const withField = (merchant: Merchant, shouldSend: boolean | null): Merchant => ({
    ...merchant,
    applications: merchant.applications.map((each) =>
      each.applicationId === applicationId ? { ...each, [fields[channel]]: shouldSend } : each,
    ),
  });
  // Read within one press, before any drawing.
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationFn: (shouldSend: boolean) =>
      call(endpoints[channel], { params: { merchantId, applicationId }, body: { shouldSend }, applicationId }),
    onMutate: async (shouldSend) => {
      // An answer on its way from before the switch must not undo it.
      await queryClient.cancelQueries({ queryKey });
      const known = queryClient.getQueryData<Merchant>(queryKey);
      const before =
        known?.applications.find((each) => each.applicationId === applicationId)?.[fields[channel]] ?? null;
      write(shouldSend);
      return { before };
    },
    onError: (_error, _shouldSend, context) => write(context?.before ?? null),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
    onSettled: () => void (isRunning.current = false),
  });
  return {
    isBusy: mutation.isPending,
    refusal: mutation.error === null ? undefined : refusalWords(mutation.error),
    change: (shouldSend: boolean) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(shouldSend);
    },
  };
}
