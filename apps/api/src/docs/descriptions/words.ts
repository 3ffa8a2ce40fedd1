/**
 * The description of a property or parameter: one sentence for all places, or a usual one first and others for the places that
 * match their patterns (`Approval`, `listPayIns`, `Payout.payoutRequestDetails`).
 */
export type Words = string | readonly [string, ...(readonly [RegExp, string])[]];
