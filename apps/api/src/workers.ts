import type { Worker } from '#work/worker.ts';
import { refundWorkers } from '#refunds/refund-keeper.ts';

/** One worker for every kind of due work. */
export const workers: readonly Worker[] = [...refundWorkers];
