import { isAdminAuthority, isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import type { PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import type { PayoutFilters } from '@volume/contract/payouts/payouts.ts';

// Separate from the schemas and the texts, because a page that only draws a figure's link needs neither.

/** Every figure that can be explained. */
export const figureNames = [
  'RECEIVED',
  'RETURNED',
  'PAY_INS',
  'SUCCESS_RATE',
  'FAILED',
  'FOUND_PAY_INS',
  'PAYOUTS',
  'AVAILABLE',
  'BALANCE',
  'OPENING_BALANCE',
  'CLOSING_BALANCE',
  'MONEY_IN',
  'MONEY_OUT',
  'FEES',
  'ALL_FEES',
  'MERCHANT_VOLUME',
  'MERCHANT_PAY_INS',
  'MERCHANT_FAILED_SHARE',
  'BULK_JOB',
] as const;
export type FigureName = (typeof figureNames)[number];

/** Every part of a figure, in the order of a response. */
export const figureParts = [
  'PAY_INS',
  'PAID',
  'RETURNED',
  'STATUS',
  'SUCCEEDED',
  'FAILED',
  'BALANCE',
  'HELD',
  'PAYOUTS_ON_THEIR_WAY',
  'REFUNDS_ON_THEIR_WAY',
  'OPENING_BALANCE',
  'MONEY_IN',
  'MONEY_OUT',
  'RECEIVED',
  'CREATED_EARLIER',
  'NOT_YET_BOOKED',
  'BOOKED_THEN_RETURNED',
  'PAY_INS_BOOKED',
  'REFUNDS_BACK',
  'PAYOUTS_BACK',
  'EXCHANGED_IN',
  'PAYOUTS_PAID',
  'REFUNDS_PAID',
  'PAY_INS_RETURNED',
  'EXCHANGED_OUT',
  'FEES_TAKEN',
  'RATE',
  'ROUNDING',
  'ROUNDING_OF_MERCHANTS',
  'ITEM_STATE',
] as const;
export type FigurePart = (typeof figureParts)[number];

/** Why an account's balance is not shown (§5). */
export const hiddenReasons = ['OWN_BANK', 'EURO_ACCOUNT', 'LIMITED', 'NOT_AVAILABLE'] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

/** The filters of a list that a figure can have, in the names of that list. */
const period = ['startDateTimeUtc', 'endDateTimeUtc'] as const;
/** All filters of the pay-ins' list: the types name a new one that is missing here. */
const filtersOfPayIns: Record<Exclude<keyof PayInQuery, 'merchantId' | 'sort' | 'page' | 'size'>, true> = {
  startDateTimeUtc: true,
  endDateTimeUtc: true,
  applicationId: true,
  // The amount of such a figure is in one currency.
  currencies: true,
  paymentStatuses: true,
  globalSearch: true,
  merchantPaymentId: true,
  minAmount: true,
  maxAmount: true,
  paymentTypes: true,
  refundedFilter: true,
  heldFilter: true,
  riskCategory: true,
  returnedFilter: true,
  reviewedFilter: true,
  sampleFilter: true,
  includeNewPayments: true,
  institutionId: true,
  failureReason: true,
  failureHour: true,
};
/** All further filters of the payouts' list, in the same way. */
const filtersOfPayouts: Record<Exclude<keyof PayoutFilters, 'merchantId' | 'applicationId' | 'sort'>, true> = {
  startDateTimeUtc: true,
  endDateTimeUtc: true,
  currency: true,
  statuses: true,
  globalSearch: true,
};

export interface FigureRules {
  /** The kind of its total; a share is that of SUCCEEDED or FAILED among the counted pay-ins. */
  unit: 'AMOUNT' | 'COUNT' | 'SHARE';
  /** Who is allowed to request it. */
  right: 'payments' | 'editors' | 'administrators';
  /** ONE merchant, which administrators name; ANY, when they can name it or leave it out; ALL, when it cannot be named. */
  merchants: 'ONE' | 'ANY' | 'ALL';
  /** Parameters without which it is refused. */
  needs: readonly string[];
  /** Further parameters that it accepts; it refuses all others, except `sort`. */
  accepts: readonly string[];
  /** Whether it can be recomputed for an earlier time, because its parts are ledger legs. */
  hasPast: boolean;
}

const ofPayIns = { right: 'payments', merchants: 'ONE', hasPast: false } as const;
const ofAccount = {
  unit: 'AMOUNT',
  right: 'payments',
  merchants: 'ONE',
  needs: ['applicationId', 'payInAccountId'],
  accepts: [],
  hasPast: true,
} as const;
const ofStatement = { ...ofAccount, accepts: period } as const;
const ofMerchant = { right: 'administrators', merchants: 'ONE', hasPast: false, accepts: [] } as const;
const owner = [...period, 'applicationId'] as const;

export const figures: Record<FigureName, FigureRules> = {
  RECEIVED: { ...ofPayIns, unit: 'AMOUNT', needs: ['currency'], accepts: owner },
  RETURNED: { ...ofPayIns, unit: 'AMOUNT', needs: ['currency'], accepts: owner },
  PAY_INS: { ...ofPayIns, unit: 'COUNT', needs: [], accepts: [...owner, 'currency', 'paymentStatuses'] },
  SUCCESS_RATE: { ...ofPayIns, unit: 'SHARE', needs: [], accepts: owner },
  FAILED: {
    ...ofPayIns,
    unit: 'COUNT',
    needs: [],
    accepts: [...owner, 'institutionId', 'failureReason', 'failureHour'],
  },
  FOUND_PAY_INS: { ...ofPayIns, merchants: 'ANY', unit: 'COUNT', needs: [], accepts: Object.keys(filtersOfPayIns) },
  PAYOUTS: {
    ...ofPayIns,
    unit: 'COUNT',
    needs: ['applicationId'],
    accepts: Object.keys(filtersOfPayouts),
  },
  AVAILABLE: ofAccount,
  BALANCE: ofAccount,
  OPENING_BALANCE: ofStatement,
  CLOSING_BALANCE: ofStatement,
  MONEY_IN: ofStatement,
  MONEY_OUT: ofStatement,
  FEES: { ...ofPayIns, unit: 'AMOUNT', needs: ['month', 'currency'], accepts: [] },
  ALL_FEES: { ...ofMerchant, merchants: 'ALL', unit: 'AMOUNT', needs: ['month', 'currency'], accepts: ['search'] },
  MERCHANT_VOLUME: { ...ofMerchant, unit: 'AMOUNT', needs: ['currency'] },
  MERCHANT_PAY_INS: { ...ofMerchant, unit: 'COUNT', needs: [] },
  MERCHANT_FAILED_SHARE: { ...ofMerchant, unit: 'SHARE', needs: [] },
  BULK_JOB: {
    unit: 'COUNT',
    right: 'editors',
    merchants: 'ONE',
    hasPast: false,
    needs: ['applicationId', 'bulkJobId'],
    accepts: ['currency'],
  },
};

/** Whether a caller with these authorities is allowed to request the figure. */
export function mayExplain(name: FigureName, authorities: readonly string[]): boolean {
  switch (figures[name].right) {
    case 'payments':
      return isPermitted(authorities, mayViewPayments);
    case 'editors':
      return isPermitted(authorities, ['EDIT_SETTINGS']);
    case 'administrators':
      return authorities.some(isAdminAuthority);
  }
}
