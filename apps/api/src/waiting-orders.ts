import type { WaitingByKind } from '#approvals/end-waiting.ts';
import { waitingPayouts } from '#payouts/waiting-payouts.ts';
import { waitingRefunds } from '#refunds/waiting-refunds.ts';

/** What may wait for a second person, by its kind. */
export const waitingOrders: WaitingByKind = { PAYOUT: waitingPayouts, REFUND: waitingRefunds };
