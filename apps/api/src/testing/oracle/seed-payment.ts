import type { Database } from '#database/database.ts';
import { ids } from '#testing/seed-people.ts';
import { paymentId } from './oracle-row.ts';

/** Harbour & Bloom's payment, to which the rows of the oracle refer. */
export async function seedOraclePayment(database: Database): Promise<void> {
  const at = new Date(Date.UTC(2026, 10, 21, 8));
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference, merchant_payment_id)
     VALUES ($1, $2, $3, $4, $4, 1250, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, 'ORDER-1', 'BASKET-1')`,
    [ids.harbour, paymentId, ids.harbourShop, at],
  );
  const own = [ids.harbour, paymentId];
  await database.query(`INSERT INTO object_directory (merchant_id, object_id, kind) VALUES ($1, $2, 'PAYMENT')`, own);
  await database.query(`INSERT INTO payment_search (merchant_id, payment_id, text) VALUES ($1, $2, 'order-1')`, own);
  await database.query(
    `INSERT INTO payment_events (merchant_id, payment_id, seq, type, at) VALUES ($1, $2, 1, 'COMPLETED', $3)`,
    [...own, at],
  );
}
