import type { PayoutFilters } from '@volume/contract/payouts.ts';
import { parseUtc } from '@volume/contract/period.ts';
import type { Parameter } from '#database/database.ts';
import { justAfter } from '#core/just-after.ts';

export type PayoutSelection = { where: string; order: string; parameters: Parameter[]; isAscending: boolean };
type Owner = { merchantId: string; applicationId: string };

/** The rows of a payout list (§7); the end of the period is within it. Every form of it is the index's own order. */
export function selectPayouts({ merchantId, applicationId }: Owner, filters: PayoutFilters): PayoutSelection {
  const parameters: Parameter[] = [merchantId, applicationId];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const { currency, startDateTimeUtc: start, endDateTimeUtc: end, sort } = filters;
  const conditions = [
    'merchant_id = $1',
    'application_id = $2',
    ...(currency === undefined ? [] : [`currency = ${given(currency)}::currency`]),
    ...(start === undefined ? [] : [`created_at >= ${given(new Date(parseUtc(start)))}::timestamptz`]),
    ...(end === undefined ? [] : [`created_at < ${given(justAfter(end))}::timestamptz`]),
  ];
  const isAscending = sort === 'createdAt,asc';
  const direction = isAscending ? 'ASC' : 'DESC';
  const order = `created_at ${direction}, payout_payment_id ${direction}`;
  return { where: conditions.join(' AND '), order, parameters, isAscending };
}
