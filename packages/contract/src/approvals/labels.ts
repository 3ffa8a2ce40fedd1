import { newcomerHours } from '@volume/contract/administrators/labels.ts';

/** The states of an order that needs a second approver (contract §11). Only WAITING can still change. */
export const approvalStates = ['WAITING', 'APPROVED', 'REFUSED', 'CANCELLED', 'EXPIRED'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export const approvalKinds = ['PAYOUT', 'REFUND'] as const;
/** Who requested the order: a user, an API key, or a payout schedule that a user has set. */
export const approvalSources = ['PERSON', 'KEY', 'SCHEDULE'] as const;
/** Hours after which an undecided order is cancelled and an unconfirmed policy proposal expires. */
export const approvalHours = 72;
/**
 * Why a user cannot approve an order. Each text continues a sentence after the user's address: "ada@shop.example chose
 * the default beneficiary".
 */
export const exclusionReasons = {
  REQUESTED: 'made it',
  KEY: 'made, reset or loosened the application key',
  DEFAULT_BENEFICIARY: 'chose the default beneficiary',
  SCHEDULE: 'set the payout schedule',
  NEW: `got the right to move money less than ${newcomerHours} hours ago`,
} as const;
export type ExclusionReason = keyof typeof exclusionReasons;
