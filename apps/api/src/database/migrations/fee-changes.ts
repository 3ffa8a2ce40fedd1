import type { Migration } from './migration.ts';

/**
 * Changes of merchants' fees, each valid from a UTC day on. A merchant's first fee is the one in `merchants`, which
 * never changes.
 */
export const feeChanges: Migration = {
  name: '0165-fee-changes',
  steps: [
    {
      table: 'fee_changes',
      sql: `
        CREATE TABLE IF NOT EXISTS fee_changes (
          merchant_id uuid NOT NULL,
          valid_from date NOT NULL,
          percentage numeric(6, 3) NOT NULL CHECK (percentage BETWEEN 0 AND 100),
          set_by text NOT NULL,
          set_at timestamptz(3) NOT NULL,
          reason text,
          PRIMARY KEY (merchant_id, valid_from)
        );
      `,
    },
  ],
};
