import { findPickedPayIns } from '#pay-ins/pick-pay-ins.ts';
import type { BulkActions } from '#queue/bulk/bulk-action.ts';
import { bulkRefund } from '#refunds/bulk-refund.ts';
import { bulkResend } from '#webhooks/bulk-resend.ts';

export const bulkActions: BulkActions = { REFUND: { ...bulkRefund, find: findPickedPayIns }, RESEND: bulkResend };
