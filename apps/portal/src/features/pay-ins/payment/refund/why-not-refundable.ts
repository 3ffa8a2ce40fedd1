import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';

/** Why a refund cannot be started now, undefined when it can (§4, contract §4 and §10). */
export function useWhyNotRefundable(row: PaymentListItem): string | undefined {
  return useIsReadOnly() ? 'You have read-only access' : whyNotRefundable(row);
}

function whyNotRefundable(row: PaymentListItem): string | undefined {
  if (row.canStartRefund) return undefined;
  if (row.amountRefunding > 0) return 'A refund is on its way';
  if (row.paymentStatus !== 'SETTLED') return 'Not settled';
  if (row.amountRefunded >= row.paymentRequest.amount) return 'Refunded in full';
  if (!row.isToVirtualAccount) return 'Not paid into a virtual account';
  return row.statusTags.includes('HELD') ? 'Held by the account provider' : 'Cannot be refunded';
}
