import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#design/icon.tsx';
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs';
import { Button } from '#design/controls/button.tsx';
import { whenIdle } from '#design/overlay/when-idle.ts';
import { useOverlay } from '#design/overlay/use-overlay.ts';
import { useMoveMoneyDisabledReason } from '#platform/session/use-session.ts';

export function RefundButton({ row }: { row: PaymentListItem }) {
  const { ask, load, dialog } = useRefund(row);
  const reason = useRefundDisabledReason(row);
  const canRefund = reason === undefined;
  useEffect(() => {
    return canRefund ? whenIdle(load) : undefined;
    // oxlint-disable-next-line react/exhaustive-deps -- once the payment can be refunded
  }, [canRefund]);
  return (
    <>
      <Button
        variant={canRefund ? 'primary' : 'secondary'}
        icon={<Icon of={Undo2} />}
        disabledReason={reason}
        onClick={ask}
        onPointerEnter={load}
        onFocus={load}
      >
        Refund…
      </Button>
      {dialog}
    </>
  );
}

const loadDialog = () => import('./refund-dialog.tsx').then((module) => module.RefundDialog);

/** Opens the refund dialog over the page; its code is loaded by the first `load` or `ask`. */
export function useRefund(row: PaymentListItem): { ask: () => void; load: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const { part: RefundDialog, load } = useOverlay(loadDialog, { isOpen, onClose: () => setIsOpen(false) });
  const ask = () => {
    load();
    setIsOpen(true);
  };
  return { ask, load, dialog: RefundDialog && <RefundDialog {...{ row, isOpen }} onClose={() => setIsOpen(false)} /> };
}

/** Returns why this user cannot refund the payment now; undefined when they can (§4, contract §4, §5 and §10). */
export function useRefundDisabledReason(row: PaymentListItem): string | undefined {
  const reason = useMoveMoneyDisabledReason();
  return reason ?? refundDisabledReason(row);
}

function refundDisabledReason(row: PaymentListItem): string | undefined {
  if (row.canStartRefund) return undefined;
  if (row.amountRefunding > 0) return 'A refund is on its way';
  const isPaid = row.paymentStatus === 'COMPLETED' || row.paymentStatus === 'SETTLED';
  if (isPaid && !row.isToVirtualAccount) return 'Paid into your own bank account: refund it from there';
  if (row.paymentStatus !== 'SETTLED') return 'Not settled';
  if (row.amountRefunded >= row.paymentRequest.amount) return 'Refunded in full';
  return row.statusTags.includes('HELD') ? 'Held by the account provider' : 'Cannot be refunded';
}
