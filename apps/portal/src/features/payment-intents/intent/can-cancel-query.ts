import { listCapabilities } from '@volume/contract/capabilities.ts';
import { cancelPaymentIntent } from '@volume/contract/payment-intents.ts';
import { queryOptions } from '@tanstack/react-query';
import { statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';

const { method, path } = cancelPaymentIntent;
const cancelling = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** What this deployment can do beyond the specification; one that does not say can do nothing of it (contract §9). */
export function canCancelQuery() {
  return queryOptions({
    queryKey: ['capabilities'],
    queryFn: async ({ signal }) => {
      try {
        return await call(listCapabilities, { signal });
      } catch (error) {
        if (statusOf(error) === 404) return [];
        throw error;
      }
    },
    select: (capabilities) => capabilities.includes(cancelling),
    staleTime: Infinity,
  });
}
