import type { MigrationStep } from './migration.ts';

/**
 * Days of account providers' statements that were compared with our orders; and what the simulated ones need for a statement: the
 * order as it was submitted, and when it was taken.
 */
export const reconciliations: readonly MigrationStep[] = [
  {
    sql: `
CREATE TABLE IF NOT EXISTS reconciliations (
  provider text NOT NULL,
  day date NOT NULL,
  at timestamptz(3) NOT NULL,
  orders integer NOT NULL,
  PRIMARY KEY (provider, day)
);
ALTER TABLE simulated_orders ADD COLUMN IF NOT EXISTS submitted jsonb, ADD COLUMN IF NOT EXISTS taken_at timestamptz(3);
`,
  },
  { index: 'simulated_orders_taken', on: 'simulated_orders (taken_at)' },
];
