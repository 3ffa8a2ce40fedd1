import type { TakingsQuery } from '@volume/contract/takings.ts';
import type { Parameter } from '#database/database.ts';
import { splitPeriod } from './split-period.ts';

export type TakingsFilter = Pick<TakingsQuery, 'applicationId' | 'startDateTimeUtc' | 'endDateTimeUtc'> & {
  /** Null for all merchants, administrators only. */
  merchantId: string | null;
  paymentStatuses: readonly string[] | undefined;
};
export type Selection = { text: string; parameters: Parameter[] };

/** A period that ends before it begins holds nothing. */
const nothing =
  'SELECT merchant_id, day::timestamp AS at, currency, status, count, amount FROM payments_daily WHERE false';

/**
 * Rows `(merchant_id, at, currency, status, count, amount)` that add up to the filtered pay-ins: whole days from the
 * roll-up, the rest from the index. `at` is UTC without zone, exact to the day, or to the payment where `byPayment`.
 */
export function selectTakings(filter: TakingsFilter, byPayment: boolean): Selection {
  const parameters: Parameter[] = [];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const same = [
    ...(filter.merchantId === null ? [] : [`merchant_id = ${given(filter.merchantId)}`]),
    ...(filter.applicationId === undefined ? [] : [`application_id = ${given(filter.applicationId)}`]),
    ...(filter.paymentStatuses ? [`status = ANY(${given(filter.paymentStatuses)}::text[]::payment_status[])`] : []),
  ];
  const where = (...more: string[]) =>
    [...same, ...more].length > 0 ? `WHERE ${[...same, ...more].join(' AND ')}` : '';
  const between = (column: string, { from, to }: { from: Date | null; to: Date | null }, cast: string) => [
    ...(from === null ? [] : [`${column} >= ${given(from)}::timestamptz${cast}`]),
    ...(to === null ? [] : [`${column} < ${given(to)}::timestamptz${cast}`]),
  ];
  const single = `SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, currency, status, 1::bigint AS count, amount FROM payments`;
  const { days, edges } = splitPeriod(filter.startDateTimeUtc, filter.endDateTimeUtc);
  const parts = edges.map((edge) => `${single} ${where(...between('created_at', edge, ''))}`);
  if (days && byPayment) parts.push(`${single} ${where(...between('created_at', days, ''))}`);
  if (days && !byPayment) {
    parts.push(`SELECT merchant_id, day::timestamp AS at, currency, status, count, amount FROM payments_daily
      ${where(...between('day', days, '::date'))}`);
  }
  return parts.length > 0 ? { text: parts.join('\nUNION ALL\n'), parameters } : { text: nothing, parameters: [] };
}
