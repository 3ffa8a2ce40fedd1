import { parseUtc } from '@volume/contract/period.ts';
import type { WebhookDeliveryFilters } from '@volume/contract/webhooks.ts';
import type { Parameter } from '#database/database.ts';
import { justAfter } from '#core/just-after.ts';

export type DeliverySelection = { where: string; parameters: Parameter[] };
type Owner = { merchantId: string; applicationId: string };

/** Newest first; every form of the log is in this order. */
export const newestFirst = 'created_at DESC, delivery_id DESC';

/** The rows of the log; the end of the period is within it. */
export function selectDeliveries(owner: Owner, filters: WebhookDeliveryFilters): DeliverySelection {
  const { kind = [], state = [], objectId, from, to } = filters;
  const parameters: Parameter[] = [owner.merchantId, owner.applicationId];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const conditions = [
    'merchant_id = $1',
    'application_id = $2',
    ...(kind.length === 0 ? [] : [`kind = ANY(${given(kind)}::text[])`]),
    ...(state.length === 0 ? [] : [`state = ANY(${given(state)}::text[])`]),
    // Said once more, in the words of the index of what is still open.
    ...(state.length === 0 || state.includes('DELIVERED') ? [] : [`state <> 'DELIVERED'`]),
    ...(objectId === undefined ? [] : [`object_id = ${given(objectId)}`]),
    ...(from === undefined ? [] : [`created_at >= ${given(new Date(parseUtc(from)))}::timestamptz`]),
    ...(to === undefined ? [] : [`created_at < ${given(justAfter(to))}::timestamptz`]),
  ];
  return { where: conditions.join(' AND '), parameters };
}
