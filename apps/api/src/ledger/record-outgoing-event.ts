import type { Queries } from '#database/database.ts';
import type { Moment } from './moment.ts';

export type OutgoingEvent = {
  merchantId: string;
  applicationId: string;
  kind: 'PAYMENT' | 'REFUND' | 'PAYOUT';
  objectId: string;
  status: string;
};

/** Records what the merchant is to be told, in the transaction of the change itself. A second one for the same change throws. */
export async function recordOutgoingEvent(
  { query }: Pick<Queries, 'query'>,
  { at, newId }: Moment,
  { merchantId, applicationId, kind, objectId, status }: OutgoingEvent,
): Promise<void> {
  await query(
    `INSERT INTO outgoing_events (merchant_id, event_id, application_id, kind, object_id, status, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, newId(), applicationId, kind, objectId, status, at],
  );
}
