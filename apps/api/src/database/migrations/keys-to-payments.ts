import type { Migration, MigrationStep } from './migration.ts';

/**
 * A row without its payment belongs to nothing and is shown nowhere, so it is deleted. The key is added NOT VALID
 * first, which rejects new rows of that kind; validating the old rows then blocks no writes.
 */
function keyToPayment(table: string): MigrationStep[] {
  const name = `${table}_payment`;
  return [
    {
      sql: `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name};
        ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (merchant_id, payment_id) REFERENCES payments NOT VALID;`,
    },
    {
      backfill: `DELETE FROM ${table} AS o WHERE NOT EXISTS (
          SELECT FROM payments AS p WHERE p.merchant_id = o.merchant_id AND p.payment_id = o.payment_id)
        RETURNING payment_id`,
    },
    { sql: `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name};` },
  ];
}

export const keysToPayments: Migration = {
  name: '0175-keys-to-payments',
  // Every build that knows these tables writes them only for a payment that it has found.
  needs: '0120-payment-notes',
  steps: ['payment_notes', 'payment_reviews', 'receipt_mails'].flatMap(keyToPayment),
};
