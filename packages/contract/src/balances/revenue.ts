import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';
import { payInSorts, paymentStatuses } from '@volume/contract/pay-ins/pay-ins.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf } from '@volume/contract/lists/query-text.ts';

export const periodTypes = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type PeriodType = (typeof periodTypes)[number];

/** The number of pay-ins by currency and status, and their totals. Amounts in minor units inside. */
export const PaymentsSummary = z.object({
  totals: z.array(
    z.object({ currency: Currency, paymentStatus: z.enum(paymentStatuses), count: z.int(), amount: Amount }),
  ),
});
export type PaymentsSummary = z.output<typeof PaymentsSummary>;

/**
 * Revenue by period: pay-ins that are COMPLETED or SETTLED (or have the requested statuses), without those returned to
 * the payer. Periods without revenue are omitted. `fee` is that of the days on which the pay-ins were made, rounded
 * once for each merchant (contract §8, Fees).
 */
export const Revenue = z.object({
  periodType: z.enum(periodTypes),
  items: z.array(
    z.object({ periodStartUtc: UtcTime, currency: Currency, count: z.int(), amount: Amount, fee: Amount }),
  ),
});
export type Revenue = z.output<typeof Revenue>;

/** The filters of GET payments/summary and GET revenue (§7). `sort` is accepted, but has no effect on totals. */
export const RevenueQuery = z.object({
  applicationId: z.optional(Id),
  merchantId: z.optional(Id),
  sort: z.optional(z.enum(payInSorts)),
  startDateTimeUtc: z.optional(UtcTime),
  endDateTimeUtc: z.optional(UtcTime),
  paymentStatuses: z.optional(listOf(paymentStatuses)),
});
export type RevenueQuery = z.output<typeof RevenueQuery>;

const access = { kind: 'any-of', authorities: mayViewPayments, effect: 'read' } as const;

export const getPaymentsSummary = endpoint({
  name: 'getPaymentsSummary',
  summary: 'Pay-ins counted and added up by currency and status',
  origin: 'specification',
  method: 'GET',
  path: 'payments/summary',
  access,
  readsReplica: true,
  query: RevenueQuery,
  response: PaymentsSummary,
});

/** Why pay-ins failed: up to twenty reasons and banks, the most frequent first, and all 24 hours of the UTC day. */
export const PaymentFailures = z.object({
  count: z.int(),
  /** `reason` in the account provider's words; null when it gave none. */
  reasons: z.array(z.object({ reason: z.nullable(z.string()), count: z.int() })),
  banks: z.array(z.object({ institutionId: z.nullable(z.string()), name: z.nullable(z.string()), count: z.int() })),
  hours: z.array(z.object({ hour: z.int(), count: z.int() })),
});
export type PaymentFailures = z.output<typeof PaymentFailures>;

export const getPaymentFailures = endpoint({
  name: 'getPaymentFailures',
  summary: 'Why pay-ins failed: by reason, by bank and by hour of the day',
  origin: 'ours',
  method: 'GET',
  path: 'payments/failures',
  access,
  readsReplica: true,
  query: z.pick(RevenueQuery, { applicationId: true, merchantId: true, startDateTimeUtc: true, endDateTimeUtc: true }),
  response: PaymentFailures,
});

export const getRevenue = endpoint({
  name: 'getRevenue',
  summary: 'Revenue by hour, day, week or month',
  origin: 'specification',
  method: 'GET',
  path: 'revenue',
  access,
  readsReplica: true,
  query: z.extend(RevenueQuery, { periodType: z.prefault(z.enum(periodTypes), 'DAY') }),
  response: Revenue,
});
