import type { Migration } from './migration.ts';

/** A planned change of a merchant's limits, notes about merchants, requests for applications, accounts that are not open. */
export const merchantSettings: Migration = {
  name: '0166-merchant-settings',
  steps: [
    {
      sql: `ALTER TABLE merchants ADD COLUMN IF NOT EXISTS next_largest_amount bigint,
        ADD COLUMN IF NOT EXISTS next_limits_at timestamptz(3);`,
    },
    {
      table: 'merchant_notes',
      sql: `
        CREATE TABLE IF NOT EXISTS merchant_notes (
          merchant_id uuid NOT NULL,
          note_id uuid NOT NULL,
          text text NOT NULL CHECK (length(text) <= 2000),
          written_by text NOT NULL,
          written_by_id uuid NOT NULL,
          written_at timestamptz(3) NOT NULL,
          corrected_at timestamptz(3),
          PRIMARY KEY (merchant_id, note_id)
        );
      `,
    },
    {
      table: 'application_requests',
      sql: `
        CREATE TABLE IF NOT EXISTS application_requests (
          merchant_id uuid NOT NULL,
          request_id uuid NOT NULL,
          application_name text NOT NULL,
          currencies text[] NOT NULL,
          why text NOT NULL,
          asked_by text NOT NULL,
          asked_by_id uuid NOT NULL,
          asked_at timestamptz(3) NOT NULL,
          state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
          decided_at timestamptz(3),
          declined_because text,
          application_id uuid,
          PRIMARY KEY (merchant_id, request_id)
        );
        CREATE UNIQUE INDEX IF NOT EXISTS application_requests_open
          ON application_requests (merchant_id, lower(application_name)) WHERE state = 'OPEN';
      `,
    },
    {
      table: 'unopened_accounts',
      sql: `
        CREATE TABLE IF NOT EXISTS unopened_accounts (
          merchant_id uuid NOT NULL,
          application_id uuid NOT NULL,
          currency currency NOT NULL,
          account jsonb NOT NULL,
          reason text NOT NULL,
          tried_at timestamptz(3) NOT NULL,
          PRIMARY KEY (merchant_id, application_id, currency)
        );
      `,
    },
  ],
};
