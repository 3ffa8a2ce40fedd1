import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { type ReactNode, useState } from 'react';
import { useOverlay } from '#design/overlay/use-overlay.ts';

const loadDialog = () => import('./refund-dialog.tsx').then((module) => module.RefundDialog);

/** Asks for a refund of this payment in front of the page; the dialog's code comes with the first `want` or `ask`. */
export function useRefund(row: PaymentListItem): { ask: () => void; want: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const { part: RefundDialog, want } = useOverlay(loadDialog, { isOpen, onClose: () => setIsOpen(false) });
  const ask = () => {
    want();
    setIsOpen(true);
  };
  return { ask, want, dialog: RefundDialog && <RefundDialog {...{ row, isOpen }} onClose={() => setIsOpen(false)} /> };
}
