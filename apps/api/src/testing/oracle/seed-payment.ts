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
  await database.query(`INSERT INTO object_directory (object_id, merchant_id, kind) VALUES ($1, $2, 'PAYMENT')`, [
    paymentId,
    ids.harbour,
  ]);
}
