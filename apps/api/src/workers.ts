import type { Worker } from '#work/worker.ts';
import { payoutWorkers } from '#payouts/payout-keeper.ts';
import { slotWorker } from '#payouts/schedules/fill-slot.ts';
import { refundWorkers } from '#refunds/refund-keeper.ts';

/** One worker for every kind of due work. */
export const workers: readonly Worker[] = [...refundWorkers, ...payoutWorkers, slotWorker];
