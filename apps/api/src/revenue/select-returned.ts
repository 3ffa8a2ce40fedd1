import { parseUtc } from '@volume/contract/period.ts';
import type { Parameter } from '#database/database.ts';
import { justAfter } from '#core/just-after.ts';
import { toEnumArray } from '#database/to-enum-array.ts';
import type { Selection, RevenueFilter } from './select-revenue.ts';

/**
 * The filtered pay-ins that were returned to the payer, as rows to take away: a returned pay-in leaves the revenue
 * (contract §10 Held). There are few, and an index holds them alone. `taken` parameters stand before its own.
 */
export function selectReturned(filter: RevenueFilter, taken: number): Selection {
  const parameters: Parameter[] = [];
  const given = (value: Parameter): string => `$${taken + parameters.push(value)}`;
  const { merchantId, applicationId, paymentStatuses, startDateTimeUtc: start, endDateTimeUtc: end } = filter;
  const conditions = [
    `hold = 'RETURNED'`,
    ...(merchantId === null ? [] : [`merchant_id = ${given(merchantId)}`]),
    ...(applicationId === undefined ? [] : [`application_id = ${given(applicationId)}`]),
    ...(paymentStatuses ? [`status = ANY(${given(toEnumArray(paymentStatuses))}::payment_status[])`] : []),
    ...(start === undefined ? [] : [`created_at >= ${given(new Date(parseUtc(start)))}::timestamptz`]),
    ...(end === undefined ? [] : [`created_at < ${given(justAfter(end))}::timestamptz`]),
  ];
  const text = `SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, currency, status, -1::bigint AS count, -amount AS amount
    FROM payments WHERE ${conditions.join(' AND ')}`;
  return { text, parameters };
}
