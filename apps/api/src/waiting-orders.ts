import type { WaitingByKind } from '#approvals/end-waiting.ts';
import { waitingPayouts } from '#payouts/waiting-payouts.ts';
import { waitingRefunds } from '#refunds/waiting-refunds.ts';

/** The orders that can wait for a second person, by kind. */
export const waitingOrders: WaitingByKind = { PAYOUT: waitingPayouts, REFUND: waitingRefunds };
