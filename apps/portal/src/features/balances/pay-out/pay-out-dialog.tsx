import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances.ts';
import type { PayeeDetail } from '@volume/contract/merchants.ts';
import { makePayout, type OutboundPayment } from '@volume/contract/payouts.ts';
import { useState } from 'react';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { balancesOf, numberOf } from '#features/balances/account-words.ts';
import { beneficiariesQuery } from './beneficiaries-query.ts';
import { type WriteExtras, useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { ProofForm } from '#screen/proof/proof-form.tsx';
import { destinationsOf } from './destinations.ts';
import { type PayoutDraft, PayOutForm } from './pay-out-form.tsx';

interface PayOutDialogProps {
  scope: Scope;
  account: PayInAccount;
  /** The account as the application knows it: its provider's ids. */
  payee: PayeeDetail | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Pays out of one account; stays open until the answer is there, and with what was typed when it is no. */
export function PayOutDialog({ scope, account, payee, isOpen, onClose }: PayOutDialogProps) {
  const [paidOut, setPaidOut] = useState(0);
  const write = usePayoutWrite(scope, account.forCurrency, () => {
    setPaidOut(paidOut + 1);
    onClose();
  });
  const customerId = payee?.vaProviderType === 'OPTIMUS' ? payee.vaCustomerId : null;
  const found = useQuery({ ...beneficiariesQuery(customerId ?? ''), enabled: isOpen && customerId !== null });
  const close = () => {
    write.reset();
    onClose();
  };
  const available = balancesOf(account)?.available;
  const left = available === undefined ? '' : `${formatMoney(available, account.forCurrency)} is available, `;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      canClose={!write.isBusy}
      title={`Pay out ${account.forCurrency}`}
      description={
        <>
          {left}from <bdi>{account.accountHolderName}</bdi>,{' '}
          <span className="whitespace-nowrap">{numberOf(account)}</span>.
        </>
      }
    >
      <PayOutForm
        // What was typed stays until it has left; the next payout begins empty.
        key={paidOut}
        account={account}
        destinations={destinationsOf(payee, found.data?.active ?? [], account.forCurrency)}
        isLoading={found.isLoading}
        failure={found.error?.message}
        write={write}
        onCancel={close}
      >
        {(action) => <ProofForm write={write} action={action} />}
      </PayOutForm>
    </Dialog>
  );
}

function usePayoutWrite(scope: Scope, currency: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const send = (body: PayoutDraft, extras: WriteExtras) =>
    call(makePayout, { params: scope, body, applicationId: scope.applicationId, ...extras });
  // An answer may be empty (contract §9 Shapes): what was paid out is what was sent.
  return useWrite(send, (paidOut: OutboundPayment | undefined, { amount }) => {
    const reference = paidOut?.payoutRequestDetails.reference;
    toast.good(
      `Payout of ${formatMoney(amount, currency)} is on its way`,
      reference ? `Reference ${reference}` : undefined,
    );
    onDone();
    for (const name of ['pay-in-accounts', 'payouts', 'statement', 'overview']) {
      void queryClient.invalidateQueries({ queryKey: [name] });
    }
  });
}
