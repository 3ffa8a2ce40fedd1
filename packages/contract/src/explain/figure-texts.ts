import type { FigureName, FigurePart, HiddenReason } from './figures.ts';

// The sentences of explanations; pages load them when a figure is first opened. `{currency}` and `{month}` are filled in
// by the reader.

export interface FigureText {
  title: string;
  /** How the figure is computed, in one or two sentences. */
  rule: string;
  /** The meaning of its time: the words before the period or the time. */
  period: string;
  includes: string;
  excludes: string;
}

const created = 'Created';
const booked = 'Booked';
const last30Days = 'Created in the 30 days that end today';

export const figureTexts: Record<FigureName, FigureText> = {
  RECEIVED: {
    title: 'Received in {currency}',
    rule: 'Pay-ins created in the period that were paid, less those returned to their payers. The statement counts every entry booked to the account, whenever the payment was created.',
    period: created,
    includes: 'Completed and settled pay-ins, also those that are held for review or were refunded later.',
    excludes: 'Pay-ins that failed or are still under way, and those that were returned to their payers.',
  },
  RETURNED: {
    title: 'Returned in {currency}',
    rule: 'Pay-ins created in the period that were held for review and then returned to their payers.',
    period: created,
    includes: 'The full amount of each returned pay-in.',
    excludes: 'Refunds: they are paid from the balance and leave the received amount as it is.',
  },
  PAY_INS: {
    title: 'Pay-ins',
    rule: 'All pay-ins created in the period, regardless of their current status.',
    period: created,
    includes: 'Every attempt to pay, also those that failed or were refunded.',
    excludes: 'Nothing.',
  },
  SUCCESS_RATE: {
    title: 'Success rate',
    rule: 'The share of completed and settled pay-ins among all that ended, for pay-ins created in the period.',
    period: created,
    includes: 'Completed, settled and failed pay-ins in all currencies.',
    excludes: 'Pay-ins that are still under way.',
  },
  FAILED: {
    title: 'Failed pay-ins',
    rule: 'Pay-ins created in the period that failed.',
    period: created,
    includes: 'Failures for any reason, at any bank.',
    excludes: 'Pay-ins that are still under way, and those that were paid and then returned.',
  },
  FOUND_PAY_INS: {
    title: 'Pay-ins in this list',
    rule: 'All pay-ins that match the filters of the list, on all its pages.',
    period: created,
    includes: 'Every row of the list, with its full amount.',
    excludes: 'Pay-ins that a filter leaves out.',
  },
  PAYOUTS: {
    title: 'Payouts in this list',
    rule: 'All payouts that match the filters of the list, on all its pages.',
    period: created,
    includes: 'Every row of the list, also those that failed, were cancelled or came back.',
    excludes: 'Refunds and exchanges.',
  },
  AVAILABLE: {
    title: 'Available',
    rule: 'The money that can be paid out, refunded or exchanged now: the balance, less money held for review and money on its way out.',
    period: 'As at',
    includes: 'Everything booked to the account.',
    excludes: 'Pay-ins held for review, and payouts and refunds that have been requested or sent and have not ended.',
  },
  BALANCE: {
    title: 'Balance',
    rule: 'Everything that was booked into the account, less everything that was booked out of it.',
    period: 'As at',
    includes: 'Money held for review, and money of payouts and refunds until they are processed.',
    excludes: 'Pay-ins that the account provider has not settled.',
  },
  OPENING_BALANCE: {
    title: 'Opening balance',
    rule: 'The balance just before the first moment of the period: everything booked into the account until then, less everything booked out of it.',
    period: 'Before',
    includes: 'Every entry booked before the period.',
    excludes: 'Entries of the period.',
  },
  CLOSING_BALANCE: {
    title: 'Closing balance',
    rule: 'The opening balance, with the money that came in during the period, less the money that went out.',
    period: booked,
    includes: 'Every entry booked until the end of the period.',
    excludes: 'Entries booked later.',
  },
  MONEY_IN: {
    title: 'Money in',
    rule: 'Every entry booked in the period that raised the balance, whenever its payment was created.',
    period: booked,
    includes: 'Settled pay-ins, refunds and payouts that came back, and money exchanged from another currency.',
    excludes: 'Pay-ins that are paid and not settled, and those paid to an account at another bank.',
  },
  MONEY_OUT: {
    title: 'Money out',
    rule: 'Every entry booked in the period that lowered the balance.',
    period: booked,
    includes: 'Processed payouts and refunds, returned pay-ins, exchanges and fees.',
    excludes: 'Payouts and refunds that are still on their way out.',
  },
  FEES: {
    title: 'Fees in {currency}',
    rule: 'The amount of each pay-in times the rate of the day on which it was made. Only the total is rounded, half up.',
    period: created,
    includes: 'Completed and settled pay-ins of the month, also those that were refunded: a refund gives no fee back.',
    excludes: 'Pay-ins that were returned to their payers, failed, or are still under way.',
  },
  ALL_FEES: {
    title: 'Fees in {currency}',
    rule: 'The fees of the merchants in the list, added up. Each is rounded once, half up, as on the merchant’s own fee statement.',
    period: created,
    includes:
      'Completed and settled pay-ins of the month, also those that were refunded, each at its merchant’s rate of the day.',
    excludes:
      'Merchants that a search leaves out, and pay-ins that were returned to their payers, failed, or are still under way.',
  },
  MERCHANT_VOLUME: {
    title: 'Received in {currency}',
    rule: 'Pay-ins of the merchant that were paid, less those returned to their payers.',
    period: last30Days,
    includes: 'Completed and settled pay-ins of all its applications.',
    excludes: 'Pay-ins that failed or are still under way.',
  },
  MERCHANT_PAY_INS: {
    title: 'Pay-ins',
    rule: 'All pay-ins of the merchant, regardless of their current status.',
    period: last30Days,
    includes: 'Every attempt to pay in all its applications and currencies.',
    excludes: 'Nothing.',
  },
  MERCHANT_FAILED_SHARE: {
    title: 'Failed',
    rule: 'The share of failed pay-ins among all that ended and were not returned to their payers.',
    period: last30Days,
    includes: 'Completed, settled and failed pay-ins of all its applications and currencies.',
    excludes: 'Pay-ins that are still under way, and those returned to their payers.',
  },
  BULK_JOB: {
    title: 'Rows of this bulk job',
    rule: 'The rows of the job by their result, with their amounts.',
    period: 'As at',
    includes: 'Every row, also those that are left out, failed or stopped.',
    excludes: 'Nothing.',
  },
};

export interface PartText {
  /** A part with a key (`STATUS`, `ITEM_STATE`, `RATE`) is named by its key. */
  title: string;
  /** One counted row, and several: `1 pay-in`, `2 pay-ins`. */
  noun: readonly [one: string, several: string];
}

const payIns = ['pay-in', 'pay-ins'] as const;
const entries = ['entry', 'entries'] as const;
const refunds = ['refund', 'refunds'] as const;
const payouts = ['payout', 'payouts'] as const;
const exchanges = ['exchange', 'exchanges'] as const;

export const partTexts: Record<FigurePart, PartText> = {
  PAY_INS: { title: 'Pay-ins', noun: payIns },
  PAID: { title: 'Paid', noun: payIns },
  RETURNED: { title: 'Returned to their payers', noun: payIns },
  STATUS: { title: 'Status', noun: ['', ''] },
  SUCCEEDED: { title: 'Completed or settled', noun: payIns },
  FAILED: { title: 'Failed', noun: payIns },
  BALANCE: { title: 'Balance', noun: entries },
  HELD: { title: 'Held for review', noun: payIns },
  PAYOUTS_ON_THEIR_WAY: { title: 'Payouts on their way out', noun: payouts },
  REFUNDS_ON_THEIR_WAY: { title: 'Refunds on their way out', noun: refunds },
  OPENING_BALANCE: { title: 'Opening balance', noun: entries },
  MONEY_IN: { title: 'Money in', noun: entries },
  MONEY_OUT: { title: 'Money out', noun: entries },
  PAY_INS_BOOKED: { title: 'Pay-ins', noun: payIns },
  REFUNDS_BACK: { title: 'Refunds that came back', noun: refunds },
  PAYOUTS_BACK: { title: 'Payouts that came back', noun: payouts },
  EXCHANGED_IN: { title: 'Exchanged from another currency', noun: exchanges },
  PAY_INS_RETURNED: { title: 'Pay-ins returned to their payers', noun: payIns },
  REFUNDS_PAID: { title: 'Refunds', noun: refunds },
  PAYOUTS_PAID: { title: 'Payouts', noun: payouts },
  EXCHANGED_OUT: { title: 'Exchanged to another currency', noun: exchanges },
  FEES_TAKEN: { title: 'Fees', noun: ['fee', 'fees'] },
  RECEIVED: { title: 'Received in {currency}', noun: payIns },
  CREATED_EARLIER: { title: 'Created earlier, booked in the period', noun: payIns },
  NOT_YET_BOOKED: { title: 'Created in the period, not booked in it', noun: payIns },
  BOOKED_THEN_RETURNED: { title: 'Booked in the period, later returned', noun: payIns },
  RATE: { title: 'Rate', noun: payIns },
  ROUNDING: { title: 'Rounding of the total', noun: ['', ''] },
  ROUNDING_OF_MERCHANTS: { title: 'Rounding of each merchant’s fee', noun: ['', ''] },
  ITEM_STATE: { title: 'Result', noun: ['row', 'rows'] },
};

export const hiddenTexts: Record<HiddenReason, string> = {
  OWN_BANK: 'This account is at your own bank, which does not send us its balance.',
  EURO_ACCOUNT: 'Balances of EUR accounts are not shown. The statement has every entry.',
  LIMITED: 'The account is limited, so its balance is not shown.',
  NOT_AVAILABLE: 'The account provider has not sent a balance.',
};
