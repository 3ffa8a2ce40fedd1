/** Where an order stands that another person must approve (contract §11). WAITING is the one that can still change. */
export const approvalStates = ['WAITING', 'APPROVED', 'REFUSED', 'CANCELLED', 'EXPIRED'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export const approvalKinds = ['PAYOUT', 'REFUND'] as const;
/** Who asked: a person, an application key, or a payout schedule, which somebody has set. */
export const approvalSources = ['PERSON', 'KEY', 'SCHEDULE'] as const;
/** Hours after which an order that nobody decided on is cancelled, and a looser policy that nobody confirmed lapses. */
export const approvalHours = 72;
/** Why a user cannot approve an order, as a sentence goes on after who: "ada@shop.example chose the default beneficiary". */
export const exclusionReasons = {
  REQUESTED: 'made it',
  KEY: 'made, reset or loosened the application key',
  DEFAULT_BENEFICIARY: 'chose the default beneficiary',
  SCHEDULE: 'set the payout schedule',
} as const;
export type ExclusionReason = keyof typeof exclusionReasons;
