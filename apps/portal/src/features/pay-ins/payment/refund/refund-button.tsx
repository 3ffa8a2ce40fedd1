import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { Button } from '#design/controls/button.tsx';
import { useRefund } from './use-refund.tsx';
import { useWhyNotRefundable } from './why-not-refundable.ts';

/** Begins a refund from the payment's page; says why where there is none to begin. */
export function RefundButton({ row }: { row: PaymentListItem }) {
  const { ask, want, dialog } = useRefund(row);
  const reason = useWhyNotRefundable(row);
  return (
    <>
      <Button
        variant={reason === undefined ? 'primary' : 'secondary'}
        disabledReason={reason}
        onClick={ask}
        onPointerEnter={want}
        onFocus={want}
      >
        Refund…
      </Button>
      {dialog}
    </>
  );
}
