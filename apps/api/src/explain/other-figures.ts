import { toWireTime } from '@volume/contract/lists/period.ts';
import type { PaymentStatus } from '@volume/contract/pay-ins/labels.ts';
import type { PayoutFilters } from '@volume/contract/payouts/payouts.ts';
import { readJob } from '#bulk/bulk-row.ts';
import { allOf, sql } from '#database/sql.ts';
import { healthDays, readSums } from '#merchants/list-merchants.ts';
import { toCondition } from '#pay-ins/pay-in-filters.ts';
import { countPayouts, selectPayouts } from '#payouts/list-payouts.ts';
import { revenueStatuses } from '#revenue/select-revenue.ts';
import { type AskedOfMerchant, type Figure, none, required, share, type Sum } from './figure.ts';
import { payIns } from './pay-in-rows.ts';

/** The rows of the list of payouts. The list shows no amounts, so only their count can be compared. */
export function payouts({ queries, query, merchantId }: AskedOfMerchant): Figure {
  const owner = { merchantId, applicationId: required(query, 'applicationId') };
  const { currency, statuses, globalSearch, startDateTimeUtc, endDateTimeUtc } = query;
  const filters = { currency, statuses, globalSearch, startDateTimeUtc, endDateTimeUtc } satisfies Record<
    Exclude<keyof PayoutFilters, keyof typeof owner | 'sort'>,
    unknown
  >;
  const { where } = selectPayouts(owner, filters);
  const select = sql`SELECT 'STATUS' AS part, status::text AS key, payout_payment_id AS id, created_at AS at, amount
    FROM outbound_payments WHERE ${where}`;
  return {
    currency: currency ?? null,
    sources: [{ of: 'payouts', parts: { STATUS: 'PLUS' }, select }],
    has: { count: true, ...(currency && { amount: true }) },
    readShown: async () => ({ ...none, count: await countPayouts(queries, where) }),
  };
}

/** The pay-ins that an administrator's list of merchants counts. */
const ofLast30Days = ({ merchantId, now }: AskedOfMerchant) => {
  const { from, until } = healthDays(now);
  return { merchantId, startDateTimeUtc: toWireTime(from), endDateTimeUtc: toWireTime(Number(until) - 1) };
};

export function merchantVolume(asked: AskedOfMerchant): Figure {
  const currency = required(asked.query, 'currency');
  const paid = { ...ofLast30Days(asked), currencies: [currency], paymentStatuses: [...revenueStatuses] };
  const returned = toCondition({ ...paid, returnedFilter: 'RETURNED' });
  return {
    currency,
    sources: [
      { of: 'payments', parts: { PAID: 'PLUS' }, select: payIns(sql`'PAID'`, toCondition(paid)) },
      { of: 'payments', parts: { RETURNED: 'MINUS' }, select: payIns(sql`'RETURNED'`, returned) },
    ],
    has: { count: true, amount: true },
    readShown: async () => {
      const sums = await readSums(asked.queries, asked.now, asked.merchantId);
      const found = sums.find((each) => each.currency === currency);
      return { ...none, count: found?.count ?? 0, amount: found?.amount ?? 0 };
    },
  };
}

async function addUpHealth({ queries, now, merchantId }: AskedOfMerchant) {
  const sums = await readSums(queries, now, merchantId);
  const add = (of: 'payments' | 'failed' | 'count') => sums.reduce((sum, each) => sum + each[of], 0);
  return { payments: add('payments'), failed: add('failed'), ended: add('failed') + add('count') };
}

export const merchantPayIns = (asked: AskedOfMerchant): Figure => ({
  currency: null,
  sources: [
    {
      of: 'payments',
      parts: { STATUS: 'PLUS' },
      select: payIns(sql`'STATUS'`, toCondition(ofLast30Days(asked)), sql`p.status::text`),
    },
  ],
  has: { count: true },
  readShown: async () => ({ ...none, count: (await addUpHealth(asked)).payments }),
});

export function merchantFailedShare(asked: AskedOfMerchant): Figure {
  const statuses: PaymentStatus[] = [...revenueStatuses, 'FAILED'];
  const ended = toCondition({ ...ofLast30Days(asked), paymentStatuses: statuses, returnedFilter: 'NOT_RETURNED' });
  const part = sql`CASE p.status WHEN 'FAILED' THEN 'FAILED' ELSE 'SUCCEEDED' END`;
  return {
    currency: null,
    sources: [{ of: 'payments', parts: { SUCCEEDED: 'PLUS', FAILED: 'PLUS' }, select: payIns(part, ended) }],
    has: { count: true, shareOf: 'FAILED' },
    readShown: async () => {
      const { failed, ended: count } = await addUpHealth(asked);
      return { ...none, count, share: share(failed, count) };
    },
  };
}

/** The rows of a bulk job; in one currency with their amounts. */
export async function bulkJob({ queries, query, merchantId }: AskedOfMerchant): Promise<Figure> {
  const name = {
    merchantId,
    applicationId: required(query, 'applicationId'),
    bulkJobId: required(query, 'bulkJobId'),
  };
  const { currency } = query;
  const { rows, groups, createdAtUtc } = await readJob(queries, name);
  const where = allOf([
    sql`merchant_id = ${merchantId} AND bulk_job_id = ${name.bulkJobId}`,
    currency === undefined ? null : sql`currency = ${currency}::currency`,
  ]);
  return {
    currency: currency ?? null,
    sources: [
      {
        of: 'items',
        parts: { ITEM_STATE: 'PLUS' },
        select: sql`SELECT 'ITEM_STATE' AS part, state::text AS key, object_id AS id,
          coalesce(done_at, ${`${createdAtUtc}Z`}::timestamptz) AS at, amount
          FROM bulk_items WHERE ${where}`,
      },
    ],
    has: currency === undefined ? { count: true } : { amount: true },
    readShown: async (): Promise<Sum> => {
      if (currency === undefined) return { ...none, count: rows };
      const own = groups.flatMap(({ totals }) => totals).filter((each) => each.currency === currency);
      return { ...none, amount: own.reduce((sum, { amount }) => sum + BigInt(amount), 0n) };
    },
  };
}
