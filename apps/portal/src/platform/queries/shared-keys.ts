import { keysOf } from './query-keys.ts';

// Keys of nouns that writes of several features make stale; the keys of other nouns are next to their queries.

export const activityKeys = keysOf('activity');
export const approvalKeys = keysOf('approvals');
export const overviewKeys = keysOf('overview');
export const payInAccountKeys = keysOf('pay-in-accounts');
/** Lists and counts of pay-ins. */
export const payInKeys = keysOf('pay-ins');
export const paymentDetailsKeys = keysOf('pay-in-details');
export const paymentKeys = keysOf('pay-in');
export const paymentLinkListKeys = keysOf('payment-intents');
export const payoutKeys = keysOf('payouts');
export const reconciliationKeys = keysOf('reconciliation');
/** Calls that were made with keys. */
export const requestLogKeys = keysOf('request-log');
export const statementKeys = keysOf('statement');
export const webhookDeliveryKeys = keysOf('webhook-deliveries');
