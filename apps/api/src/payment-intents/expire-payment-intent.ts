import type { Worker } from '#queue/worker.ts';
import { isOverAt } from './intent-row.ts';
import { sql } from '#database/sql.ts';

/** Writes down that a payment intent's time is over; readers see it without waiting for this. */
export const intentExpiryWorker: Worker = {
  kind: 'PAYMENT_INTENT_EXPIRY',
  run: async ({ database, clock }, { merchantId, objectId }) => {
    await database.query(
      sql`UPDATE payment_intents AS i SET status = 'EXPIRED', updated_at = i.expires_at
       WHERE i.merchant_id = ${merchantId} AND i.payment_intent_id = ${objectId} AND ${isOverAt(clock.now())}`,
    );
  },
};
