import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentListItem, Refund } from '@volume/contract/pay-ins.ts';
import { startRefund } from '@volume/contract/refunds.ts';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { formatAccount } from '#design/text/format-account.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { payerName } from '#features/pay-ins/pay-in-words.ts';
import { paymentDetailsQuery } from '#features/pay-ins/payment/payment-query.ts';
import { type WriteExtras, useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { ProofForm } from '#screen/proof/proof-form.tsx';
import { RefundForm } from './refund-form.tsx';
import { leftToRefund, type RefundDraft } from './refund-draft.ts';

interface RefundDialogProps {
  row: PaymentListItem;
  isOpen: boolean;
  onClose: () => void;
}

/** Gives back all or a part of a payment; stays open until the answer is there, and with what was typed when it is no. */
export function RefundDialog({ row, isOpen, onClose }: RefundDialogProps) {
  const write = useRefundWrite(row, onClose);
  const { amount, currency } = row.paymentRequest;
  const close = () => {
    write.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      canClose={!write.isBusy}
      title={`Refund ${payerName(row) ?? 'an unnamed payer'}`}
      description={
        <>
          {formatMoney(leftToRefund(row), currency)} of {formatMoney(amount, currency)} can be refunded
          <Destination paymentId={row.paymentId} />
        </>
      }
    >
      <RefundForm row={row} write={write} onCancel={close}>
        {(action) => <ProofForm write={write} action={action} />}
      </RefundForm>
    </Dialog>
  );
}

function useRefundWrite(row: PaymentListItem, onClose: () => void) {
  const queryClient = useQueryClient();
  const { paymentId } = row;
  const send = (body: RefundDraft, extras: WriteExtras) =>
    call(startRefund, { params: { paymentId }, body, ...extras });
  // An answer may be empty (contract §9 Shapes): what goes back is what was sent.
  return useWrite(send, (refund: Refund | undefined, { refundPaymentAmount }) => {
    const sum = formatMoney(refundPaymentAmount, row.paymentRequest.currency);
    const reference = refund?.refundPaymentReference;
    toast.good(`Refund of ${sum} is on its way`, reference ? `Reference ${reference}` : undefined);
    onClose();
    const told = [['pay-in', paymentId], ['pay-in-details', paymentId], ['pay-ins'], ['overview']];
    for (const queryKey of told) void queryClient.invalidateQueries({ queryKey });
  });
}

/** Where the money goes back to, when the bank told. */
function Destination({ paymentId }: { paymentId: string }) {
  const { data } = useQuery(paymentDetailsQuery(paymentId));
  const accounts = data?.paymentRefundData?.accountIdentifications ?? [];
  if (accounts.length === 0) return '.';
  // As people say it: the sort code before the number.
  const parts = accounts
    .toSorted((a, b) => b.type.localeCompare(a.type))
    .map(({ type, number }) => formatAccount(type, number));
  return (
    <>
      , to <span className="whitespace-nowrap">{parts.join(' · ')}</span>.
    </>
  );
}
