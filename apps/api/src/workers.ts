import type { AppSettings } from '#core/services.ts';
import type { DailyWork, Worker } from '#queue/worker.ts';
import { dailyStatementMails, statementMailWorkers } from '#balances/statement-mails.ts';
import { approvalMailWorker } from '#orders/approvals/approval-mails.ts';
import { expiryWorker } from '#approvals/end-waiting.ts';
import { auditWorkers, dailyAudit } from '#audits/audit-workers.ts';
import { dailyDigest, digestWorkers } from '#notifications/digest.ts';
import { notificationMailWorker } from '#notifications/mail-notifications.ts';
import { bulkActions } from './bulk-actions.ts';
import { createBulkWorker } from '#bulk/run-bulk-job.ts';
import { dailyReconciliation, reconcileWorkers } from '#reconciliation/reconcile-worker.ts';
import { mailWorkers } from '#outbox/mail-worker.ts';
import { createMessageWorker } from '#providers/inbound/message-worker.ts';
import { askNow, attemptWorker } from '#payment-links/attempts/advance-attempt.ts';
import { decideAttempt } from '#payment-links/attempts/decide-attempt.ts';
import { bankUpdateWorker } from '#payment-links/attempts/handle-bank-update.ts';
import { linkExpiryWorker } from '#payment-links/cancel-payment-link.ts';
import { receiptMailWorkers } from '#payment-links/pay-page/receipts.ts';
import { samplePaymentWorker } from '#payment-links/sample-payments/sample-payment-worker.ts';
import { dailyFileSchedules, scheduledFileWorkers } from '#scheduled-files/make-files.ts';
import { scenarioWorker } from '#scenarios/scenario-worker.ts';
import { slotWorker } from '#payouts/schedules/fill-slot.ts';
import { eraseWorker } from '#records/erase-worker.ts';
import { dailyKeeping, keepingWorker } from '#records/keep-records.ts';
import { orderWorkers } from '#orders/order-jobs.ts';
import { passwordLinkWorker } from '#session/passwords/forgot-password.ts';
import { feedWorker } from '#webhooks/feed/feed-worker.ts';
import { eventWorker } from '#webhooks/deliver/accept-event.ts';

/** Workers that call account providers or handle their updates and those of banks. */
const providerWorkers: readonly Worker[] = [
  ...orderWorkers,
  attemptWorker,
  bankUpdateWorker,
  createMessageWorker({ decide: decideAttempt, askNow }),
  ...reconcileWorkers,
];

/** One worker for every kind of job. */
export const workers: readonly Worker[] = [
  ...providerWorkers,
  createBulkWorker(bulkActions),
  slotWorker,
  expiryWorker,
  approvalMailWorker,
  linkExpiryWorker,
  samplePaymentWorker,
  scenarioWorker,
  passwordLinkWorker,
  ...mailWorkers,
  ...receiptMailWorkers,
  ...statementMailWorkers,
  ...scheduledFileWorkers,
  notificationMailWorker,
  ...digestWorkers,
  eventWorker,
  feedWorker,
  ...auditWorkers,
  keepingWorker,
  eraseWorker,
];

/** The workers of a deployment: without an account provider, its jobs stay in the queue. */
export function workersOf({ provider }: Pick<AppSettings, 'provider'>): readonly Worker[] {
  return provider === 'NONE' ? workers.filter((worker) => !providerWorkers.includes(worker)) : workers;
}

/** Jobs that run once a day, by any instance. */
export const dailyWork: readonly DailyWork[] = [
  dailyReconciliation,
  dailyAudit,
  dailyStatementMails,
  dailyFileSchedules,
  dailyDigest,
  dailyKeeping,
];

/** The daily jobs that a deployment has a worker for. */
export function dailyWorkOf(settings: Pick<AppSettings, 'provider'>): readonly DailyWork[] {
  const kinds = workersOf(settings).map(({ kind }) => kind);
  return dailyWork.filter(({ kind }) => kinds.includes(kind));
}
