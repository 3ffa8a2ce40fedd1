/**
 * What a property or parameter means: one sentence for it everywhere, or the usual one first and others for the places
 * that their patterns match (`Approval`, `listPayIns`, `Payout.payoutRequestDetails`).
 */
export type Words = string | readonly [string, ...(readonly [RegExp, string])[]];
