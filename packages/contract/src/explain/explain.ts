import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { statementLineKinds } from '@volume/contract/balances/balances.ts';
import { Month } from '@volume/contract/balances/fees.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf, PageNumber, PageSize, SearchTerm } from '@volume/contract/lists/query-text.ts';
import { UtcDay } from '@volume/contract/merchants/fee.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';
import { refundStatuses } from '@volume/contract/pay-ins/labels.ts';
import { PayInFilters } from '@volume/contract/pay-ins/pay-ins.ts';
import { figureNames, figureParts, hiddenReasons } from './figures.ts';

export * from './figures.ts';

/** A pay-in account id in a query: a number. */
const PayInAccountId = z.codec(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be a whole number')), z.number(), {
  decode: Number,
  encode: String,
});

/**
 * A figure and the filters that it has on its screen, in the names of the call that shows it; `figures` lists which of them each
 * figure needs and accepts. `at` requests its value at an earlier time.
 */
export const ExplainQuery = z.extend(PayInFilters, {
  figure: z.enum(figureNames),
  payInAccountId: z.optional(PayInAccountId),
  currency: z.optional(Currency),
  /** The statuses of payouts. */
  statuses: z.optional(listOf(refundStatuses)),
  month: z.optional(Month),
  /** Any part of the merchant’s name, or its id. */
  search: z.optional(SearchTerm),
  bulkJobId: z.optional(Id),
  at: z.optional(UtcTime),
});
export type ExplainQuery = z.output<typeof ExplainQuery>;

/** `count` where rows are counted, `amount` in minor units inside where they have one currency, `share` from 0 to 1. */
const Sum = z.object({ count: z.nullable(z.int()), amount: z.nullable(Amount), share: z.nullable(z.number()) });
export type FigureSum = z.output<typeof Sum>;

/** The rate of fees and the days for which it is valid, both inclusive. */
const Rate = z.object({ percentage: z.number(), from: UtcDay, to: UtcDay });

const Part = z.object({
  part: z.enum(figureParts),
  /** Distinguishes parts with the same name: a status, a result, or the first day of a rate. */
  key: z.nullable(z.string()),
  sign: z.enum(['PLUS', 'MINUS']),
  count: z.nullable(z.int()),
  /** Without its sign. */
  amount: z.nullable(Amount),
  /** A fee before it is rounded, in major units with all its decimals. */
  exact: z.nullable(z.string()),
  rate: z.nullable(Rate),
});
export type ExplainedPart = z.output<typeof Part>;

const sums = {
  parts: z.array(Part),
  /** The parts added up, each recomputed from rows or ledger legs. */
  total: Sum,
  /** The figure as its own call returns it, from the roll-ups; null for an earlier time. */
  shown: z.nullable(Sum),
  /** `shown` − `total`: all zero when the figure is correct. Null without `shown`. */
  difference: z.nullable(Sum),
};

/** The parts of a figure and their recomputed total, read from the same snapshot as the figure itself. */
export const Explanation = z.object({
  figure: z.enum(figureNames),
  /** The time for which it was computed: send it back as `at` to request the same figure later. */
  atUtc: UtcTime,
  /** The filters as they were read, in the form of the query. */
  filters: z.record(z.string(), z.string()),
  /** The currency of all amounts. */
  currency: z.nullable(Currency),
  /** Why the balance is not shown; then there are no parts, and the sums are null. */
  hidden: z.nullable(z.enum(hiddenReasons)),
  ...sums,
  /** From RECEIVED to the incoming money of the statements in the same currency; null when there is none. */
  onStatement: z.nullable(z.object({ ...sums, payInAccountIds: z.array(z.number()) })),
  traceId: z.string(),
});
export type Explanation = z.output<typeof Explanation>;

/** A row or a ledger leg of a part. The amounts of all legs of a part add up to its amount, with its sign. */
const FigureLeg = z.object({
  id: z.string(),
  /** Null for rows of a bulk job that resends webhooks. */
  kind: z.nullable(z.enum(statementLineKinds)),
  /** When it was booked, or for rows when it was created. */
  atUtc: UtcTime,
  /** The status of a row now; null for ledger legs. */
  status: z.nullable(z.string()),
  /** The payer or the beneficiary. */
  counterparty: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Signed as it adds to the figure. */
  amount: z.nullable(Amount),
  currency: z.nullable(Currency),
  exact: z.nullable(z.string()),
  payInAccountId: z.nullable(z.number()),
  paymentId: z.nullable(z.string()),
  payoutPaymentId: z.nullable(z.string()),
  exchangeId: z.nullable(z.string()),
});
export type FigureLeg = z.output<typeof FigureLeg>;

export const FigureLegPage = z.extend(pageOf(FigureLeg), { atUtc: UtcTime });
export type FigureLegPage = z.output<typeof FigureLegPage>;

const shared = {
  origin: 'ours',
  method: 'GET',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  readsReplica: true,
} as const;

/** 403 for a figure that the caller's screens do not show. */
export const explainFigure = endpoint({
  ...shared,
  name: 'explainFigure',
  summary: 'What a figure is made of, recomputed from rows or ledger legs',
  path: 'explain',
  query: ExplainQuery,
  response: Explanation,
});

export const listFigureLegs = endpoint({
  ...shared,
  name: 'listFigureLegs',
  summary: 'The rows or ledger legs of one part of a figure, newest first',
  path: 'explain/legs',
  query: z.extend(ExplainQuery, {
    part: z.enum(figureParts),
    key: z.optional(z.string().check(z.maxLength(64))),
    page: PageNumber,
    size: PageSize,
  }),
  response: FigureLegPage,
});

export const explainEndpoints = { explainFigure, listFigureLegs };
