import type { Migration } from './migration.ts';

/** Who disabled a merchant, when and why; and indexes of what is open, to count what stops. */
export const disabledMerchants: Migration = {
  name: '0164-merchant-disabled',
  steps: [
    {
      sql: `ALTER TABLE merchants ADD COLUMN IF NOT EXISTS disabled_at timestamptz(3),
        ADD COLUMN IF NOT EXISTS disabled_by text, ADD COLUMN IF NOT EXISTS disabled_reason text;`,
    },
    {
      index: 'payment_intents_open',
      on: `payment_intents (merchant_id) WHERE is_link AND status IN ('NOT_STARTED', 'IN_PROGRESS')`,
    },
    {
      index: 'outbound_payments_active',
      on: `outbound_payments (merchant_id) WHERE status IN ('IN_PROGRESS', 'HELD')`,
    },
  ],
};
