import type { AppSettings } from '#http/services.ts';
import type { Worker } from '#work/worker.ts';
import { attemptWorker } from '#payment-intents/attempts/advance-attempt.ts';
import { bankNewsWorker } from '#payment-intents/attempts/hear-bank.ts';
import { intentExpiryWorker } from '#payment-intents/expire-payment-intent.ts';
import { payoutWorkers } from '#payouts/payout-keeper.ts';
import { slotWorker } from '#payouts/schedules/fill-slot.ts';
import { refundWorkers } from '#refunds/refund-keeper.ts';
import { passwordLinkWorker } from '#session/passwords/forgot-password.ts';
import { eventWorker } from '#webhooks/deliver/accept-event.ts';

/** What follows account providers and banks. */
const providerWorkers: readonly Worker[] = [...refundWorkers, ...payoutWorkers, attemptWorker, bankNewsWorker];

/** One worker for every kind of due work. */
export const workers: readonly Worker[] = [
  ...providerWorkers,
  slotWorker,
  intentExpiryWorker,
  passwordLinkWorker,
  eventWorker,
];

/** The workers of a deployment: where no account provider is connected, what follows one waits. */
export function workersOf({ provider }: Pick<AppSettings, 'provider'>): readonly Worker[] {
  return provider === 'NONE' ? workers.filter((worker) => !providerWorkers.includes(worker)) : workers;
}
