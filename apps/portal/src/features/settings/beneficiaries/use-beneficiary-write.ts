import { useQueryClient } from '@tanstack/react-query';
import type { PayoutBeneficiary } from '@volume/contract/beneficiaries.ts';
import { payoutBeneficiariesQuery } from '#features/balances/public.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import type { Scope } from '#platform/scope.ts';
import { useWrite } from '#platform/writes/use-write.ts';

/** A write about an application's beneficiaries; the list, and which one is an account's default, are read again whatever came of it. */
export function useBeneficiaryWrite<Body>(
  scope: Scope,
  send: (body: Body, stepUp: string | undefined) => Promise<PayoutBeneficiary | undefined>,
  onDone: (answer: PayoutBeneficiary | undefined, body: Body) => void,
) {
  const queryClient = useQueryClient();
  const readAgain = () => {
    void queryClient.invalidateQueries({ queryKey: payoutBeneficiariesQuery(scope).queryKey });
    void queryClient.invalidateQueries({ queryKey: merchantQuery(scope.merchantId).queryKey });
  };
  return useWrite((body: Body, { stepUp }) => send(body, stepUp).finally(readAgain), onDone);
}
