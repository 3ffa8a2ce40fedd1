import type { Migration } from './migration.ts';

/** How many old records each rule deleted, and an index for each rule that had none (core/records/retention.ts). */
export const records: Migration = {
  name: '0167-records',
  steps: [
    {
      sql: `
        CREATE TABLE IF NOT EXISTS retention_runs (
          rule text PRIMARY KEY,
          ran_at timestamptz(3) NOT NULL,
          removed bigint NOT NULL,
          oldest_at timestamptz(3)
        );
      `,
    },
    { index: 'webhook_deliveries_old', on: 'webhook_deliveries (created_at)' },
    { index: 'outgoing_events_old', on: 'outgoing_events (created_at)' },
    { index: 'receipt_mails_old', on: 'receipt_mails (asked_at)' },
    {
      index: 'activity_with_address',
      on: 'activity (at) WHERE ip IS NOT NULL OR user_agent IS NOT NULL',
    },
    { index: 'activity_with_names', on: `activity (at) WHERE actor <> 'erased'` },
    { index: 'bulk_jobs_prepared', on: `bulk_jobs (created_at) WHERE state = 'PREPARED'` },
    { index: 'moved_money_old', on: 'moved_money (at)' },
    { index: 'sign_in_codes_expiry', on: 'sign_in_codes (expires_at)' },
    { index: 'reset_tokens_expiry', on: 'reset_tokens (expires_at)' },
    { index: 'known_places_old', on: 'known_places (last_seen_at)' },
    // Finds the payments of a person (records/person.ts).
    { index: 'payments_payer_email', on: 'payments (lower(payer_email)) WHERE payer_email IS NOT NULL' },
  ],
};
